"""Every shape of ratings gives the same answer; what cannot be answered says why."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

import veracity as vc
from veracity.cli.main import main
from veracity.errors import VeracityError
from veracity.metrics.rater_figures import levels
from veracity.metrics.rater_figures.figures import FIGURES
from veracity.raters.inputs import read_ratings

ROWS = [["a", "a", None], ["b", "a", "b"], ["b", "b", "b"], ["a", None, "a"], ["b", "a", "a"]]
LONG = {
    "unit": [u for u, row in enumerate(ROWS) for v in row if v],
    "rater": [r for row in ROWS for r, v in zip("xyz", row, strict=True) if v],
    "rating": [v for row in ROWS for v in row if v],
}


def shapes(folder):
    wide = pd.DataFrame(ROWS, columns=list("xyz"))
    pd.DataFrame(LONG).to_csv(folder / "long.csv", index=False)
    wide.to_csv(folder / "wide.csv", index=False)
    names = {"unit": "unit", "rater": "rater", "rating": "rating"}
    yield {"ratings": ROWS}
    yield {"ratings": np.array(ROWS, object)}
    yield {"ratings": wide}
    yield {"ratings": pl.DataFrame(ROWS, schema=list("xyz"), orient="row")}
    yield {"ratings": {name: [row[k] for row in ROWS] for k, name in enumerate("xyz")}}
    yield {"data": pd.DataFrame(LONG), **names}
    yield {"data": str(folder / "long.csv"), **names}
    yield {"data": str(folder / "long.csv"), "unit": "unit", "rating": "rating"}
    yield {"data": str(folder / "wide.csv"), "rating": ["x", "y", "z"]}


def test_every_shape(tmp_path) -> None:
    first, *others = [vc.agreement(**one, measure="fleiss_kappa") for one in shapes(tmp_path)]
    assert first.n == 5
    for other in others:
        assert (other.value, other.low, other.high) == (first.value, first.low, first.high)


def test_the_command(tmp_path) -> None:
    list(shapes(tmp_path))
    long = [str(tmp_path / "long.csv"), "--unit", "unit", "--rater", "rater", "--rating", "rating"]
    done = CliRunner().invoke(main, ["agreement", *long, "--measure", "gwet_ac1"])
    value = vc.agreement(ROWS, measure="gwet_ac1")
    assert done.exit_code == 0
    assert str(value) in done.output
    wide = [str(tmp_path / "wide.csv"), "--rating", "x", "--rating", "y", "--rating", "z"]
    done = CliRunner().invoke(main, ["agreement", *wide, "--format", "json"])
    assert done.exit_code == 0
    assert done.output.count('"measure"') == 6
    assert CliRunner().invoke(main, ["agreement", long[0]]).exit_code == 2


def test_patterns_merge() -> None:
    whole = read_ratings(ROWS)
    parts = read_ratings(ROWS[:2]) + read_ratings(ROWS[2:])
    assert parts.codes.tolist() == whole.codes.tolist()
    assert parts.weight.tolist() == whole.weight.tolist()
    other = read_ratings({"new": ["c", "a"], 1: ["a", "a"]})
    added = whole + other
    assert added.raters == (1, 2, 3, "new")
    assert added.labels == ("a", "b", "c")
    assert added.units == 7
    clustered = read_ratings(ROWS, cluster=list("ppqqq"))
    with pytest.raises(VeracityError):
        clustered + whole
    assert clustered.clusters == 2


def test_undefined_with_a_reason() -> None:
    for ratings, why in (
        ([[1], [2]], "two raters"),
        ([[1, None], [None, 2]], "two raters"),
        ([[1, 1], [1, 1]], "All ratings are equal"),
    ):
        for key in FIGURES:
            found = vc.agreement(ratings, measure=key)
            assert math.isnan(found.value)
            assert math.isnan(found.low)
            assert why in found.note.en
            assert found.note.zh
    one = vc.agreement([[1, 2, 1]], measure="fleiss_kappa")
    assert one.value == pytest.approx(-0.5)
    assert math.isnan(one.low)
    assert "One unit" in one.note.en
    listed = vc.agreement([[1, 1], [1, 1]], measure="gwet_ac1", labels=[1, 2])
    assert listed.value == 1  # chance agrees never where only one of two categories is used
    assert listed.low < 1


def test_perfect_agreement_is_not_certain() -> None:
    found = vc.agreement([[1, 1], [2, 2]] * 10)
    assert found.value == 1
    z2 = 1.959963984540054**2  # Wilson's upper limit of none in 20 units, over D_e = 20/39
    assert found.low == pytest.approx(1 - z2 / (20 + z2) / (20 / 39))
    assert found.high == 1


def test_clusters_widen_where_they_repeat() -> None:
    random = np.random.default_rng(3)
    rows = random.integers(0, 3, (15, 3))
    again = np.repeat(rows, 4, axis=0)
    alone = vc.agreement(again, measure="gwet_ac1")
    whole = vc.agreement(again, measure="gwet_ac1", cluster=np.repeat(np.arange(15), 4))
    single = vc.agreement(rows, measure="gwet_ac1")
    assert whole.method == "delta (clusters)"
    assert (whole.low, whole.high) == pytest.approx((single.low, single.high))
    assert whole.high - whole.low > 1.8 * (alone.high - alone.low)
    drawn = vc.agreement(again, cluster=np.repeat(np.arange(15), 4), method="percentile")
    assert drawn.method == "percentile"
    assert math.isnan(vc.agreement(rows, cluster=["p"] * 15).low)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"ratings": [[1, 2], [1]]}, "lengths"),
        ({"ratings": [["a", 1]]}, "text"),
        ({"ratings": [["a", "b"], ["c", "a"]], "level": "ordinal"}, "order"),
        ({"ratings": [["a", "b"]], "level": "interval"}, "numbers"),
        ({"ratings": [[-1, 2]], "level": "ratio"}, "0 or more"),
        ({"ratings": [[1, 2]], "level": "odd"}, "nominal, ordinal"),
        ({"ratings": [[1, 2]], "measure": "kappa"}, "krippendorff_alpha"),
        ({"ratings": [[1, 2]], "measure": "gwet_ac1", "level": "ordinal"}, "gwet_ac2"),
        ({"ratings": [[1, 2]], "labels": [1]}, "are missing from labels="),
        ({"ratings": [[1, 2]], "method": "odd"}, "percentile"),
        ({"ratings": [[1, 2]], "rater": "x"}, "rater="),
        ({"ratings": [[1, 2]], "confidence_level": 2}, ""),
        ({"ratings": []}, "No ratings"),
        ({"ratings": 3}, "mapping"),
        ({}, "data="),
        ({"data": {"u": [1, 1], "w": [1, 1], "r": [1, 2]}, "unit": "u"}, "rating="),
        (
            {"data": {"u": [1, 1], "w": [1, 1], "r": [1, 2]}, "unit": "u", "rater": "w",
             "rating": "r"},
            "same rater",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(given, words) -> None:
    with pytest.raises(VeracityError) as refused:
        vc.agreement(**given)
    assert words in str(refused.value)


def test_many_categories(monkeypatch) -> None:
    monkeypatch.setattr(levels, "MOST_CATEGORIES", 3)
    rows = [[1.5, 1.7], [2.0, 2.5], [3.25, 3.0]]
    with pytest.raises(VeracityError, match="at most 3"):
        vc.agreement(rows, level="ratio")
    assert vc.agreement(rows, level="interval").value > 0.8


def test_ordered_text_and_categories_nobody_used() -> None:
    rows = [["low", "mid"], ["high", "high"], ["mid", "mid"], ["low", "low"]]
    given = vc.agreement(rows, level="ordinal", labels=["low", "mid", "high"]).value
    assert given == pytest.approx(
        vc.agreement([[0, 1], [2, 2], [1, 1], [0, 0]], level="ordinal").value
    )
    frame = pd.DataFrame(rows).astype(pd.CategoricalDtype(["low", "mid", "high"], ordered=True))
    assert vc.agreement(frame, level="ordinal").value == pytest.approx(given)
    three = vc.agreement(rows, measure="randolph_kappa").value
    four = vc.agreement(rows, measure="randolph_kappa", labels=["low", "mid", "high", "top"]).value
    assert three == pytest.approx((3 / 4 - 1 / 3) / (2 / 3))
    assert four == pytest.approx((3 / 4 - 1 / 4) / (3 / 4))


@pytest.mark.parametrize("seed", range(12))
def test_hostile_small_inputs(seed) -> None:
    random = np.random.default_rng(seed)
    n, raters, q = random.integers(1, 12), random.integers(1, 5), random.integers(1, 5)
    rows = random.integers(0, q, (n, raters)).astype(float)
    rows[random.random((n, raters)) < 0.3] = np.nan
    for key in FIGURES:
        for level in ("nominal",) if key == "gwet_ac1" else levels.LEVELS:
            for method in ("auto", "percentile"):
                found = vc.agreement(rows, measure=key, level=level, method=method)
                if found.defined and not math.isnan(found.low):
                    assert found.low - 1e-9 <= found.value <= found.high + 1e-9 <= 1 + 2e-9
                else:
                    assert found.note.en


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_numbers_of_csv_files_are_numbers(tmp_path, level):
    rows = [[1, 1], [2, 2], [10, 1], [2, 2], [10, None]]
    wide = pd.DataFrame(rows, columns=["a", "b"], dtype="Int64")
    wide.to_csv(tmp_path / "wide.csv", index=False)
    tall = [(u, r, v) for u, row in enumerate(rows) for r, v in zip("ab", row, strict=True)]
    pd.DataFrame(tall, columns=["u", "r", "x"]).to_csv(tmp_path / "tall.csv", index=False)
    (tmp_path / "commas.csv").write_text("a;b\n1,5;1,5\n2;2\n10;1,5\n2;2\n10;\n")
    expected = vc.agreement(rows, level=level)
    names = {"unit": "u", "rater": "r", "rating": "x"}
    labels = [1, 2, 10]
    for given in (None, labels):
        found = vc.agreement(
            data=tmp_path / "wide.csv", rating=["a", "b"], level=level, labels=given
        )
        tall_found = vc.agreement(data=tmp_path / "tall.csv", **names, level=level, labels=given)
        assert found.value == tall_found.value == expected.value
    half = [[1.5 if v == 1 else v for v in row] for row in rows]
    found = vc.agreement(data=tmp_path / "commas.csv", rating=["a", "b"], level=level)
    assert found.value == vc.agreement(half, level=level).value
    ran = CliRunner().invoke(
        main,
        f"agreement '{tmp_path / 'wide.csv'}' --rating a --rating b --level {level} "
        "--label 1 --label 2 --label 10",
    )
    assert ran.exit_code == 0, ran.output


def test_codes_and_listed_text_of_csv_files_stay_text(tmp_path):
    (tmp_path / "codes.csv").write_text("a,b\n01,01\n02,01\n")
    assert read_ratings(data=tmp_path / "codes.csv", rating=["a", "b"]).labels == ("01", "02")
    (tmp_path / "text.csv").write_text("a,b\n1,1\n2,1\n")
    found = read_ratings(data=tmp_path / "text.csv", rating=["a", "b"], labels=["2", "1"])
    assert found.labels == ("2", "1")


def test_what_is_wrong_with_ratings_is_said_of_what_is_wrong():
    with pytest.raises(VeracityError, match="cluster needs one value per unit: 2, not 1"):
        vc.agreement([[1, 1], [2, 2]], cluster=[1])
    assert "No unit has ratings of two raters" in vc.agreement([[None, None], [None, 1]]).note.en
