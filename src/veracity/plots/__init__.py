"""Pictures: results as frozen values of everything drawn, and the one place that draws them."""

from veracity.plots.curves.cost import cost_picture
from veracity.plots.curves.decision import decision_picture
from veracity.plots.curves.det import det_picture
from veracity.plots.curves.gains import gains_picture, lift_picture
from veracity.plots.curves.pr_gain import pr_gain_picture
from veracity.plots.curves.precision_recall import pr_picture
from veracity.plots.curves.prevalence import prevalence_picture
from veracity.plots.curves.reliability import reliability_picture
from veracity.plots.curves.risk_coverage import risk_coverage_picture
from veracity.plots.curves.roc import roc_picture
from veracity.plots.curves.sweep import sweep_picture
from veracity.plots.drawing.drawing import draw
from veracity.plots.drawing.saving import as_png, as_svg
from veracity.plots.drawing.theme import DARK, LIGHT, Theme
from veracity.plots.picture.picture import Picture
from veracity.plots.picture.series import Here
from veracity.plots.tables.by_class import by_class_picture
from veracity.plots.tables.by_group import by_group_picture
from veracity.plots.tables.comparison import comparison_picture
from veracity.plots.tables.confusion import confusion_picture
from veracity.plots.tables.forest import forest_picture
from veracity.plots.tables.quadrant import Placed, quadrant_picture

__all__ = [
    "DARK",
    "LIGHT",
    "Here",
    "Picture",
    "Placed",
    "Theme",
    "as_png",
    "as_svg",
    "by_class_picture",
    "by_group_picture",
    "comparison_picture",
    "confusion_picture",
    "cost_picture",
    "decision_picture",
    "det_picture",
    "draw",
    "forest_picture",
    "gains_picture",
    "lift_picture",
    "pr_gain_picture",
    "pr_picture",
    "prevalence_picture",
    "quadrant_picture",
    "reliability_picture",
    "risk_coverage_picture",
    "roc_picture",
    "sweep_picture",
]
