"""One check as a record, and the facts that every check looks at."""
