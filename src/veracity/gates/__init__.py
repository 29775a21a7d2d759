"""Pass, fail, or not enough data: requirements judged on intervals."""

from veracity.gates.condition import Condition, parsed
from veracity.gates.judging import Measured, against_baseline, judged

__all__ = ["Condition", "Measured", "against_baseline", "judged", "parsed"]
