"""Records of scores of probabilities: Brier, log loss, spherical, ranked probability."""
