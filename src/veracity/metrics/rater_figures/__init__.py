"""Records of the agreement of several raters: Krippendorff, Fleiss, Conger, Randolph, Gwet."""
