"""What scikit-learn's metrics may be given, checked as it checks and read into our statistics."""
