"""Scoring detections in time: events found, false alarms per hour, delays, under named rules."""

from veracity.events.front.comparing import compare
from veracity.events.front.evaluating import evaluate
from veracity.events.front.event_evaluation import EventEvaluation
from veracity.events.front.loading import load_events
from veracity.events.front.planning import plan
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.given import read
from veracity.events.inputs.masks import from_mask, to_mask

__all__ = [
    "EventEvaluation",
    "EventTable",
    "compare",
    "evaluate",
    "from_mask",
    "load_events",
    "plan",
    "read",
    "to_mask",
]
