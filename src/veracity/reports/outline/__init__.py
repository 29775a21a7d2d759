"""Sections of a report for every format, the methods paragraph, and outlines as text."""
