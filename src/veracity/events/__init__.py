"""Scoring detections in time: events found, false alarms per hour, delays, under named rules."""

from veracity.events.front.evaluating import evaluate
from veracity.events.front.event_evaluation import EventEvaluation
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.files import read
from veracity.events.inputs.masks import from_mask, to_mask

__all__ = ["EventEvaluation", "EventTable", "evaluate", "from_mask", "read", "to_mask"]
