"""The difference of two models, margins and verdicts as values."""
