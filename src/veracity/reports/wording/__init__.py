"""Headings and captions of reports in both languages, and escaping of user data."""
