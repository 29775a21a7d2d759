"""Arguments to a checked request, and a request to the statistics that are kept."""
