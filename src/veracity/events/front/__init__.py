"""The front door of events: `evaluate`, and what it gives."""
