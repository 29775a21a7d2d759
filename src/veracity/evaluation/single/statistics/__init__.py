"""The statistics that people hold: the matrix, the table of scores, the grid, posterior draws."""
