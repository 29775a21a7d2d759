"""Detections in time against reference events: one file for each rule of what counts as found."""

from veracity.matching.catalogue import RULES, find_rule
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import Spans, spans_of

__all__ = ["RULES", "Match", "Recording", "Rule", "Spans", "find_rule", "spans_of"]
