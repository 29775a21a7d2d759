"""Results as text, Markdown, LaTeX and small HTML tables, and as files by their ending."""
