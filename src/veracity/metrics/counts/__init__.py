"""Records of metrics of the confusion matrix, one file a family."""
