"""Records of the confusion matrix: accuracy, precision, recall, F1, MCC, kappa, odds and others."""
