"""Exercises with generated numbers: asked, checked and explained, in a terminal or on a page."""
