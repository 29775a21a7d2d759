"""What acting costs: cost matrices, decision curves (net benefit), alarms, abstention."""
