"""What `compare` gives: contrasts with text, tables, pictures and a page."""
