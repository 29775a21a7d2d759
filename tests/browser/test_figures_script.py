"""The script of the page computes and writes what the library does: its functions beside ours."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from veracity.metrics import find
from veracity.reports.page.page import TEMPLATES
from veracity.reports.tables.live import KEYS, share_text, threshold_text, whole_cases
from veracity.results import figure
from veracity.statistics import ConfusionMatrix
from veracity.words.layout import number

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def ran(chromium):
    """What an expression of `given` is, with the functions of the page at hand."""
    page = chromium.new_page()
    page.add_script_tag(content=(TEMPLATES / "figures.js").read_text("utf-8"))
    yield lambda call, given: page.evaluate(f"given => {call}", given)
    page.close()


def counts():
    rng = np.random.default_rng(0)
    plain = rng.integers(0, 50, (60, 4)).tolist()
    edges = [[bool(n & (1 << i)) * 7 for i in range(4)] for n in range(1, 16)]
    weighted = rng.random((10, 4)).tolist()
    huge = [[8_000_000, 1_000, 3, 9_000_000_000]]
    names = ("tp", "fp", "fn", "tn")
    return [dict(zip(names, map(float, c), strict=True)) for c in plain + edges + weighted + huge]


def matrix(c):
    return ConfusionMatrix([[c["tn"], c["fp"]], [c["fn"], c["tp"]]], labels=(0, 1), pos_label=1)


def same(mine, library):
    if math.isnan(library):
        return math.isnan(mine)
    return mine == pytest.approx(library, rel=1e-12, abs=1e-12)


def test_figures_are_the_library_s(ran):
    given = counts()
    for c, made in zip(given, ran("given.map(figures.of)", given), strict=True):
        for key in KEYS:
            assert same(made[key], float(find(key)(matrix(c)))), (key, c)


def test_a_worked_example(ran):
    """TP 4, FP 1, FN 2, TN 5, by hand: MCC = 18 / sqrt(5 · 6 · 6 · 7)."""
    made = ran("figures.of(given)", {"tp": 4, "fp": 1, "fn": 2, "tn": 5})
    assert made["recall"] == pytest.approx(4 / 6)
    assert made["precision"] == pytest.approx(4 / 5)
    assert made["npv"] == pytest.approx(5 / 7)
    assert made["f1"] == pytest.approx(8 / 11)
    assert made["mcc"] == pytest.approx(18 / math.sqrt(5 * 6 * 6 * 7))


@pytest.mark.parametrize("share", [0.0001, 0.02, 0.5, 0.97])
def test_at_another_prevalence_too(ran, share):
    given = [c for c in counts() if c["tp"] + c["fn"] > 0 and c["fp"] + c["tn"] > 0]
    call = f"given.map(c => figures.of(figures.atPrevalence(c, {share})))"
    for c, made in zip(given, ran(call, given), strict=True):
        moved = matrix(c).at_prevalence(share)
        for key in KEYS:
            assert same(made[key], float(find(key)(moved))), (key, c)


def test_numbers_are_written_alike(ran):
    rng = np.random.default_rng(1)
    values = [
        *rng.random(300).tolist(),
        *(10 ** rng.uniform(-7, 7, 300)).tolist(),
        *(-rng.random(20)).tolist(),
        *[n / 16 for n in range(1, 200)],  # exact halves: to even, as Python does
        *[n / 8 for n in range(1, 100)],
        *[0.0, 1.0, 0.9995, 0.99981, 0.9999999, 1e-9, 0.001, 0.0009999, 9.9996, 999.999, 1000.5],
    ]
    made = ran("given.map(v => [figures.text(v), figures.short(v, 5), figures.count(v)])", values)
    for value, (text, short, count) in zip(values, made, strict=True):
        assert text == figure(value), value
        assert short == threshold_text(value), value
        if value >= 0.001:
            assert count == number(value), value
    for error in (0.2, 0.04, 2.2e-4, 1e-5):
        made = ran(f"given.map(v => figures.text(v, {error}))", values)
        assert made == [figure(value, error) for value in values]


def test_shares_are_written_alike(ran):
    values = [*ran("figures.shares()", 0), *np.random.default_rng(4).random(200).tolist(), 0.0, 1.0]
    for value, text in zip(values, ran("given.map(figures.percent)", values), strict=True):
        assert text == share_text(value), value


def test_thousands_are_rounded_alike(ran):
    values = [n / 8 for n in range(1, 400)] + np.random.default_rng(2).uniform(0, 1e3, 100).tolist()
    for value, text in zip(values, ran("given.map(v => figures.fixed(v, 1))", values), strict=True):
        assert text == f"{value:.1f}"
    shares = [{"called": one / 1000, "right": one**3 / 1e9} for one in values]
    assert ran("given.map(figures.wholeCases)", shares) == [whole_cases(one) for one in shares]


def test_infinite_and_undefined(ran):
    assert ran("[1 / 0, -1 / 0, 0 / 0].map(figures.text)", 0) == ["∞", "−∞", "—"]
    assert [figure(v) for v in (math.inf, -math.inf, math.nan)] == ["∞", "−∞", "—"]
    assert ran("[figures.ratio(0, 0), figures.ratio(2, 0)]", 0)[1] == math.inf
    assert math.isnan(ran("figures.ratio(0, 0)", 0))


def test_places_on_axes(ran):
    assert ran("figures.place(given, [-0.02, 1.02, 'linear'])", 0.5) == pytest.approx(0.5)
    assert ran("figures.place(given, [0.01, 100, 'log'])", 1) == pytest.approx(0.5)
    assert ran("figures.place(given, [0.1, 0.9, 'logit'])", 0.5) == pytest.approx(0.5)
    assert math.isnan(ran("figures.place(given, [0, 1, 'linear'])", 1.2))
    assert ran("figures.place(given, [0.001, 0.999, 'probit'])", 0.5) == pytest.approx(0.5)
    assert math.isnan(ran("figures.place(given, [0.001, 0.999, 'probit'])", 0))


def test_normal_deviates(ran):
    values = [1e-7, 1e-4, 0.001, 0.02, 0.3, 0.5, 0.7, 0.975, 0.9999, 1 - 1e-7]
    for p, deviate in zip(values, ran("given.map(figures.probit)", values), strict=True):
        assert deviate == pytest.approx(NormalDist().inv_cdf(p), abs=1e-7)
