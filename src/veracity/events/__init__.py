"""Scoring detections in time: events found, false alarms per hour, delays, under named rules."""

from veracity.events.evaluating import evaluate
from veracity.events.event_evaluation import EventEvaluation
from veracity.events.masks import from_mask, to_mask

__all__ = ["EventEvaluation", "evaluate", "from_mask", "to_mask"]
