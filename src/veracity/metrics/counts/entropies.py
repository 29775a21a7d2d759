"""Entropies of truth and calls: of each, of both, of one given the other, of their shares."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, Ints, ratio, sum_of_others
from veracity.metrics.counts.information import BIASED, SHANNON, entropy_of, mutual_information
from veracity.metrics.record.cases import AT_ZERO, NO_ROWS, constant
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Case, Chance, Metric
from veracity.parameters import Parameter
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

INF = float("inf")
LN2 = float(np.log(2))
DOWNWARDS = NoInterval(
    Text(
        "biased downwards and at its upper end where classes are balanced; resampling "
        "intervals are invalid",
        "有向下的偏差，且类别均衡时处于上界，重抽样区间无效",
    )
)


def _which(default: str, *words: str) -> tuple[Parameter, ...]:
    meaning = Text(f"whose: {', or '.join(words)}", f"哪一方：{' 或 '.join(words)}")
    return (Parameter("of", default, meaning, words=words),)


def joint_entropy(c: ConfusionMatrix) -> Any:
    """H(truth, prediction) in bits."""
    return entropy_of(c.truth, c.total) + conditional_entropy(c, "prediction")


def entropy(c: ConfusionMatrix, of: str = "truth") -> Any:
    """Entropy in bits of the class shares, of the shares of calls, or of the whole table."""
    if of == "both":
        found = joint_entropy(c)
    else:
        found = entropy_of(c.truth if of == "truth" else c.predicted, c.total)
    return np.where(c.total > 0, found, np.nan)[()]


ENTROPY_BITS: Metric[ConfusionMatrix] = Metric(
    key="entropy_bits",
    names=Text("Entropy of the truth (bits)", "真实标签的熵（比特）"),
    aliases=("entropy", "h(y)", "熵", "reference entropy"),
    question=Text(
        "How many bits does the truth of one case take, the most a prediction can carry?",
        "确定一个样本的真实标签需要多少比特（预测最多能携带的信息）？",
    ),
    formula=r"-\sum_k \pi_k\log_2\pi_k",
    compute=entropy,
    classes="any",
    range=(0.0, INF),
    better="neither",
    chance=Chance(
        Text("itself: it does not look at the predictions", "即自身：它不看预测"),
        lambda c, of="truth": entropy(c.by_chance(), of),
    ),
    undefined_when=(NO_ROWS,),
    interval=DOWNWARDS,
    misleads_when=Text(
        "classes were balanced by sampling: it then says how the sample was made",
        "样本经过类别均衡抽样时：它只反映抽样方式",
    ),
    moves={"classes_swapped": "entropy_bits"},
    parameters=_which("truth", "truth", "prediction", "both"),
    restate=lambda of="truth": _of_whom(of),
    examples=("entropy_bits(prediction)", "entropy_bits(both)"),
    references=(SHANNON,),
)


def _of_whom(of: str) -> dict[str, Any]:
    if of == "truth":
        return {}
    if of == "prediction":
        return {
            "names": Text("Entropy of the predictions (bits)", "预测的熵（比特）"),
            "question": Text(
                "How many bits would tell the prediction of one case?",
                "确定一个样本的预测需要多少比特？",
            ),
            "formula": r"-\sum_k q_k\log_2 q_k",
        }
    return {
        "names": Text("Joint entropy (bits)", "联合熵（比特）"),
        "question": Text(
            "How many bits would tell truth and prediction of one case together?",
            "同时确定一个样本的真实标签与预测需要多少比特？",
        ),
        "formula": r"-\sum_{ij} p_{ij}\log_2 p_{ij}",
        "chance": Chance(
            Text("the sum of both entropies", "两个熵之和"),
            lambda c, **_: entropy_of(c.truth, c.total) + entropy_of(c.predicted, c.total),
        ),
    }


def conditional_entropy(c: ConfusionMatrix, of: str = "truth") -> Any:
    """H(truth | prediction) in bits, or the other way: Σ x ln(margin/x)/(n ln 2)."""
    given = c.predicted if of == "truth" else c.truth

    def of_cell(i: Ints, j: Ints, w: Floats) -> Any:
        margin = given[..., j if of == "truth" else i]
        share = np.where(w > 0, ratio(w, margin), 1.0)
        rest = np.where(share > 0.5, ratio(margin - w, np.where(w > 0, margin, 1.0)), 0.0)
        return -w * np.where(share > 0.5, np.log1p(-np.where(w > 0, rest, 0.0)), np.log(share))

    return ratio(np.maximum(c.over_cells(of_cell), 0.0), c.total * LN2)


CONDITIONAL_ENTROPY_BITS: Metric[ConfusionMatrix] = Metric(
    key="conditional_entropy_bits",
    names=Text("Conditional entropy (bits)", "条件熵（比特）"),
    aliases=("conditional entropy", "equivocation", "条件熵"),
    question=Text(
        "How many bits about the truth are still missing once the prediction is known?",
        "知道预测之后，关于真实标签还缺多少比特？",
    ),
    formula=r"H(Y|\hat Y)=-\sum_{ij}p_{ij}\log_2\frac{p_{ij}}{p_{+j}}",
    compute=conditional_entropy,
    classes="any",
    range=(0.0, INF),
    better="lower",
    chance=Chance(
        Text("the entropy itself: nothing is learned", "即熵本身：什么也没有得知"),
        lambda c, of="truth": entropy(c, of),
    ),
    undefined_when=(NO_ROWS,),
    interval=DOWNWARDS,
    misleads_when=Text(
        "the sample is small or K large: it comes out too low; and exchanged labels are not "
        "seen. PyCM's is that of the prediction given the truth: of=prediction",
        "样本小或类别多时：数值偏低；它也看不出标签互换。"
        "PyCM 给出的是已知真实标签时预测的条件熵：of=prediction",
    ),
    moves={"classes_swapped": "conditional_entropy_bits"},
    parameters=_which("truth", "truth", "prediction"),
    examples=("conditional_entropy_bits(prediction)",),
    references=(SHANNON,),
)


def relative_information(c: ConfusionMatrix, of: str = "truth") -> Any:
    """I(truth; prediction)/H(truth), or over H(prediction)."""
    margin = c.truth if of == "truth" else c.predicted
    bits = np.where(constant(margin), np.nan, mutual_information(c))
    return np.minimum(ratio(bits, entropy_of(margin, c.total)), 1.0)


def _of_side(of: str = "truth") -> dict[str, Any]:
    words = {
        "truth": Text(
            "all cases are of one true class: there is nothing to learn",
            "所有样本的真实类别相同：没有可得知的信息",
        ),
        "prediction": Text(
            "all cases are called one class: the calls have no entropy",
            "所有样本被判为同一类：判定没有熵",
        ),
    }
    side = "truth" if of == "truth" else "predicted"
    return {"undefined_when": (Case(words[of], lambda c: constant(getattr(c, side))),)}


RELATIVE_CLASSIFIER_INFORMATION: Metric[ConfusionMatrix] = Metric(
    key="relative_classifier_information",
    names=Text("Relative classifier information", "相对分类器信息"),
    aliases=(
        "rci",
        "uncertainty coefficient",
        "theil's u",
        "proficiency",
        "entropy coefficient",
        "homogeneity",
    ),
    question=Text(
        "What part of the uncertainty about the truth do the predictions remove?",
        "预测消除了关于真实标签的多大部分不确定性？",
    ),
    formula=r"\frac{I(Y;\hat Y)}{H(Y)}",
    compute=relative_information,
    classes="any",
    chance=AT_ZERO,
    restate=_of_side,
    **_of_side(),
    interval=NoInterval(BIASED),
    misleads_when=Text(
        "the sample is small or K large: it comes out too high; and it does not see whether "
        "labels are exchanged",
        "样本小或类别多时：数值偏高；而且它看不出标签是否被互换",
    ),
    moves={"classes_swapped": "relative_classifier_information"},
    parameters=_which("truth", "truth", "prediction"),
    examples=("relative_classifier_information(prediction)",),
    references=(
        "Sindhwani V, Bhattacharya P, Rakshit S (2001) Proc. SIAM Data Mining, 1–16",
        "Theil H (1970) American Journal of Sociology 76(1):103–154",
    ),
)


def cross_entropy(c: ConfusionMatrix) -> Any:
    """−Σ π_k log2 q_k: the class shares, coded by those predicted; ∞ for one never predicted."""
    total = np.asarray(c.total)[..., None]
    share = ratio(c.predicted, total)
    rest = np.where(share > 0.5, ratio(sum_of_others(c.predicted), total), 0.0)
    with np.errstate(divide="ignore"):
        bits = -np.where(share > 0.5, np.log1p(-rest), np.log(share)) / LN2
    each = np.where(c.truth > 0, ratio(c.truth, total) * np.where(c.truth > 0, bits, 0.0), 0.0)
    return np.where(c.total > 0, each.sum(-1), np.nan)[()]


def kl_divergence(c: ConfusionMatrix) -> Any:
    """Σ π_k log2(π_k/q_k), as Σ q g(π/q) with g(r) = r ln r − r + 1, which nowhere cancels."""
    total = np.asarray(c.total)[..., None]
    q = ratio(c.predicted, total)
    over = ratio(c.truth - c.predicted, c.predicted)
    with np.errstate(divide="ignore", invalid="ignore"):
        part = q * ((1 + over) * np.log1p(over) - over)
    part = np.where(c.truth == 0, q, np.where(c.predicted == 0, INF, part))
    found = np.maximum(part.sum(-1), 0.0) / LN2
    return np.where(c.total > 0, found, np.nan)[()]


def _of_margins(**facts: Any) -> Metric[ConfusionMatrix]:
    """What two figures of the margins share: they cannot see which cases are right."""
    compute = facts["compute"]
    return Metric(
        classes="any",
        range=(0.0, INF),
        better="neither",
        chance=Chance(
            Text("itself: it looks at the totals only", "即自身：它只看合计"),
            lambda c, **_: compute(c),
        ),
        undefined_when=(NO_ROWS,),
        infinite_when=(
            Case(
                Text(
                    "a class of the truth is never called",
                    "真实标签中有类别从未被判出",
                ),
                lambda c: ((c.truth > 0) & (c.predicted == 0)).any(-1),
            ),
        ),
        interval=NoInterval(
            Text(
                "its bias is of the size of its spread where the shares agree; prevalence and "
                "predicted_positive_rate have intervals",
                "两种比例接近时其偏差与波动同量级；prevalence 与 predicted_positive_rate 有区间",
            )
        ),
        moves={"classes_swapped": facts["key"]},
        references=("Kullback S, Leibler RA (1951) Annals of Mathematical Statistics 22(1):79–86",),
        **facts,
    )


CROSS_ENTROPY_BITS = _of_margins(
    key="cross_entropy_bits",
    names=Text("Cross entropy of the class shares (bits)", "类别比例的交叉熵（比特）"),
    aliases=("cross entropy of the class shares",),
    question=Text(
        "How many bits does the truth of a case take, coded by how often each class is called?",
        "按各类被判出的频率编码，确定一个样本的真实标签需要多少比特？",
    ),
    formula=r"-\sum_k \pi_k\log_2 q_k",
    compute=cross_entropy,
    misleads_when=Text(
        "taken for the cross entropy of probabilities, which is log_loss; calls in the right "
        "proportion may all be wrong",
        "被当作概率的交叉熵（那是 log_loss）；比例正确的判定也可能全部判错",
    ),
)

KL_DIVERGENCE_BITS = _of_margins(
    key="kl_divergence_bits",
    names=Text("Divergence of the class shares (bits)", "类别比例的 KL 散度（比特）"),
    aliases=(
        "kl divergence",
        "kullback–leibler divergence",
        "relative entropy",
        "KL散度",
        "相对熵",
    ),
    question=Text(
        "How far are the shares of calls from the class shares, in bits?",
        "判定的类别比例与真实的类别比例相差多少比特？",
    ),
    formula=r"\sum_k \pi_k\log_2\frac{\pi_k}{q_k}",
    compute=kl_divergence,
    misleads_when=Text(
        "0 is read as good: calls in the right proportion may all be wrong",
        "把 0 当作好时：比例正确的判定也可能全部判错",
    ),
)
