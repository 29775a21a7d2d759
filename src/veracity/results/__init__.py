"""The frozen values people hold: estimates, curves, choices, comparisons, verdicts, pages."""

from typing import TYPE_CHECKING

from veracity.doors import lazy_door

if TYPE_CHECKING:
    from veracity.results.comparisons.comparison import Comparison as Comparison
    from veracity.results.comparisons.comparison import Contrast as Contrast
    from veracity.results.comparisons.comparison import Superiority as Superiority
    from veracity.results.decisions.choice import Choice as Choice
    from veracity.results.decisions.choice import NearOptimal as NearOptimal
    from veracity.results.decisions.choice import Optimism as Optimism
    from veracity.results.estimate.caution import Check as Check
    from veracity.results.estimate.curve import Band as Band
    from veracity.results.estimate.curve import Curve as Curve
    from veracity.results.estimate.estimate import Estimate as Estimate
    from veracity.results.estimate.figures import figure as figure
    from veracity.results.estimate.figures import n_title as n_title
    from veracity.results.estimate.figures import percent as percent
    from veracity.results.estimate.figures import threshold_figure as threshold_figure
    from veracity.results.estimate.figures import whole as whole
    from veracity.results.estimate.test import Test as Test
    from veracity.results.page.profile import Line as Line
    from veracity.results.page.profile import Profile as Profile

__getattr__, __dir__, __all__ = lazy_door(
    __name__,
    {
        "comparisons.comparison": ("Comparison", "Contrast", "Superiority"),
        "decisions.choice": ("Choice", "NearOptimal", "Optimism"),
        "estimate.caution": ("Check",),
        "estimate.curve": ("Band", "Curve"),
        "estimate.estimate": ("Estimate",),
        "estimate.figures": ("figure", "n_title", "percent", "threshold_figure", "whole"),
        "estimate.test": ("Test",),
        "page.profile": ("Line", "Profile"),
    },
)
