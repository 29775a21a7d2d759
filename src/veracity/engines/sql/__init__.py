"""Everything that speaks to DuckDB: scans of files and relations, queries, sessions."""
