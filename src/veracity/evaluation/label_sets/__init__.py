"""What `evaluate_multilabel` gives: averages over labels and rows, and each label by itself."""
