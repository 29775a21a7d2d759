"""The HTML pages of an evaluation and of a comparison, with templates, style and pictures."""
