"""`veracity threshold` on a file: what is printed and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

import veracity as vc
from veracity.cli.terminal.in_options import as_options


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    """Forty rows, half of them positive; the tenth from the top is the first negative."""
    rng = np.random.default_rng(5)
    truth = np.arange(40) % 2
    p = np.round(1 / (1 + np.exp(-rng.normal(2 * truth - 1, 1.0))), 3)
    rows = [f"{t},{x},{i // 4}" for i, (t, x) in enumerate(zip(truth, p, strict=True))]
    path = tmp_path / "scores.csv"
    path.write_text("truth,p,patient\n" + "\n".join(rows) + "\n")
    return path


ASKED = {
    "maximise": (("--maximize", "f1"), {"maximize": "f1"}),
    "assured": (
        ("--min-recall", "0.7", "--assurance", "0.9"),
        {"min_recall": 0.7, "assurance": 0.9},
    ),
    "costs": (("--cost-fn", "25", "--cost-fp", "1"), {"cost_fn": 25, "cost_fp": 1}),
    "several": (
        ("--maximize", "mcc", "--max-fpr", "0.4", "--min-precision", "0.5"),
        {"maximize": "mcc", "max_fpr": 0.4, "min_precision": 0.5},
    ),
    "by name": (
        ("--maximize", "f1", "--optimism-by", "bootstrap", "--within", "0.05"),
        {"maximize": "f1", "optimism_by": "bootstrap", "within": 0.05},
    ),
}


@pytest.mark.parametrize("case", ASKED)
def test_it_says_what_python_says(veracity, scores, case: str) -> None:
    words, asked = ASKED[case]
    done = veracity("threshold", scores.name, "--true", "truth", "--proba", "p", *words)
    choice = vc.evaluate("truth", y_proba="p", data=str(scores)).choose(**asked)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith(as_options(choice.text("en")) + "\n\n")
    assert done.stdout.decode().startswith("Threshold ")


def test_advice_is_in_the_words_of_the_command(veracity, scores) -> None:
    words = ("threshold", scores.name, "--true", "truth", "--proba", "p")
    for language in ("en", "zh"):
        done = veracity(*words, "--min-recall", "0.7", "--lang", language).stdout.decode()
        assert "--assurance 0.95" in done
        assert "assurance=" not in done
        assert "min_recall" not in done
        assert ("Recall ≥ 0.7" if language == "en" else "召回率 ≥ 0.7") in done
    bad = veracity(*words, "--min-recall", "7").stderr.decode()
    assert "--min-recall 7 is more than all" in bad
    lone = veracity(*words, "--assurance", "0.9").stderr.decode()
    assert "--min-recall, --max-fpr or --max-alarms" in lone


def test_json_is_alone_on_stdout(veracity, scores) -> None:
    words = ("threshold", scores.name, "--true", "truth", "--proba", "p", "--maximize", "f1")
    told = json.loads(veracity(*words, "--format", "json").stdout)
    choice = vc.evaluate("truth", y_proba="p", data=str(scores)).choose(maximize="f1")
    assert told["threshold"] == choice.threshold
    assert told["value"] == choice.value
    assert told["optimism"]["value"] == choice.optimism.value
    assert told["estimates"]["recall"]["low"] == choice.estimates["recall"].low


def test_scores_clusters_and_chinese(veracity, scores) -> None:
    words = ("threshold", scores.name, "--true", "truth", "--score", "p", "--min-recall", "0.8")
    plain = veracity(*words).stdout.decode()
    chinese = veracity(*words, "--lang", "zh").stdout.decode()
    assert chinese.startswith("阈值")
    assert "召回率" in chinese
    assert chinese.count("\n") == plain.count("\n")
    clustered = veracity(*words, "--cluster", "patient").stdout.decode()
    assert "clusters" in clustered
    assert clustered.splitlines()[0] == plain.splitlines()[0]


REFUSED = {
    "no column": ((), "--proba", "--score"),
    "infeasible": (
        ("--proba", "p", "--min-recall", "1", "--min-precision", "1"),
        "No threshold",
        "Nearest",
    ),
    "unassurable": (
        ("--proba", "p", "--min-recall", "0.99", "--assurance", "0.99"),
        "0.99",
        "20",
    ),
    "assurance in clusters": (
        ("--proba", "p", "--min-recall", "0.5", "--assurance", "0.9", "--cluster", "patient"),
        "cluster",
        "assurance",
    ),
    "one cost": (("--proba", "p", "--cost-fn", "3"), "cost", "both"),
    "not of a threshold": (("--proba", "p", "--maximize", "auroc"), "auroc", "f1"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_errors_are_one_paragraph(veracity, scores, case: str) -> None:
    words, *said = REFUSED[case]
    done = veracity("threshold", scores.name, "--true", "truth", *words)
    message = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"")
    assert "Traceback" not in message
    assert len(message.strip().splitlines()) == 1
    for part in said:
        assert part in message


def test_errors_in_chinese(veracity, scores) -> None:
    words = ("threshold", scores.name, "--true", "truth", "--proba", "p", "--min-recall", "95")
    done = veracity(*words, "--lang", "zh")
    assert done.returncode == 2
    assert any("\u4e00" <= sign <= "\u9fff" for sign in done.stderr.decode())


def test_at_another_prevalence(veracity, scores) -> None:
    words = ("threshold", scores.name, "--true", "truth", "--proba", "p", "--cost-fn", "25")
    done = veracity(*words, "--cost-fp", "1", "--at-prevalence", "0.01")
    there = vc.evaluate("truth", y_proba="p", data=str(scores)).at_prevalence(0.01)
    choice = there.choose(cost_fp=1, cost_fn=25)
    assert done.stdout.decode().startswith(as_options(choice.text("en")) + "\n\n")
    assert "At prevalence 0.01, assuming" in done.stdout.decode()
    assert choice.threshold > there.at_prevalence(0.5).choose(cost_fp=1, cost_fn=25).threshold


def test_cautions_are_of_the_threshold_chosen(veracity, scores) -> None:
    words = ("threshold", scores.name, "--true", "truth", "--proba", "p", "--max-fpr", "0.4")
    ev = vc.evaluate("truth", y_proba="p", data=str(scores))
    there = [one.key for one in ev.at(ev.choose(max_fpr=0.4)).cautions]
    assert "threshold_chosen_here" in there  # which the choice tells itself, with its intervals
    said = veracity(*words, "--lang", "en").stdout.decode()
    printed = [key for key in there if f"[{key}]" in said]
    assert printed == [key for key in there if key != "threshold_chosen_here"]
