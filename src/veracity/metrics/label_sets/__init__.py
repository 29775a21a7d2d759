"""Records of rows with several labels: agreement of sets, ranks of labels."""
