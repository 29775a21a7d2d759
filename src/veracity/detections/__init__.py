"""Scoring boxes in pictures: average precision and recall under their published names."""

from veracity.detections.comparing import compare
from veracity.detections.detection_comparison import DetectionComparison, DetectionContrast
from veracity.detections.detection_evaluation import DetectionEvaluation
from veracity.detections.evaluating import evaluate

__all__ = [
    "DetectionComparison",
    "DetectionContrast",
    "DetectionEvaluation",
    "compare",
    "evaluate",
]
