"""Results → text, Markdown, LaTeX, HTML, JSON."""
