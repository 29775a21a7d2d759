"""The pytest fixture `veracity_gate`: a test passes only where every requirement is shown to hold.

Installing veracity makes it known to pytest; veracity itself is imported when a test asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from veracity.evaluation import Evaluation
    from veracity.evaluation.front.checking import ChecksItself
    from veracity.results.gates.verdict import Verdict


@pytest.fixture
def veracity_gate() -> Callable[..., Verdict]:
    """`veracity_gate(ev, "recall >= 0.9", "mcc >= 0.6")`: the test fails unless all are met.

    Requirements, `baseline` and `margin` are those of `vc.check`. Not enough data is no pass: the
    test fails, and says how many more rows would decide. A pass gives the verdict.
    """

    def gate(
        ev: Evaluation | ChecksItself,
        *requirements: str,
        baseline: Evaluation | str | os.PathLike[str] | None = None,
        margin: float | Mapping[str, float] | None = None,
    ) -> Verdict:
        from veracity.evaluation.front.checking import check

        __tracebackhide__ = True
        verdict = check(ev, requirements, baseline=baseline, margin=margin)
        if not verdict:
            pytest.fail(verdict.text(), pytrace=False)
        return verdict

    return gate
