"""`veracity plan`: the answer as text and JSON, and errors in the words of the options."""

import json
from pathlib import Path

import pytest

import veracity as vc
from veracity.cli import main
from veracity.planning import plan


def told(capsys, *words: str) -> str:
    """What the command prints, without a process of its own."""
    main(["plan", *words])
    return capsys.readouterr().out


def test_the_example_of_the_help(veracity, capsys) -> None:
    words = ("--metric", "recall", "--expected", "0.9", "--width", "0.1", "--prevalence", "0.01")
    done = veracity("plan", *words)
    assert done.returncode == 0
    assert done.stdout.decode().startswith("Recall: 141 positives, expected in 14,100 rows")
    assert "召回率" in told(capsys, *words, "--lang", "zh")
    found = json.loads(told(capsys, *words, "--format", "json"))
    assert found == plan("recall", expected=0.9, width=0.1, prevalence=0.01).to_dict()


def test_a_table_of_other_goals(capsys) -> None:
    words = ("--expected", "0.9", "--width", "0.1", "--table")
    lines = told(capsys, *words).splitlines()
    assert lines[-5].split()[0] == "0.050"
    rows = json.loads(told(capsys, *words, "--format", "json"))["table"]
    assert [row["width"] for row in rows] == pytest.approx([0.05, 0.075, 0.1, 0.15, 0.2])


def test_a_pilot_that_was_saved(capsys, tmp_path: Path) -> None:
    pilot = tmp_path / "pilot.v"
    vc.ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5).evaluate().save(pilot)
    words = ("--metric", "mcc", "--pilot", str(pilot), "--width", "0.2", "--lang", "en")
    assert "TP 33.33%" in told(capsys, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--expected", "0.9"), "--width, --bound and --difference"),
        (("--expected", "0.9", "--width", "-1"), "width"),
        (("--metric", "f1", "--width", "0.1"), "--prevalence"),
        (("--metric", "recal", "--width", "0.1"), "recall"),
        (("--width", "0.1", "--expected", "0.9", "--icc", "0.1"), "--cluster-size"),
        (("--metric", "precision", "--expected", "0.5", "--difference", "0.1"), "--unpaired"),
    ],
)
def test_errors_name_options(capsys, words, said) -> None:
    with pytest.raises(SystemExit) as left:
        main(["plan", *words, "--lang", "en"])
    out, message = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert said in message
    assert len(message.strip().splitlines()) == 1


@pytest.mark.parametrize("given", ["0.1,0.2,0.3", "10%, 20%，0.3"])
def test_several_proportions(capsys, given) -> None:
    found = json.loads(told(capsys, "--proportions", given, "--format", "json"))
    assert found == plan("recall", proportions=[0.1, 0.2, 0.3]).to_dict()


@pytest.mark.parametrize("given", ["0.2", "0.2,0.2", "0.1,x", "0.1,3"])
def test_proportions_that_say_nothing_are_refused(veracity, given) -> None:
    done = veracity("plan", "--proportions", given)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr.decode()
