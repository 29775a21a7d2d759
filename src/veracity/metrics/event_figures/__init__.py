"""Records of the figures of events in time: a catalogue of their own, as precision of events is."""
