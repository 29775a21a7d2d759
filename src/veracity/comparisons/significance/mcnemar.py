"""McNemar's test in its four forms."""

from __future__ import annotations

from veracity.arrays import ratio
from veracity.errors import refuse
from veracity.results import Test
from veracity.statistics.numerics.binomial import at_most
from veracity.words import say

FORMS = ("mcnemar_exact", "mcnemar_mid_p", "mcnemar", "mcnemar_corrected")


def mcnemar(only_first: float, only_second: float, form: str = "mcnemar_mid_p") -> Test:
    """Whether two models are right equally often, from the rows on which only one is right.

    Exact: a binomial test of one half, two-sided by doubling. Mid-p: half of the probability of
    outcomes as far from even as this one is left out; it keeps its level on average and has
    more power (Fagerland MW, Lydersen S, Laake P (2013) BMC Medical Research Methodology
    13:91). The
    asymptotic form is chi-squared with one degree of freedom, (b − c)²/(b + c); corrected,
    (|b − c| − 1)²/(b + c) (Edwards 1948), and 0 where b = c, as R has it. No discordant rows:
    p = 1.

    >>> round(mcnemar(6, 16, "mcnemar_exact").p_value, 5)
    0.05248
    """
    from scipy.special import chdtrc

    if form not in FORMS:
        raise refuse("test_unknown", test=repr(form), tests=", ".join(FORMS))
    n, least, gap = only_first + only_second, min(only_first, only_second), only_first - only_second
    if n == 0:
        return Test(0.0, None, 1.0, form, say("no_discordant_rows"))
    if form in ("mcnemar_exact", "mcnemar_mid_p"):
        tail = float(at_most(least, n, 0.5))
        p = min(2 * tail, 1.0)
        if form == "mcnemar_mid_p":
            at = tail - float(at_most(least - 1, n, 0.5))
            p -= at if gap else at / 2  # an even split is one outcome, any other one of two
        return Test(float(least), None, p, form)
    away = max(abs(gap) - (form == "mcnemar_corrected"), 0.0)
    statistic = float(ratio(away**2, n))
    return Test(statistic, 1.0, float(chdtrc(1, statistic)), form)
