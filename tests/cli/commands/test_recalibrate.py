"""`veracity recalibrate`: figures before and after, the map, and files with a column more."""

import json
from pathlib import Path

import numpy as np
import pytest

import veracity as vc

RNG = np.random.default_rng(1)
TRUTH = RNG.integers(0, 2, 200)
P = np.round(np.clip(0.5 + 0.2 * (TRUTH - 0.5) + RNG.normal(0, 0.2, 200), 0.01, 0.99), 3)
ASK = ("--true", "y", "--proba", "p")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scores.csv"
    rows = (f"{t},{p},k{i}" for i, (t, p) in enumerate(zip(TRUTH, P, strict=True)))
    path.write_text("y,p,name\n" + "\n".join(rows) + "\n")
    return path


def test_before_and_after_are_those_of_python(veracity, file) -> None:
    done = veracity("recalibrate", file.name, *ASK, "--method", "platt", "--cv", "5")
    made = vc.recalibrate("y", "p", data=str(file), method="platt", cv=5)
    assert done.out.startswith(f"{made.text('en')}\n\nMore: --verbose")
    told = json.loads(veracity("recalibrate", file.name, *ASK, "--format", "json").stdout)
    assert told["before"]["brier"]["value"] == pytest.approx(np.mean((P - TRUTH) ** 2))
    assert told["cv"] is None


def test_the_map_is_applied_to_another_file(veracity, file, tmp_path: Path) -> None:
    (tmp_path / "new.csv").write_text("id;p\na;0.2\nb;0.9\n")
    done = veracity(
        *("recalibrate", file.name, *ASK, "--method", "platt"),
        *("--apply", "new.csv", "--out", "made.csv", "--save", "map.v"),
    )
    assert done.returncode == 0
    head, first, second = (tmp_path / "made.csv").read_text().splitlines()
    assert head.split(";") == ["id", "p", "p_calibrated"]
    kept = vc.load(tmp_path / "map.v")
    assert float(first.split(";")[2]) == pytest.approx(kept.transform([0.2])[0])
    assert float(second.split(";")[2]) == pytest.approx(kept.transform([0.9])[0])
    assert "wrote made.csv" in done.err


def test_what_is_read_is_not_overwritten_unasked(veracity, file) -> None:
    before = file.read_bytes()
    done = veracity("recalibrate", file.name, *ASK, "--out", file.name)
    assert done.returncode == 2
    assert "--overwrite" in done.err
    assert file.read_bytes() == before
    assert veracity("recalibrate", file.name, *ASK, "--out", file.name, "--overwrite").err
    assert file.read_text().splitlines()[0] == "y,p,name,p_calibrated"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--true", "y"), "--proba"),
        ((*ASK, "--apply", "new.csv"), "--out"),
        ((*ASK, "--report", "x.docx"), ".html"),
        ((*ASK, "--out", "made.parquet"), "made.parquet"),
    ],
)
def test_refused_in_one_paragraph(veracity, file, words: tuple[str, ...], said: str) -> None:
    done = veracity("recalibrate", file.name, *words)
    assert done.returncode == 2
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert sorted(path.name for path in file.parent.iterdir()) == ["scores.csv"]


def test_a_column_without_a_name_stays_as_it_is(veracity, tmp_path) -> None:
    """What pandas writes of an index; DuckDB knows no empty name."""
    rows = "".join(f'{i},{i % 2},0.{i % 9 + 1},"a,{i}"\n' for i in range(40))
    (tmp_path / "a.csv").write_text(f',y,p,"n,m"\n{rows}')
    words = ("--true", "y", "--proba", "p", "--out", "b.csv", "--quiet")
    done = veracity("recalibrate", "a.csv", *words)
    assert (done.returncode, done.err) == (0, "")
    first, second = (tmp_path / "b.csv").read_text().splitlines()[:2]
    assert first == ',y,p,"n,m",p_calibrated'
    assert second.startswith('0,0,0.1,"a,0",')
