"""Drop-ins for scikit-learn: its functions by its names, and estimators cross-validated."""
