"""`veracity check`: exit codes, JSON, JUnit, saved statistics, refusals."""

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

import veracity as vc
from veracity.cli import main

COLUMNS = ("--true", "truth", "--pred", "called")


@pytest.fixture
def run(predictions, monkeypatch, capsys):
    """The command in this process: its exit code, what it printed, what it told."""

    def ran(*words: str):
        monkeypatch.chdir(predictions.parent)
        with pytest.raises(SystemExit) as left:
            main(["check", *words])
        return left.value.code, *capsys.readouterr()

    return ran


@pytest.mark.parametrize(
    ("rules", "code", "head"),
    [
        (("recall >= 0.2",), 0, "Pass"),
        (("recall >= 0.99",), 1, "Fail"),
        (("recall >= 0.2", "precision >= 0.5"), 3, "Not enough data"),
    ],
)
def test_exit_codes(run, predictions, rules, code, head) -> None:
    words = [word for rule in rules for word in ("--require", rule)]
    left, out, told = run(predictions.name, *COLUMNS, *words, "--lang", "en")
    assert (left, told) == (code, "")
    assert out.startswith(head)


def test_exact_intervals_are_said_once_and_only_where_they_are(run, predictions) -> None:
    rules = ("--require", "recall >= 0.2", "--require", "precision >= 0.2")
    said = "Clopper–Pearson"
    assert run(predictions.name, *COLUMNS, *rules, "--lang", "en")[1].count(said) == 1
    assert said in run(predictions.name, *COLUMNS, *rules, "--lang", "zh")[1]
    assert said not in run(predictions.name, *COLUMNS, *rules, "--method", "wilson")[1]
    assert said not in run(predictions.name, *COLUMNS, "--require", "mcc >= 0.2")[1]


def test_the_exit_code_of_the_process(veracity, predictions) -> None:
    done = veracity("check", predictions.name, *COLUMNS, "--require", "precision >= 0.5")
    assert done.returncode == 3
    assert done.stderr == b""


def test_json_alone_and_junit_beside(run, predictions, tmp_path: Path) -> None:
    words = ("--require", "recall >= 0.2", "--format", "json", "--junit", "out.xml")
    code, out, told = run(predictions.name, *COLUMNS, *words)
    assert json.loads(out)["exit_code"] == code == 0
    assert "out.xml" in told
    (suite,) = Xml.fromstring((tmp_path / "out.xml").read_text("utf-8"))
    assert suite.attrib["failures"] == "0"


def test_saved_statistics_and_a_baseline(run, predictions, tmp_path: Path) -> None:
    vc.evaluate("truth", "called", data=str(predictions)).save(tmp_path / "old.v")
    code, out, _ = run("old.v", "--require", "recall >= 0.2", "--lang", "zh")
    assert code == 0
    assert out.startswith("通过")
    words = ("--require", "recall", "--baseline", "old.v", "--margin")
    assert run(predictions.name, *COLUMNS, *words, "0.9")[0] == 0
    assert run("old.v", *words, "0.1")[0] == 3


def test_groups(run, predictions) -> None:
    words = ("--group", "site", "--require", "every group: recall >= 0.01")
    assert run(predictions.name, *COLUMNS, *words)[1].partition("\n\n")[0].count("group") == 2


REFUSED = {
    "grammar": (("--require", "recall => 0.9"), "KEY"),
    "unknown key": (("--require", "recal >= 0.9"), "recall"),
    "nothing required": ((), "requirement"),
    "margin without baseline": (("--require", "recall >= 0.1", "--margin", "0.1"), "baseline"),
    "wrong sign": (
        ("--require", "recall", "--baseline", "predictions.csv", "--margin", "-0.1"),
        "predictions.csv",
    ),
    "outside the range": (("--require", "recall >= 90"), "90%"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_use_is_exit_code_2(run, predictions, case: str) -> None:
    words, said = REFUSED[case]
    code, out, message = run(predictions.name, *COLUMNS, *words, "--lang", "en")
    assert (code, out) == (2, "")
    assert said in message
    assert len(message.strip().splitlines()) == 1


def test_options_that_say_nothing_of_saved_statistics_are_refused(run, predictions) -> None:
    words = ("--pred", "called", "--require", "recall >= 0.1", "--lang", "en")
    code, _, message = run(predictions.name, *words)
    assert code == 2
    assert "--true" in message
    assert "--pred" in message


def test_a_method_that_does_not_fit_a_required_key_is_an_error(run, predictions) -> None:
    words = ("--true", "truth", "--proba", "p", "--method", "wilson", "--lang", "en")
    code, _, message = run(predictions.name, *words, "--require", "auroc >= 0.1")
    assert code == 2
    assert "wilson" in message
    assert "auroc" in message
    assert run(predictions.name, *words, "--require", "recall >= 0.1")[0] == 0
    for part in ("class 1", "group a"):
        rule = f"{part}: auroc >= 0.1"
        assert run(predictions.name, *words, "--group", "site", "--require", rule)[0] == 2


def test_saved_statistics_at_another_level_and_by_another_method(
    run, predictions, tmp_path: Path
) -> None:
    vc.evaluate("truth", "called", data=str(predictions)).save(tmp_path / "old.v")
    words = ("--require", "recall >= 0.2", "--format", "json")
    asked = ("--level", "0.8", "--method", "clopper_pearson")
    found = json.loads(run("old.v", *words, *asked)[1])["requirements"][0]["estimate"]
    fresh = json.loads(run(predictions.name, *COLUMNS, *words, *asked)[1])
    assert found == fresh["requirements"][0]["estimate"]
    assert found["level"] == 0.8
    assert found["method"] == "clopper_pearson"
    assert json.loads(run("old.v", *words)[1])["requirements"][0]["estimate"]["level"] == 0.95


def test_rows_without_true_say_what_to_give(run, predictions) -> None:
    code, _, message = run(predictions.name, "--require", "recall >= 0.1", "--lang", "en")
    assert code == 2
    assert "--true COL" in message
    assert "zip" not in message


def test_cautions_stand_below_and_one_can_be_muted(run, tmp_path, predictions) -> None:
    rows = ["0,0"] * 95 + ["1,0"] * 4 + ["1,1"]
    (predictions.parent / "rare.csv").write_text("truth,called\n" + "\n".join(rows) + "\n")
    words = ("rare.csv", *COLUMNS, "--require", "recall >= 0.9", "--lang", "en")
    ev = vc.evaluate("truth", "called", data=str(predictions.parent / "rare.csv"))
    key = ev.cautions[0].key
    _, out, _ = run(*words)
    assert f"[{key}]" in out
    assert "--verbose" in out
    _, full, _ = run(*words, "--verbose")
    assert ev.cautions[0].text("en") in full
    _, muted, _ = run(*words, "--ignore", key)
    assert f"[{key}]" not in muted
    assert f"muted: {key}" in muted
