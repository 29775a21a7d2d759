"""Scoring detections in time: events found, false alarms per hour, delays, under named rules."""

from veracity.events.evaluating import evaluate
from veracity.events.event_evaluation import EventEvaluation
from veracity.events.event_table import EventTable
from veracity.events.files import read
from veracity.events.masks import from_mask, to_mask

__all__ = ["EventEvaluation", "EventTable", "evaluate", "from_mask", "read", "to_mask"]
