"""Tallies of events found, missed and false, by recording and subject."""
