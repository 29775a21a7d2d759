"""All that speaks to DuckDB: scans of Parquet, CSV and JSON files and of relations; queries."""
