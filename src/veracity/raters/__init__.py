"""Several raters of the same units: how far they agree beyond chance, and how sure that is."""
