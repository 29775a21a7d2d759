"""Values of a column as small integers (codes), whatever their type."""
