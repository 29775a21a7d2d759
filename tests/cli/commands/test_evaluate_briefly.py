"""What a first question prints: a screen, one line, a small table, and where the rest is."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import veracity as vc

INFECTIONS = str(vc.examples()["infections"])
ASK = ("evaluate", INFECTIONS, "--true", "infection", "--proba", "p_logistic")


@pytest.mark.parametrize(
    "more",
    [
        (),
        ("--cluster", "patient", "--group", "hospital"),
        ("--threshold", "10%", "--group", "region", "--lang", "zh"),
        ("--at-prevalence", "1%", "--group", "hospital"),
    ],
)
def test_two_classes_fit_a_screen(veracity, more: tuple[str, ...]) -> None:
    done = veracity(*ASK, *more)
    lines = done.out.splitlines()
    assert len(lines) <= 30
    assert done.err == ""
    assert "--all" in lines[-1]
    assert "--report page.html" in lines[-1]
    assert "degrees of freedom" not in done.out


def test_quiet_is_the_result_alone(veracity, tmp_path: Path) -> None:
    done = veracity(*ASK, "--quiet", "--report", "out.md")
    assert done.err == ""
    assert "--all" not in done.out
    assert (tmp_path / "out.md").exists()


def test_all_and_verbose(veracity) -> None:
    every = veracity(*ASK, "--all").out
    ev = vc.evaluate("infection", y_proba="p_logistic", data=INFECTIONS)
    figures = every.split("\n\n")[1].splitlines()[1:]
    assert len([line for line in figures if not line.startswith("·")]) == len(ev.keys())
    assert "truth \\ predicted" in veracity(*ASK, "--verbose").out


def test_one_figure_is_one_line_under_the_name_that_was_typed(veracity, predictions) -> None:
    words = ("evaluate", predictions.name, "--true", "truth", "--pred", "called")
    names = ("ppv", "fbeta(2)", "召回率", "Sensitivity")
    done = veracity(*words, *(word for name in names for word in ("--metric", name)))
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines] == list(names)
    assert lines[0].startswith("ppv 0.800 [")  # 4 of 5
    assert lines[2].split()[1:] == lines[3].split()[1:] == ["0.667", "[0.300,", "0.903]"]
    assert done.err == ""
    told = json.loads(veracity(*words, "--metric", "ppv", "--format", "json").stdout)
    assert told["metrics"]["ppv"]["key"] == "precision"
    assert told["metrics"]["ppv"]["value"] == 4 / 5


@pytest.mark.parametrize(
    ("name", "said"),
    [("ppx", "veracity metrics"), ("false alarm rate", "fpr, fdr"), ("准确率", "accuracy")],
)
def test_names_that_are_none_or_two_are_refused(veracity, predictions, name, said) -> None:
    words = ("evaluate", predictions.name, "--true", "truth", "--pred", "called")
    done = veracity(*words, "--metric", name)
    assert done.returncode == 2
    assert said in done.err
    assert "vc." not in done.err


def test_an_undefined_figure_says_why(veracity) -> None:
    done = veracity("matrix", "tp=0", "fp=0", "fn=3", "tn=9", "--metric", "ppv")
    assert done.out == "ppv undefined (Nothing was called positive (TP + FP = 0).)\n"


def test_several_prevalences_make_a_table(veracity) -> None:
    words = ("matrix", "tp=90", "fn=10", "fp=10", "tn=90")
    done = veracity(*words, "--at-prevalence", "1%", "--at-prevalence", "50%", "--metric", "ppv")
    head, first, second, *_ = done.out.splitlines()
    assert head.split() == ["prevalence", "ppv"]
    # of 1,000: 9 of 10 found, 99 of 990 called; of 100: 45 and 5
    assert first.split()[:2] == ["1%", f"{9 / 108:.3f}"]
    assert second.split()[:2] == ["50%", f"{45 / 50:.3f}"]
    told = json.loads(
        veracity(
            *words, "--at-prevalence", "1%", "--at-prevalence", "0.5", "--format", "json"
        ).stdout
    )
    assert told["at_prevalence"][0]["precision"]["value"] == pytest.approx(9 / 108)
    both = ("--at-prevalence", "1%", "--at-prevalence", "5%", "--report", "x.html")
    assert veracity(*words, *both).returncode == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--at-prevalence", "1"), ("1%", "0.01")),
        (("--threshold", "50"), ("50%", "0.5")),
        (("--at-prevalence", "x"), ("'x'", "1%")),
    ],
)
def test_numbers_with_two_readings_are_refused_with_both(veracity, words, said) -> None:
    done = veracity(*ASK, *words)
    assert done.returncode == 2
    for one in said:
        assert one in done.err


def test_columns_are_told_what_they_stand_for(veracity, tmp_path: Path) -> None:
    rows = [("up", 0.7, 0.2, 0.1), ("down", 0.1, 0.2, 0.7), ("flat", 0.2, 0.6, 0.2)] * 4
    lines = "\n".join(",".join(map(str, row)) for row in rows)
    (tmp_path / "m.csv").write_text(f"t,prob_up,prob_flat,prob_down\n{lines}\n")
    words = ("evaluate", "m.csv", "--true", "t", "--metric", "accuracy")
    named = ("--proba", "flat=prob_flat", "--proba", "up=prob_up", "--proba", "down=prob_down")
    assert veracity(*words, *named).out.startswith("accuracy 1.000 [")
    mixed = veracity(*words, "--proba", "flat=prob_flat", "--proba", "prob_up")
    assert mixed.returncode == 2
    assert "lack a NAME=" in mixed.err


def test_one_named_column_says_the_positive_class(veracity, tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("t,p=1\nyes,0.9\nno,0.2\nyes,0.6\nno,0.4\n")
    words = ("evaluate", "m.csv", "--true", "t", "--metric", "recall")
    assert veracity(*words, "--proba", "yes=p=1").out.startswith("recall 1.000")
    assert veracity(*words, "--proba", "no=p=1").out.startswith("recall 0.000")
    assert veracity(*words, "--proba", "p=1", "--pos-label", "yes").out.startswith("recall 1.000")
    assert veracity(*words, "--proba", "yes=p=1", "--pos-label", "no").returncode == 2


def test_a_muted_caution_is_counted(veracity) -> None:
    assert "[accuracy_paradox]" in veracity(*ASK).out
    done = veracity(*ASK, "--ignore", "accuracy_paradox")
    assert "[accuracy_paradox]" not in done.out
    assert re.search(r"muted.*accuracy_paradox|accuracy_paradox.*muted", done.out)
    wrong = veracity(*ASK, "--ignore", "accuracy_paradix")
    assert wrong.returncode == 2
    assert "accuracy_paradox" in wrong.err


def test_the_page_is_opened(veracity, monkeypatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    assert veracity(*ASK, "--metric", "auroc", "--open").returncode == 0
    assert len(opened) == 1
    Path(urlsplit(opened[0]).path).unlink()
