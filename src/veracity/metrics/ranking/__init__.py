"""Records of rankings: AUROC, average precision, partial areas, points, top k, many classes."""
