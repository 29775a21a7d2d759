"""Messages of the library in the words of the command line."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib.resources import files

import pytest

import veracity as vc
from veracity.cli.terminal.in_options import as_options
from veracity.errors import InputError
from veracity.words import use

ENTRIES = tomllib.loads(files("veracity.words").joinpath("messages.toml").read_text("utf-8"))
GARBLED = re.compile(r"""--[a-z][a-z-]*["'\[({0-9…=]""")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_message_glues_an_option_to_what_follows_it(lang: str) -> None:
    glued = [key for key, entry in ENTRIES.items() if GARBLED.search(as_options(entry[lang]))]
    assert glued == []


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "labels", [("yes", "no", "yes ", "no "), ("yes]", "it's", "yes] ", "it's ")]
)
def test_labels_that_do_not_meet_are_named_as_options_for_a_shell(
    lang: str, labels: tuple[str, ...]
) -> None:
    one, other, spaced, other_spaced = labels
    with use(lang), pytest.raises(InputError) as refusal:
        vc.evaluate([one, other] * 10, [spaced, other_spaced] * 10)
    said = as_options(str(refusal.value))
    assert "labels=" not in said
    assert "y_pred" not in said
    assert "command line" not in said
    assert "命令行" not in said
    options = said[said.index("--label") :].rstrip(".。")
    words = shlex.split(options)
    assert words[::2] == ["--label"] * 4
    assert set(words[1::2]) == set(labels)


def test_what_users_wrote_stays_as_it_is() -> None:
    said = as_options("The truth holds 'group=a', 'threshold=1'. Pass group= and threshold=.")
    assert said == "The truth holds 'group=a', 'threshold=1'. Pass --group and --threshold."


def test_arguments_become_the_options_of_the_command_that_runs(veracity, predictions) -> None:
    words = ("--true", "truth", "--pred", "called")
    done = veracity("plan", "--metric", "recall", "--expected", "0.9")
    assert "--width" in done.err
    assert "width=" not in done.err
    (predictions.parent / "text.csv").write_text("truth,called\n1,yes\n0,no\n")
    mixed = veracity("evaluate", "text.csv", *words)
    assert mixed.err.endswith("Convert one of them.\n")
    turned = veracity("evaluate", predictions.name, *words, "--pos-label", "7")
    assert "--pos-label" in turned.err
    assert "pos_label" not in turned.err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("--json", "--format json"), ("--y-true", "--true"), ("--html", "--report")],
)
def test_options_of_other_programs_are_translated(veracity, typed: str, meant: str) -> None:
    said = veracity("evaluate", "a.csv", typed).err
    assert f"No option {typed}; did you mean {meant}" in said


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "key",
    [
        "caution_unknown",
        "caution_unknown_at_all",
        "curve_of_columns",
        "decision_needs_probabilities",
        "benefit_needs_probabilities",
        "key_needs_average",
        "key_needs_threshold",
        "key_of_one_probability",
        "key_of_two_classes",
        "needs_threshold",
        "plot_needs_probabilities",
    ],
)
def test_hints_speak_of_options_not_of_python(lang: str, key: str) -> None:
    said = as_options(ENTRIES[key][lang])
    assert not re.search(r"\bev\.|by_class|=(?!\d)", said), said


def test_an_option_of_another_command_is_found_there(veracity, predictions) -> None:
    done = veracity("evaluate", "predictions.csv", "--min-recall", "98%")
    assert done.returncode == 2
    assert done.err == "veracity: No option --min-recall here; veracity threshold has it.\n"
