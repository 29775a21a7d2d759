"""The Display classes of scikit-learn, drawn by matplotlib: `plot`, `ax_`, `figure_`, `line_`."""
