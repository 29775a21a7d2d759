"""What messages advise can be typed: dates as labels, options instead of Python."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import polars as pl
import pytest

from tests.cli.conftest import Shell
from veracity.cli.terminal.in_options import as_options

DAYS = [date(2024, 1, 1), date(2024, 1, 2), None, date(2024, 1, 2)]
CHANCES = [0.2, 0.9, 0.5, 0.4]  # at 0.5: one of two positives is found, the negative is none


@pytest.fixture
def dated(tmp_path: Path) -> Shell:
    times = [None if day is None else datetime(day.year, day.month, day.day) for day in DAYS]
    zoned = pl.Series(times).dt.replace_time_zone("UTC")
    table = pl.DataFrame({"day": DAYS, "time": times, "zoned": zoned, "p": CHANCES})
    table.write_parquet(tmp_path / "t.parquet")
    table.write_ipc(tmp_path / "t.arrow", compression="uncompressed")
    return Shell(tmp_path)


@pytest.mark.parametrize("file", ["t.parquet", "t.arrow"])
@pytest.mark.parametrize(
    ("column", "no", "yes"),
    [
        ("day", "2024-01-01", "2024-01-02"),
        ("time", "2024-01-01 00:00:00", "2024-01-02 00:00:00"),
        ("zoned", "2024-01-01 00:00:00+00:00", "2024-01-02 00:00:00+00:00"),
    ],
)
def test_dates_are_chosen_as_they_are_printed(
    dated: Shell, file: str, column: str, no: str, yes: str
) -> None:
    asked = ("evaluate", file, "--true", column, "--drop-invalid", "--metric", "recall")
    assert f"Which of '{no}', '{yes}' is positive? Set --pos-label." in " ".join(
        dated(*asked, "--proba", "p").err.split()
    )
    for more in (
        ("--proba", "p", "--pos-label", yes),
        ("--proba", "p", "--label", no, "--label", yes, "--pos-label", yes),
        ("--proba", f"{yes}=p"),
    ):
        done = dated(*asked, *more)
        assert done.returncode == 0, done.err
        assert "0.500" in done.out


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("n_resamples must be 100", "--resamples must be 100"),
        ("random_state must be 0", "--seed must be 0"),
        ("list all in labels=.", "list all with --label."),
        ("Name them (y_proba={label: column})", "(--proba LABEL=COLUMN --proba LABEL=COLUMN …)"),
        (
            "List them: evaluate(…, labels=[…]).",
            "List them: veracity evaluate … --label … --label ….",
        ),
    ],
)
def test_arguments_of_python_become_options(message: str, said: str) -> None:
    assert as_options(message).endswith(said)


def test_advice_of_a_command_can_be_followed(tmp_path: Path) -> None:
    rows = "Sick,sick,cat,.1\nwell,well,dog,.2\nSick,sick,cow,.4\nwell,well,cat,.7\n" * 5
    (tmp_path / "-f.csv").write_text(f"y,pred,three,p\n{rows}")
    run = Shell(tmp_path)

    def said(*words: str) -> str:
        done = run(*words)
        return " ".join((done.out + done.err).split())

    assert "veracity evaluate ./-f.csv --true" in said("evaluate", "--", "-f.csv")
    case = said("evaluate", "./-f.csv", "--true", "y", "--pred", "pred")
    assert "If so, write them alike in the file." in case
    assert ".get(" not in case
    three = said("evaluate", "./-f.csv", "--true", "three", "--proba", "p")
    assert "the truth has 3: 'cat', 'cow', 'dog'" in three
    assert "each class: --proba LABEL=COLUMN" in three
    assert "--plot roc=" in said("evaluate", "./-f.csv", "--true", "y", "--plot", "roc=x.bmp")
    planned = said("plan", "--metric", "precision", "--expected", "0.9", "--width", "0.1")
    assert "give --prevalence, and --tpr or --fpr" in planned
