"""What one metric is: its record, parameters, averages over classes, shared cases."""
