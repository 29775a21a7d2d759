"""Pictures drawn with matplotlib: layers, theme, fonts, files."""
