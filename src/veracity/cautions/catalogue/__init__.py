"""The list of all checks, asked in turn, and as people read them."""
