"""All that speaks to DuckDB: sessions, queries, scans of tables and relations."""
