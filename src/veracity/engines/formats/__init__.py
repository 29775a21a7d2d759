"""The formats of files, one file each: CSV, Parquet, JSON lines, Arrow."""
