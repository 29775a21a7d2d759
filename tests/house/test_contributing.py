"""The text of CONTRIBUTING.md works: its metric, added as it says, is known everywhere."""

import re
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.stats import ks_2samp

import veracity as vc
from tests.cautions.catalogue.test_catalogue import test_records_are_complete as complete_record
from tests.cautions.samples import counts
from tests.curves.kinds import test_every_kind as of_curves
from tests.curves.tables import rows, table_of
from tests.intervals.formulas import test_proportion_laws as of_proportions
from tests.metrics.claims import check_claims
from veracity.cautions.catalogue import finding as cautions
from veracity.errors import CannotMerge
from veracity.intervals import Estimator, Settings
from veracity.intervals.formulas import proportion
from veracity.metrics import CATALOGUE, Metric, find
from veracity.metrics.catalogue import finding
from veracity.metrics.record import cases, metric
from veracity.metrics.record.interval_facts import Proportion
from veracity.plots import draw
from veracity.statistics.joint.joint_scores import JointScores
from veracity.words import Text
from veracity.words.messages import say


def block(root: Path, language: str, name: str) -> str:
    """The one piece of code of the text that makes this name."""
    text = (root / "CONTRIBUTING.md").read_text("utf-8")
    blocks = re.findall(rf"^ *```{language}\n(.*?)^ *```", text, flags=re.DOTALL | re.MULTILINE)
    makes = re.compile(rf"^(?:def |class |\[)?{name}\b(?: =|[\](:])", re.MULTILINE)
    (found,) = (code for code in map(textwrap.dedent, blocks) if makes.search(code))
    return found


def executed(root: Path, name: str, known: dict[str, Any] | None = None) -> Any:
    """What a piece of code makes under this name, as a module of its own or inside another."""
    names: dict[str, Any] = {"__name__": "recipe", **(known or {})}
    exec(compile(block(root, "py", name), "CONTRIBUTING.md", "exec"), names)
    return names[name]


@pytest.fixture
def written(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Metric]:
    """The record in the text, made with the names that its neighbours import, and listed."""
    record = executed(root, "KULCZYNSKI", {**vars(metric), **vars(cases), "Text": Text})
    monkeypatch.setitem(CATALOGUE, record.key, record)
    _forget()
    yield record
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for cache in (finding.find, finding._by_name, finding.record_of):
        cache.cache_clear()


def test_the_metric_of_the_text_keeps_every_claim(written: Metric) -> None:
    check_claims(written)


def test_a_listed_metric_is_known_everywhere(written: Metric) -> None:
    matrix = vc.ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5)
    estimate = matrix.evaluate()[written.key]
    assert estimate.value == pytest.approx((4 / 5 + 4 / 6) / 2, rel=1e-15)
    assert estimate.low < estimate.value < estimate.high
    assert "Kulczyński's similarity" in vc.explain("Kulczyński 相似度", lang="en")
    assert matrix.metric(f"macro_{written.key}") > 0.5


def test_every_file_the_text_names_exists(root: Path) -> None:
    text = (root / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z_]+\.py)`", text))
    there = {path.name for path in (root / "src/veracity").rglob("*.py")}
    assert named, "the text names the files of records"
    assert named <= there


@pytest.mark.parametrize(
    "holds",
    [
        of_curves.test_columns_names_and_windows,
        of_curves.test_one_score,
        of_curves.test_no_rows,
        of_curves.test_leading_axes_are_a_loop,
        of_curves.test_weights_of_any_size,
    ],
    ids=lambda test: test.__name__,
)
def test_the_curve_of_the_text_is_as_every_curve(root: Path, holds: Any) -> None:
    holds(executed(root, "ks"))


def test_the_peak_of_the_curve_is_that_of_scipy(root: Path) -> None:
    truth, score = (np.asarray(column) for column in rows(4, 500)[:2])
    curve = executed(root, "ks")(table_of(truth, score))
    expected = ks_2samp(score[truth == 1], score[truth == 0]).statistic
    assert np.abs(curve.y).max() == pytest.approx(expected, abs=1e-12)


def test_the_picture_of_the_text_is_drawn(root: Path) -> None:
    ks, picture_of = executed(root, "ks"), executed(root, "ks_picture")
    picture = picture_of(ks(table_of([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])))
    assert picture["curve"].y.tolist() == [0.0, 0.5, 0.0, 0.5, 0.0]
    ax = Figure().subplots()
    draw(picture, ax, lang="en")
    assert ax.get_title(loc="left") == "KS curve"
    for words in (picture.title, picture.x.label, picture.y.label, *picture.labels):
        assert words.zh != words.en
    assert "no negative" in picture_of(ks(table_of([1, 1], [0.2, 0.7]))).note


def test_the_caution_of_the_text_speaks(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = executed(root, "BALANCED")
    complete_record(check)
    monkeypatch.setattr(cautions, "CHECKS", (*cautions.CHECKS, check))
    (said,) = cautions.cautions_of(counts(tp=400, fn=100, fp=50, tn=450))
    assert (said.key, said.evidence) == ("balanced_by_design", {"each": 500})
    assert "500 rows of each class" in said.message
    assert "每个类别都有 500 行" in said.message.zh
    assert cautions.cautions_of(counts(tp=400, fn=101, fp=50, tn=450)) == ()


def test_the_message_of_the_text_can_be_said(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = tomllib.loads(block(root, "toml", "sizes_unequal"))
    made = {key: Text(entry["en"], entry["zh"]) for key, entry in entries.items()}
    monkeypatch.setattr("veracity.words.messages.read", lambda file: made)
    said = say("sizes_unequal", sizes="3, 4", n=1)
    assert "hold 3, 4 rows" in said.en
    assert "(1 row)" in said.en
    assert "（1 行）" in said.zh


def test_the_interval_of_the_text_keeps_the_laws(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arcsine = executed(root, "arcsine", vars(proportion))
    monkeypatch.setitem(proportion.PROPORTION_METHODS, "arcsine", arcsine)
    of_proportions.test_none_of_n_and_all_of_n("arcsine")
    of_proportions.test_arrays_are_a_loop("arcsine")
    of_proportions.test_without_trials_there_is_no_interval("arcsine")
    # 3 of 12: arcsin √(1/4) is π/6 exactly
    half = 1.959963984540054 / (2 * 12**0.5)
    expected = np.sin(np.pi / 6 - half) ** 2, np.sin(np.pi / 6 + half) ** 2
    assert proportion.proportion_interval(3, 12, "arcsine") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_statistic_of_the_text_merges(root: Path, weighted: bool) -> None:
    ties = executed(root, "TopTies")
    random = np.random.default_rng(3)
    shares = random.integers(1, 4, (3, 200)).astype(float)
    truth, cluster = random.integers(0, 3, 200), np.arange(200) // 10
    weight = random.integers(1, 5, 200).astype(float) if weighted else None

    def made(some: slice) -> Any:
        return ties.of_joint(
            JointScores.of_rows(
                truth[some],
                dict(enumerate(shares[:, some])),
                None if weight is None else weight[some],
                labels=range(3),
                cluster=cluster[some],
                cluster_labels=range(20),
            )
        )

    whole, parts = made(slice(None)), made(slice(0, 90)) + made(slice(90, None))
    tied = (shares == shares.max(0)).sum(0)
    by_hand = np.bincount(tied - 1, weight, 3)
    assert whole.weight.tolist() == parts.weight.tolist() == by_hand.tolist()
    assert whole.sum_of_squares.tolist() == parts.sum_of_squares.tolist()
    assert whole.clusters == parts.clusters
    assert whole.by_cluster().weight.sum(0).tolist() == by_hand.tolist()
    assert whole.tied == by_hand[1:].sum()
    with pytest.raises(ValueError, match="read-only"):
        whole.weight[0] = 9
    with pytest.raises(CannotMerge, match="labels"):
        whole + ties(np.zeros(3), ("a", "b", "c"))
    with pytest.raises(CannotMerge, match="cluster"):
        whole + ties(np.zeros(3), whole.labels)


def test_the_statistic_of_the_text_has_intervals(root: Path) -> None:
    """A record that reads it is estimated as it stands: Wilson's interval of the tied rows."""
    ties = executed(root, "TopTies")
    share = Metric(**(_fields(find("top_k_accuracy")) | _TIED | {"reads": ties}))
    found = Estimator(ties(np.array([6.0, 3.0, 1.0]), (0, 1, 2)), Settings()).estimate(share)
    expected = proportion.proportion_interval(4, 10)
    assert (found.value, found.n) == (0.4, 10)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-12)


_TIED = {
    "key": "top_tie_rate",
    "compute": lambda ties: ties.tied / ties.total,
    "interval": Proportion(lambda ties: ties.tied, lambda ties: ties.total),
    "parameters": (),
    "values": {},
    "restate": None,
    "examples": (),
}


def _fields(record: Metric) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__dataclass_fields__}
