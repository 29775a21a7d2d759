"""Records of calibration: ECE and its kin, slope and intercept, CORP, Murphy, smooth curves."""
