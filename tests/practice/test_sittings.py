"""Sittings in the terminal, progress in a file, sheets and pages, as a person gets them."""

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from veracity.cli import main
from veracity.errors import StorageError
from veracity.practice.asking import sit
from veracity.practice.catalogue import chosen, exercises
from veracity.practice.exercise import answer_text
from veracity.practice.page import page
from veracity.practice.progress import Learner
from veracity.practice.sheet import sheet


def typed(*lines):
    """Someone who types these lines, then nothing."""
    left = list(lines)
    return lambda: left.pop(0) if left else None


def answer(ask):
    return str(answer_text(ask.answer, ask.exercise.decimals)).split(" ")[0]


def test_a_sitting_counts_what_was_right(tmp_path):
    asks = chosen("metrics", 1, 3, 1, {})
    slip = next(iter(asks[1].slips))
    progress = Learner.read(str(tmp_path / "p.json"))
    told = []
    lines = (answer(asks[0]), str(asks[1].slips[slip]), answer(asks[1]), "nonsense", "?")
    done = sit(asks, progress, told.append, typed(*lines))
    assert (done.right, done.done) == (2, 3)
    again = Learner.read(str(tmp_path / "p.json"))
    assert again.known == {a.exercise.key: int(n < 2) for n, a in enumerate(asks)}
    assert again.answers[asks[1].exercise.key].slips == {slip: 1}
    assert again.given == 3


@pytest.mark.parametrize("end", [(), ("q",), ("QUIT",), ("", "q")])
def test_a_sitting_may_end_early(end):
    asks = chosen(None, None, 4, 2, {})
    done = sit(asks, Learner(), lambda text: None, typed(answer(asks[0]), *end))
    assert (done.right, done.done) == (1, 1)


def test_after_two_wrong_answers_it_is_explained():
    asks = chosen("curves", 2, 1, 0, {})
    told = []
    done = sit(asks, Learner(), told.append, typed("99", "98"))
    assert (done.right, done.done) == (0, 1)
    assert told[-1] == asks[0].explanation.en


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "no",
        '{"kind": "x", "version": 1, "exercises": {}}',
        '{"kind": "veracity practice", "version": 1, "exercises": '
        '{"a": {"right": -1, "wrong": 0, "slips": {}}}}',
        '{"kind": "veracity practice", "version": 1, "exercises": {"a": 3}}',
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StorageError):
        Learner.read(str(path))
    assert path.read_text("utf-8") == text


def test_progress_that_could_not_be_kept_is_refused_before_anything_is_asked(tmp_path):
    with pytest.raises(StorageError):
        Learner.read(str(tmp_path / "missing" / "kept.json"))
    assert Learner.read(str(tmp_path / "kept.json")).given == 0


def run(*args, lines=""):
    return CliRunner().invoke(main, ["practice", *args], input=lines)


def test_the_command_asks_and_keeps(tmp_path):
    kept = tmp_path / "kept.json"
    args = ("--topic", "outcomes", "--number", "2", "--seed", "7", "--progress", str(kept))
    done = run(*args, lines="?\n?\n")
    assert done.exit_code == 0, done.output
    assert "0 of 2 right" in done.output
    assert json.loads(kept.read_text("utf-8"))["version"] == 1
    chinese = run(*args, "--lang", "zh", lines="?\nq\n")
    assert "1 题答对 0 题" in chinese.output
    assert "累计作答 3 题" in chinese.output


@pytest.mark.parametrize(
    "args",
    [
        ("--number", "0"),
        ("--number", "1001"),
        ("--solutions",),
        ("--topic", "none"),
        ("--level", "4"),
    ],
)
def test_what_cannot_be_asked_is_refused(args):
    assert run(*args).exit_code == 2


def test_sheets_for_a_class(tmp_path):
    path = tmp_path / "sheet.md"
    assert run("--seed", "3", "--sheet", str(path)).exit_code == 0
    plain = path.read_text("utf-8")
    assert len(re.findall(r"^\*\*\d+\.\*\*", plain, re.M)) == 20
    assert "# Solutions" not in plain
    assert run("--seed", "3", "--sheet", str(path), "--solutions", "--lang", "zh").exit_code == 0
    full = path.read_text("utf-8")
    assert len(re.findall(r"^\*\*\d+\.\*\*", full, re.M)) == 40
    assert "# 解答" in full


def test_a_sheet_holds_every_question_and_explanation():
    asks = chosen(None, None, sum(map(len, exercises().values())), 1, {})
    for language in ("en", "zh"):
        text = sheet(asks, 1, language, solutions=True)
        bare = text.replace("\\", "")
        for ask in asks:
            assert ask.question.within(language).replace("\\", "") in bare
            assert ask.explanation.within(language).replace("\\", "") in bare


def test_the_page_loads_nothing():
    text = page(chosen(None, None, 94, 1, {}), 1, "en")
    assert not re.search(r"(?:src|href)=|url\(|https?:", text)
    assert "default-src 'none'" in text


def test_practice_is_loaded_on_demand_only():
    code = (
        "import sys, veracity as vc; vc.evaluate([0, 1], [0, 1])['f1'];"
        "assert not [m for m in sys.modules if 'practice' in m]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
