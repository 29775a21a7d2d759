"""Records of calibration: ECE and its kin, calibration line, CORP, Murphy, smooth curves."""
