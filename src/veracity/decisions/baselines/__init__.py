"""A classifier beside rules that look at nothing, and the tests against them."""
