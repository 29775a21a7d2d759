"""What acting costs: cost matrices, net benefit, alarms, abstention, and their curves."""
