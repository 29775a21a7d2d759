"""Streams: batches counted as they come, windows, alarms, checkpoints."""
