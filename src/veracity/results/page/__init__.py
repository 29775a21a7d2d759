"""Everything that a page shows of one evaluation, as one value."""
