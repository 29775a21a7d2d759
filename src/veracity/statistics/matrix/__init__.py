"""The confusion matrix and its cells."""
