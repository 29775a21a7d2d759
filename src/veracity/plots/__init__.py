"""Pictures: results as frozen values of everything drawn, and the one place that draws them."""

from veracity.plots.by_class import by_class_picture
from veracity.plots.by_group import by_group_picture
from veracity.plots.comparison import comparison_picture
from veracity.plots.confusion import confusion_picture
from veracity.plots.cost import cost_picture
from veracity.plots.decision import decision_picture
from veracity.plots.det import det_picture
from veracity.plots.drawing import draw
from veracity.plots.forest import forest_picture
from veracity.plots.gains import gains_picture, lift_picture
from veracity.plots.picture import Picture
from veracity.plots.pr_gain import pr_gain_picture
from veracity.plots.precision_recall import pr_picture
from veracity.plots.prevalence import prevalence_picture
from veracity.plots.quadrant import Placed, quadrant_picture
from veracity.plots.reliability import reliability_picture
from veracity.plots.risk_coverage import risk_coverage_picture
from veracity.plots.roc import roc_picture
from veracity.plots.saving import as_png, as_svg
from veracity.plots.series import Here
from veracity.plots.sweep import sweep_picture
from veracity.plots.theme import DARK, LIGHT, Theme

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
