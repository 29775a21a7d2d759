"""Scored detections: sweeps, FROC curves with bands and areas, and a chosen operating point."""
