"""Pictures: results as frozen values of everything drawn, and the one place that draws them."""

from typing import TYPE_CHECKING

from veracity.doors import lazy_door

if TYPE_CHECKING:
    from veracity.plots.curves.cost import cost_picture as cost_picture
    from veracity.plots.curves.decision import decision_picture as decision_picture
    from veracity.plots.curves.det import det_picture as det_picture
    from veracity.plots.curves.gains import gains_picture as gains_picture
    from veracity.plots.curves.gains import lift_picture as lift_picture
    from veracity.plots.curves.murphy import murphy_picture as murphy_picture
    from veracity.plots.curves.pr_gain import pr_gain_picture as pr_gain_picture
    from veracity.plots.curves.precision_recall import pr_picture as pr_picture
    from veracity.plots.curves.prevalence import prevalence_picture as prevalence_picture
    from veracity.plots.curves.reliability import reliability_picture as reliability_picture
    from veracity.plots.curves.risk_coverage import risk_coverage_picture as risk_coverage_picture
    from veracity.plots.curves.roc import roc_picture as roc_picture
    from veracity.plots.curves.sweep import sweep_picture as sweep_picture
    from veracity.plots.drawing.drawing import draw as draw
    from veracity.plots.drawing.saving import as_pdf as as_pdf
    from veracity.plots.drawing.saving import as_png as as_png
    from veracity.plots.drawing.saving import as_svg as as_svg
    from veracity.plots.drawing.theme import DARK as DARK
    from veracity.plots.drawing.theme import LIGHT as LIGHT
    from veracity.plots.drawing.theme import Theme as Theme
    from veracity.plots.picture.picture import Picture as Picture
    from veracity.plots.picture.series import Here as Here
    from veracity.plots.tables.by_class import by_class_picture as by_class_picture
    from veracity.plots.tables.by_group import by_group_picture as by_group_picture
    from veracity.plots.tables.comparison import comparison_picture as comparison_picture
    from veracity.plots.tables.confusion import confusion_picture as confusion_picture
    from veracity.plots.tables.forest import forest_picture as forest_picture
    from veracity.plots.tables.quadrant import QuadrantPoint as QuadrantPoint
    from veracity.plots.tables.quadrant import quadrant_picture as quadrant_picture

__getattr__, __dir__, __all__ = lazy_door(
    __name__,
    {
        "curves.cost": ("cost_picture",),
        "curves.decision": ("decision_picture",),
        "curves.det": ("det_picture",),
        "curves.gains": ("gains_picture", "lift_picture"),
        "curves.murphy": ("murphy_picture",),
        "curves.pr_gain": ("pr_gain_picture",),
        "curves.precision_recall": ("pr_picture",),
        "curves.prevalence": ("prevalence_picture",),
        "curves.reliability": ("reliability_picture",),
        "curves.risk_coverage": ("risk_coverage_picture",),
        "curves.roc": ("roc_picture",),
        "curves.sweep": ("sweep_picture",),
        "drawing.drawing": ("draw",),
        "drawing.saving": ("as_pdf", "as_png", "as_svg"),
        "drawing.theme": ("DARK", "LIGHT", "Theme"),
        "picture.picture": ("Picture",),
        "picture.series": ("Here",),
        "tables.by_class": ("by_class_picture",),
        "tables.by_group": ("by_group_picture",),
        "tables.comparison": ("comparison_picture",),
        "tables.confusion": ("confusion_picture",),
        "tables.forest": ("forest_picture",),
        "tables.quadrant": ("QuadrantPoint", "quadrant_picture"),
    },
)
