"""The outcome of a test: its statistic, its degrees of freedom, its p-value, its name."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.estimate.figures import figure
from veracity.words import Text

TESTS: dict[str, Text] = {
    "mcnemar_exact": Text("exact McNemar test", "McNemar 精确检验"),
    "mcnemar_mid_p": Text("McNemar test, mid-p", "McNemar 检验（mid-p）"),
    "mcnemar": Text("asymptotic McNemar test", "McNemar 渐近检验"),
    "mcnemar_corrected": Text(
        "McNemar test with continuity correction", "带连续性校正的 McNemar 检验"
    ),
    "bowker": Text("Bowker's test of symmetry", "Bowker 对称性检验"),
    "cochran_q": Text("Cochran's Q test", "Cochran Q 检验"),
    "delong": Text("DeLong's test, paired", "DeLong 检验（配对）"),
    "delong_unpaired": Text("DeLong's test, unpaired", "DeLong 检验（独立样本）"),
    "fisher": Text("Fisher's exact test", "Fisher 精确检验"),
    "bootstrap": Text("paired bootstrap", "配对自助法"),
    "exchange": Text("exchange of the two within subjects", "受试者内互换的置换检验"),
    "permutation": Text("permutation test", "置换检验"),
    "delta": Text("linearised difference, z test", "线性化差值的 z 检验"),
    "mover": Text("square-and-add (MOVER) z test", "平方相加法（MOVER）的 z 检验"),
    "wald": Text("Wald test of equality", "等值性的 Wald 检验"),
    "non_inferiority": Text("non-inferiority, one-sided", "非劣效性单侧检验"),
    "equivalence": Text("equivalence, two one-sided tests", "等效性双单侧检验"),
    "no_information_rate": Text(
        "binomial test against the no-information rate, one-sided", "与无信息率比较的单侧二项检验"
    ),
    "binomial": Text("exact binomial test", "精确二项检验"),
    "kappa_null": Text("z test of kappa 0 (Fleiss, Cohen & Everitt)", "kappa 为 0 的 z 检验"),
    "intercept_slope": Text(
        "joint test of calibration intercept 0 and slope 1", "校准截距为 0 且斜率为 1 的联合检验"
    ),
    "calibration_likelihood_ratio": Text(
        "likelihood-ratio test of calibration", "校准的似然比检验"
    ),
    "multinomial_calibration": Text(
        "joint test of the probabilities of all classes", "所有类别概率的联合校准检验"
    ),
    "venkatraman": Text("Venkatraman's test of the ROC curves", "Venkatraman ROC 曲线检验"),
    "rank_sum": Text("Wilcoxon rank-sum (Mann–Whitney) test", "Wilcoxon 秩和（Mann–Whitney）检验"),
    "spiegelhalter": Text("Spiegelhalter's test of calibration", "Spiegelhalter 校准检验"),
    "hosmer_lemeshow": Text("Hosmer–Lemeshow test of calibration", "Hosmer–Lemeshow 校准检验"),
    "friedman": Text("Friedman test", "Friedman 检验"),
    "iman_davenport": Text("Iman–Davenport test", "Iman–Davenport 检验"),
    "wilcoxon": Text("Wilcoxon signed-rank test", "Wilcoxon 符号秩检验"),
    "nemenyi": Text("Nemenyi test", "Nemenyi 检验"),
    "nadeau_bengio": Text("corrected resampled t test", "校正的重抽样 t 检验"),
    "5x2cv_f": Text("combined 5×2cv F test", "5×2cv 合并 F 检验"),
    "none": Text("no test", "无检验"),
}
# With degrees of freedom the variance is that between clusters.
OF_CLUSTERS: dict[str, Text] = {
    "delong": Text("DeLong's test, paired (clusters)", "DeLong 检验（配对，按簇）"),
    "delta": Text("linearised difference, t test (clusters)", "线性化差值的 t 检验（按簇）"),
    "mover": Text(
        "square-and-add (MOVER) t test (clusters)", "平方相加法（MOVER）的 t 检验（按簇）"
    ),
}


@dataclass(frozen=True, slots=True)
class Test:
    """A test: `df` is None where the statistic has no such number; a p of nan has a note.

    >>> print(Test(4.0, 1.0, 0.0463, "mcnemar"))
    asymptotic McNemar test: p = 0.046
    """

    statistic: float
    df: float | None
    p_value: float
    name: str = "none"
    note: Text = NO_NOTE

    @property
    def title(self) -> Text:
        """The name of the test in words."""
        titles = TESTS if self.df is None else TESTS | OF_CLUSTERS
        return titles.get(self.name, Text(self.name, self.name))

    def __str__(self) -> str:
        return f"{self.title}: {p_words(self.p_value)}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "name": self.name,
            "statistic": self.statistic,
            "df": self.df,
            "p_value": self.p_value,
            "note": str(self.note),
        }


Test.__test__ = False  # type: ignore[attr-defined]  # its name is not for pytest


def p_words(p: float) -> str:
    """A p-value as papers print it.

    >>> p_words(0.04546), p_words(0.00002), p_words(1.0)
    ('p = 0.045', 'p < 0.001', 'p = 1.000')
    """
    if math.isnan(p):
        return f"p = {figure(p)}"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
