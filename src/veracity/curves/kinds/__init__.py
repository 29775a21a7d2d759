"""The curves over thresholds, one file each: ROC, PR, DET, gains, decision, cost and others."""
