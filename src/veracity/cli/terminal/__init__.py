"""What commands share: options, progress, errors, and how results are put on a terminal."""
