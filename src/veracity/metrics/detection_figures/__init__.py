"""Records of the figures of boxes in pictures: average precision under its three names, recall."""
