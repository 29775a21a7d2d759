"""Statistics as files, versioned, without pickle."""
