"""The statistics that an evaluation holds: merged, shared, saved, and which keys they allow."""
