"""What could make these numbers lie: one record for each danger, checked on the statistics."""
