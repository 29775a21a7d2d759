"""Textbook formulas in exact arithmetic (fractions, else 60 decimals): the other side of tests.

Written from the definitions, on counts as Python integers, and sharing nothing with the package.
A value that the definition leaves at 0/0 raises ZeroDivisionError.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext
from fractions import Fraction
from statistics import NormalDist

getcontext().prec = 60
F = Fraction
Number = Fraction | Decimal | float
Counts = Sequence[Sequence[int]]


def decimal(value: Fraction | int) -> Decimal:
    value = Fraction(value)
    return Decimal(value.numerator) / Decimal(value.denominator)


def root(value: Fraction | int) -> Decimal:
    return decimal(value).sqrt()


def ln(value: Fraction | int) -> Decimal:
    return decimal(value).ln()


def log2(value: Fraction | int) -> Decimal:
    return ln(value) / Decimal(2).ln()


# two classes


def rates(tp: int, fp: int, fn: int, tn: int) -> tuple[Fraction, Fraction]:
    return F(tp, tp + fn), F(fp, fp + tn)


def fbeta(beta: Fraction) -> Callable[..., Fraction]:
    def value(tp: int, fp: int, fn: int, tn: int) -> Fraction:
        precision, recall = F(tp, tp + fp), F(tp, tp + fn)
        return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)

    return value


def prevalence_threshold(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    """Balayla's form, with the difference in the denominator."""
    hit, false = rates(tp, fp, fn, tn)
    return (root(hit * false) - decimal(false)) / decimal(hit - false)


def optimized_precision(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    sensitivity, specificity = F(tp, tp + fn), F(tn, tn + fp)
    accuracy = F(tp + tn, tp + fp + fn + tn)
    return accuracy - abs(specificity - sensitivity) / (specificity + sensitivity)


def discriminant_power(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    hit, false = rates(tp, fp, fn, tn)
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
    return Decimal(3).sqrt() / pi * (ln(hit / (1 - hit)) + ln((1 - false) / false))


def z(rate: Fraction) -> float:
    """Wichura's AS 241 as the standard library has it; the tail from the smaller side."""
    inverse = NormalDist().inv_cdf
    return inverse(float(rate)) if rate <= F(1, 2) else -inverse(float(1 - rate))


def d_prime(tp: int, fp: int, fn: int, tn: int) -> float:
    hit, false = rates(tp, fp, fn, tn)
    return z(hit) - z(false)


def d_prime_loglinear(tp: int, fp: int, fn: int, tn: int) -> float:
    half = F(1, 2)
    return z((tp + half) / (tp + fn + 1)) - z((fp + half) / (fp + tn + 1))


def criterion(tp: int, fp: int, fn: int, tn: int) -> float:
    hit, false = rates(tp, fp, fn, tn)
    return -(z(hit) + z(false)) / 2


def log_beta(tp: int, fp: int, fn: int, tn: int) -> float:
    hit, false = rates(tp, fp, fn, tn)
    return (z(false) ** 2 - z(hit) ** 2) / 2


def a_prime(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    """Stanislaw and Todorov's single formula for both sides of chance."""
    hit, false = rates(tp, fp, fn, tn)
    sign = 1 if hit >= false else -1
    gap = (hit - false) ** 2 + abs(hit - false)
    return F(1, 2) + sign * gap / (4 * max(hit, false) - 4 * hit * false)


def equitable(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    lucky = F((tp + fn) * (tp + fp), tp + fp + fn + tn)
    return (tp - lucky) / (tp + fp + fn - lucky)


def sedi(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    hit, false = rates(tp, fp, fn, tn)
    up = ln(false) - ln(hit) - ln(1 - false) + ln(1 - hit)
    return up / (ln(false) + ln(hit) + ln(1 - false) + ln(1 - hit))


def net_benefit(threshold: Fraction) -> Callable[..., Fraction]:
    def value(tp: int, fp: int, fn: int, tn: int) -> Fraction:
        return (tp - fp * threshold / (1 - threshold)) / (tp + fp + fn + tn)

    return value


def standardised_net_benefit(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    return net_benefit(F(1, 2))(tp, fp, fn, tn) / F(tp + fn, tp + fp + fn + tn)


def prevalence_for_ppv(ppv: Fraction) -> Callable[..., Fraction]:
    """Solved from Bayes' rule: the prior odds that LR+ turns into the posterior odds."""

    def value(tp: int, fp: int, fn: int, tn: int) -> Fraction:
        hit, false = rates(tp, fp, fn, tn)
        odds = (ppv / (1 - ppv)) * (false / hit)
        return odds / (1 + odds)

    return value


def iba(alpha: Fraction) -> Callable[..., Fraction]:
    def value(tp: int, fp: int, fn: int, tn: int) -> Fraction:
        sensitivity, specificity = F(tp, tp + fn), F(tn, tn + fp)
        return (1 + alpha * (sensitivity - specificity)) * sensitivity * specificity

    return value


def yule_y(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    same, other = root(tp * tn), root(fp * fn)
    return (same - other) / (same + other)


def corner(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    hit, false = rates(tp, fp, fn, tn)
    return root((1 - hit) ** 2 + false**2)


def adjusted_f(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    """F2, and F0.5 after the classes changed places."""
    return root(fbeta(F(2))(tp, fp, fn, tn) * fbeta(F(1, 2))(tn, fn, fp, tp))


def adjusted_g_mean(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    hit, false = rates(tp, fp, fn, tn)
    negatives = F(fp + tn, tp + fp + fn + tn)
    both = root(hit * (1 - false)) + decimal((1 - false) * negatives)
    return both / decimal(1 + negatives)


def p4(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    four = (F(tp, tp + fp), F(tp, tp + fn), F(tn, tn + fp), F(tn, tn + fn))
    return 4 / sum((1 / rate for rate in four), F(0))


def lift(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    return F(tp, tp + fp) / F(tp + fn, tp + fp + fn + tn)


def edi(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    hit, false = rates(tp, fp, fn, tn)
    return (ln(false) - ln(hit)) / (ln(false) + ln(hit))


def eds(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    n = tp + fp + fn + tn
    return 2 * ln(F(tp + fn, n)) / ln(F(tp, n)) - 1


def seds(tp: int, fp: int, fn: int, tn: int) -> Decimal:
    n = tp + fp + fn + tn
    return ln(F((tp + fp) * (tp + fn), n * n)) / ln(F(tp, n)) - 1


TWO: dict[str, Callable[..., Number]] = {
    "yule_y": yule_y,
    "braun_blanquet": lambda tp, fp, fn, tn: min(F(tp, tp + fp), F(tp, tp + fn)),
    "overlap_coefficient": lambda tp, fp, fn, tn: max(F(tp, tp + fp), F(tp, tp + fn)),
    "classification_success_index": lambda tp, fp, fn, tn: F(tp, tp + fp) + F(tp, tp + fn) - 1,
    "p4": p4,
    "adjusted_f": adjusted_f,
    "adjusted_g_mean": adjusted_g_mean,
    "distance_index": corner,
    "similarity_index": lambda *cells: 1 - corner(*cells) / root(2),
    "lift_score": lift,
    "information_score": lambda *cells: log2(lift(*cells)),
    "edi": edi,
    "eds": eds,
    "seds": seds,
    "frequency_bias": lambda tp, fp, fn, tn: F(tp + fp, tp + fn),
    "precision": lambda tp, fp, fn, tn: F(tp, tp + fp),
    "recall": lambda tp, fp, fn, tn: F(tp, tp + fn),
    "specificity": lambda tp, fp, fn, tn: F(tn, tn + fp),
    "npv": lambda tp, fp, fn, tn: F(tn, tn + fn),
    "fnr": lambda tp, fp, fn, tn: F(fn, tp + fn),
    "fpr": lambda tp, fp, fn, tn: F(fp, tn + fp),
    "fdr": lambda tp, fp, fn, tn: F(fp, tp + fp),
    "false_omission_rate": lambda tp, fp, fn, tn: F(fn, tn + fn),
    "prevalence": lambda tp, fp, fn, tn: F(tp + fn, tp + fp + fn + tn),
    "predicted_positive_rate": lambda tp, fp, fn, tn: F(tp + fp, tp + fp + fn + tn),
    "detection_rate": lambda tp, fp, fn, tn: F(tp, tp + fp + fn + tn),
    "f1": lambda tp, fp, fn, tn: F(2 * tp, 2 * tp + fp + fn),
    "fbeta": fbeta(F(1)),
    "fbeta(2)": fbeta(F(2)),
    "fbeta(0.5)": fbeta(F(1, 2)),
    "jaccard": lambda tp, fp, fn, tn: F(tp, tp + fp + fn),
    "informedness": lambda tp, fp, fn, tn: F(tp, tp + fn) + F(tn, tn + fp) - 1,
    "markedness": lambda tp, fp, fn, tn: F(tp, tp + fp) + F(tn, tn + fn) - 1,
    "lr_plus": lambda tp, fp, fn, tn: F(tp, tp + fn) / F(fp, fp + tn),
    "lr_minus": lambda tp, fp, fn, tn: F(fn, tp + fn) / F(tn, fp + tn),
    "dor": lambda tp, fp, fn, tn: F(tp * tn, fp * fn),
    "yule_q": lambda tp, fp, fn, tn: F(tp * tn - fp * fn, tp * tn + fp * fn),
    "fowlkes_mallows": lambda tp, fp, fn, tn: root(F(tp, tp + fp) * F(tp, tp + fn)),
    "prevalence_threshold": prevalence_threshold,
    "number_needed_to_diagnose": lambda tp, fp, fn, tn: 1 / (F(tp, tp + fn) - F(fp, fp + tn)),
    "optimized_precision": optimized_precision,
    "iba": iba(F(1, 10)),
    "iba(1)": iba(F(1)),
    "tversky": lambda tp, fp, fn, tn: F(2 * tp, 2 * tp + fp + fn),
    "tversky(0.25, beta=3)": lambda tp, fp, fn, tn: tp / (tp + F(1, 4) * fp + 3 * fn),
    "discriminant_power": discriminant_power,
    "d_prime": d_prime,
    "d_prime(loglinear)": d_prime_loglinear,
    "criterion": criterion,
    "log_beta": log_beta,
    "a_prime": a_prime,
    "threat_score_equitable": equitable,
    "sedi": sedi,
    "net_benefit": net_benefit(F(1, 2)),
    "net_benefit(0.1)": net_benefit(F(1, 10)),
    "standardised_net_benefit": standardised_net_benefit,
    "expected_cost": lambda tp, fp, fn, tn: F(fp + fn, tp + fp + fn + tn),
    "expected_cost(fn=25)": lambda tp, fp, fn, tn: F(fp + 25 * fn, tp + fp + fn + tn),
    "prevalence_for_ppv": prevalence_for_ppv(F(1, 2)),
    "prevalence_for_ppv(0.9)": prevalence_for_ppv(F(9, 10)),
}


# any number of classes; x[i][j] counts cases of class i called j


def margins(x: Counts) -> tuple[int, list[int], list[int]]:
    return (
        sum(map(sum, x)),
        [sum(row) for row in x],
        [sum(column) for column in zip(*x, strict=True)],
    )


def observed(x: Counts) -> Fraction:
    return F(sum(x[k][k] for k in range(len(x))), sum(map(sum, x)))


def recalls(x: Counts) -> list[Fraction]:
    return [F(row[k], sum(row)) for k, row in enumerate(x) if sum(row)]


def g_mean(x: Counts) -> Decimal:
    logs = [ln(r) for r in recalls(x)]
    return (sum(logs, Decimal(0)) / len(logs)).exp()


def r_k(x: Counts) -> Decimal:
    """Gorodkin's R_K with the sums as scikit-learn's guide writes them."""
    n, truth, called = margins(x)
    right = sum(x[k][k] for k in range(len(x)))
    up = right * n - sum(t * c for t, c in zip(truth, called, strict=True))
    spread = (n**2 - sum(c * c for c in called)) * (n**2 - sum(t * t for t in truth))
    return Decimal(up) / root(spread)


def beyond(agreement: Fraction, expected: Fraction) -> Fraction:
    return (agreement - expected) / (1 - expected)


def kappa(x: Counts) -> Fraction:
    n, truth, called = margins(x)
    return beyond(observed(x), F(sum(t * c for t, c in zip(truth, called, strict=True)), n * n))


def weighted_kappa(power: int) -> Callable[[Counts], Fraction]:
    def value(x: Counts) -> Fraction:
        n, truth, called = margins(x)
        indices = [(i, j) for i in range(len(x)) for j in range(len(x))]
        seen = sum(abs(i - j) ** power * x[i][j] for i, j in indices)
        expected = F(sum(abs(i - j) ** power * truth[i] * called[j] for i, j in indices), n)
        return 1 - seen / expected

    return value


def shares(x: Counts) -> list[Fraction]:
    n, truth, called = margins(x)
    return [F(t + c, 2 * n) for t, c in zip(truth, called, strict=True)]


def gwet_ac1(x: Counts) -> Fraction:
    return beyond(observed(x), sum(p * (1 - p) for p in shares(x)) / (len(x) - 1))


def krippendorff_alpha(x: Counts) -> Fraction:
    """From the coincidence matrix of two coders, as Krippendorff (2011) builds it."""
    classes = range(len(x))
    pairs = [[x[c][k] + x[k][c] for k in classes] for c in classes]
    values = [sum(row) for row in pairs]
    apart = [(c, k) for c in classes for k in classes if c != k]
    seen, expected = (
        sum(pairs[c][k] for c, k in apart),
        sum(values[c] * values[k] for c, k in apart),
    )
    return 1 - (sum(values) - 1) * F(seen, expected)


def entropy(counts: Sequence[int]) -> Decimal:
    n = sum(counts)
    return -sum((decimal(F(c, n)) * log2(F(c, n)) for c in counts if c), Decimal(0))


def mutual_information(x: Counts) -> Decimal:
    _, truth, called = margins(x)
    return entropy(truth) + entropy(called) - entropy([cell for row in x for cell in row])


def miller_madow(x: Counts) -> Decimal:
    """Each entropy with its own correction (m − 1)/(2n) nats."""
    n, truth, called = margins(x)

    def corrected(counts: Sequence[int]) -> Decimal:
        seen = sum(c > 0 for c in counts)
        return entropy(counts) + Decimal(seen - 1) / (2 * n * Decimal(2).ln())

    return corrected(truth) + corrected(called) - corrected([c for row in x for c in row])


def normalised(x: Counts) -> Decimal:
    _, truth, called = margins(x)
    return 2 * mutual_information(x) / (entropy(truth) + entropy(called))


def wolpaw(x: Counts) -> Decimal:
    right, classes = observed(x), len(x)
    if right < F(1, classes):
        return Decimal(0)
    wrong = 1 - right
    bits = log2(classes) + decimal(right) * log2(right)
    return bits + (decimal(wrong) * log2(wrong / (classes - 1)) if wrong else 0)


def f1_of_macro(x: Counts) -> Fraction:
    _, truth, called = margins(x)
    kept = [k for k in range(len(x)) if truth[k] or called[k]]
    recall = sum(F(x[k][k], truth[k]) for k in kept) / len(kept)
    precision = sum(F(x[k][k], called[k]) for k in kept) / len(kept)
    return 2 * precision * recall / (precision + recall)


def expected_agreement(x: Counts) -> Fraction:
    n, truth, called = margins(x)
    return sum((F(t, n) * F(c, n) for t, c in zip(truth, called, strict=True)), F(0))


def chi_squared(x: Counts) -> Fraction:
    """Over the rows and columns that are not empty; one alone leaves 0/0 by design."""
    n, truth, called = margins(x)
    if min(sum(t > 0 for t in truth), sum(c > 0 for c in called)) < 2:
        raise ZeroDivisionError
    cells = [(i, j) for i, t in enumerate(truth) for j, c in enumerate(called) if t and c]
    expected = {(i, j): F(truth[i] * called[j], n) for i, j in cells}
    return sum(((x[i][j] - expected[i, j]) ** 2 / expected[i, j] for i, j in cells), F(0))


def cramers_v(x: Counts) -> Decimal:
    n, truth, called = margins(x)
    fewer = min(sum(t > 0 for t in truth), sum(c > 0 for c in called))
    return root(chi_squared(x) / n / (fewer - 1))


def goodman_kruskal_lambda(x: Counts) -> Fraction:
    """1 − errors knowing the column / errors not knowing it."""
    n, truth, _ = margins(x)
    knowing = sum(sum(column) - max(column) for column in zip(*x, strict=True))
    return 1 - F(knowing, n - max(truth))


def transposed(x: Counts) -> Counts:
    return [list(column) for column in zip(*x, strict=True)]


def confusion_entropy(x: Counts, modified: bool = False) -> Decimal:
    """Class by class, as Wei et al. (2010) write it: equations 3 to 7.

    Modified: Delgado and Núñez-González (2019) count what is right once.
    """
    n, truth, called = margins(x)
    kept = [k for k in range(len(x)) if truth[k] + called[k]]
    base = ln(2 * (len(kept) - 1))
    concerned = [truth[k] + called[k] - (x[k][k] if modified else 0) for k in range(len(x))]
    weights = 2 * n - (sum(x[k][k] for k in kept) if modified and len(kept) > 2 else 0)
    whole = Decimal(0)
    for j in kept:
        of_class = Decimal(0)
        for k in (k for k in kept if k != j):
            for errors in (x[j][k], x[k][j]):
                p = F(errors, concerned[j])
                of_class -= decimal(p) * ln(p) / base if p else 0
        whole += decimal(F(concerned[j], weights)) * of_class
    return whole


def tschuprow_t(x: Counts) -> Decimal:
    n, truth, called = margins(x)
    free = (sum(t > 0 for t in truth) - 1) * (sum(c > 0 for c in called) - 1)
    return (decimal(chi_squared(x) / n) / root(free)).sqrt()


def bangdiwala_b(x: Counts) -> Fraction:
    _, truth, called = margins(x)
    squares = sum(x[k][k] ** 2 for k in range(len(x)))
    return F(squares, sum(t * c for t, c in zip(truth, called, strict=True)))


def given(x: Counts) -> Decimal:
    """Entropy of the rows, each weighted by its size: of the calls given the truth."""
    n = sum(map(sum, x))
    return sum((decimal(F(sum(row), n)) * entropy(row) for row in x if sum(row)), Decimal(0))


def cross_entropy(x: Counts) -> Decimal:
    n, truth, called = margins(x)
    pairs = [(t, c) for t, c in zip(truth, called, strict=True) if t]
    return -sum((decimal(F(t, n)) * log2(F(c, n)) for t, c in pairs), Decimal(0))


def class_balance_accuracy(x: Counts) -> Fraction:
    _, truth, called = margins(x)
    kept = [k for k in range(len(x)) if truth[k] + called[k]]
    return sum((F(x[k][k], max(truth[k], called[k])) for k in kept), F(0)) / len(kept)


def adjusted_balanced_accuracy(x: Counts) -> Fraction:
    found = recalls(x)
    return beyond(sum(found, F(0)) / len(found), F(1, len(found)))


def g_mean_of_macro(x: Counts) -> Decimal:
    n, truth, called = margins(x)
    kept = [k for k in range(len(x)) if truth[k] + called[k]]
    hit = sum((F(x[k][k], truth[k]) for k in kept), F(0)) / len(kept)
    right = [F(n - truth[k] - called[k] + x[k][k], n - truth[k]) for k in kept]
    return root(hit * sum(right, F(0)) / len(kept))


def macro_mae(x: Counts) -> Fraction:
    rows = [(i, row) for i, row in enumerate(x) if sum(row)]
    each = [F(sum(abs(i - j) * w for j, w in enumerate(row)), sum(row)) for i, row in rows]
    return sum(each, F(0)) / len(each)


ANY: dict[str, Callable[[Counts], Number]] = {
    "accuracy": observed,
    "error_rate": lambda x: 1 - observed(x),
    "hamming_loss": lambda x: 1 - observed(x),
    "balanced_accuracy": lambda x: sum(recalls(x)) / len(recalls(x)),
    "g_mean": g_mean,
    "mcc": r_k,
    "kappa": kappa,
    "kappa_linear": weighted_kappa(1),
    "kappa_quadratic": weighted_kappa(2),
    "scott_pi": lambda x: beyond(observed(x), F(sum(p * p for p in shares(x)))),
    "gwet_ac1": gwet_ac1,
    "bennett_s": lambda x: beyond(observed(x), F(1, len(x))),
    "krippendorff_alpha": krippendorff_alpha,
    "no_information_rate": lambda x: F(max(map(sum, x)), sum(map(sum, x))),
    "mutual_information_bits": mutual_information,
    "mutual_information_bits(miller_madow)": miller_madow,
    "normalised_mutual_information": normalised,
    "entropy_bits": lambda x: entropy([sum(row) for row in x]),
    "information_transfer_rate": wolpaw,
    "information_transfer_rate(mutual_information)": mutual_information,
    "f1_of_macro": f1_of_macro,
    "expected_agreement": expected_agreement,
    "chi_squared": chi_squared,
    "cramers_v": cramers_v,
    "goodman_kruskal_lambda": goodman_kruskal_lambda,
    "goodman_kruskal_lambda(prediction)": lambda x: goodman_kruskal_lambda(transposed(x)),
    "confusion_entropy": confusion_entropy,
    "modified_confusion_entropy": lambda x: confusion_entropy(x, modified=True),
    "tschuprow_t": tschuprow_t,
    "pearson_c": lambda x: root(chi_squared(x) / (margins(x)[0] + chi_squared(x))),
    "bangdiwala_b": bangdiwala_b,
    "entropy_bits(prediction)": lambda x: entropy(margins(x)[2]),
    "entropy_bits(both)": lambda x: entropy([cell for row in x for cell in row]),
    "conditional_entropy_bits": lambda x: given(transposed(x)),
    "conditional_entropy_bits(prediction)": given,
    "relative_classifier_information": lambda x: mutual_information(x) / entropy(margins(x)[1]),
    "relative_classifier_information(prediction)": lambda x: (
        mutual_information(x) / entropy(margins(x)[2])
    ),
    "cross_entropy_bits": cross_entropy,
    "kl_divergence_bits": lambda x: cross_entropy(x) - entropy(margins(x)[1]),
    "class_balance_accuracy": class_balance_accuracy,
    "adjusted_balanced_accuracy": adjusted_balanced_accuracy,
    "g_mean_of_macro": g_mean_of_macro,
    "macro_mae": macro_mae,
}


def value(key: str, x: Counts) -> float:
    """The exact value of a metric as the nearest float."""
    if key in ANY:
        return float(ANY[key](x))
    (tn, fp), (fn, tp) = x
    return float(TWO[key](tp, fp, fn, tn))
