"""Pass, fail, or not enough data: requirements judged on intervals."""

from veracity.gates.condition import Condition, parsed
from veracity.gates.exact import exact
from veracity.gates.judging import Measured, against_baseline, judged

__all__ = ["Condition", "Measured", "against_baseline", "exact", "judged", "parsed"]
