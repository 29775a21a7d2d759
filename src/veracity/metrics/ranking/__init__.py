"""Records of ranking metrics: areas, partial areas, points, top k, abstention, many classes."""
