"""Tests of a difference (McNemar, permutation, Cochran's Q, Bowker) and adjusted p-values."""
