"""Probability maps (isotonic, Platt, beta, temperature) fitted and applied, before and after."""

from veracity.recalibration.loading import load_map
from veracity.recalibration.recalibrating import recalibrate
from veracity.recalibration.recalibration import Recalibration

__all__ = ["Recalibration", "load_map", "recalibrate"]
