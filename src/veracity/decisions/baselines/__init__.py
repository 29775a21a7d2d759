"""A classifier beside rules that look at nothing (dummy classifiers), and tests against them."""
