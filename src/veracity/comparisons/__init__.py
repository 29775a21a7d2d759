"""Is A better than B: differences with their intervals, tests, margins, corrections."""
