"""Words of a command line that were taken in silence: said twice, without effect, in an order."""

import pytest


@pytest.mark.parametrize(("lang", "said"), [("en", "was given 2 times"), ("zh", "给出了 2 次")])
def test_an_option_of_one_value_is_given_once(veracity, predictions, lang: str, said: str) -> None:
    words = ("evaluate", predictions.name, "--true", "called", "--true", "truth", "--lang", lang)
    done = veracity(*words, "--pred", "called")
    assert (done.returncode, done.out) == (2, "")
    assert "--true" in done.err
    assert said in done.err
    assert "--lang" in veracity("explain", "mcc", "--lang", "en", "--lang", "zh").err
    again = veracity("evaluate", predictions.name, "--true", "truth", "--pred", "called", "--all")
    words = ("--all", "--all", "--metric", "recall", "--metric", "mcc")
    flags = veracity("evaluate", predictions.name, "--true", "truth", "--pred", "called", *words)
    assert (again.returncode, flags.returncode) == (0, 0)


@pytest.mark.parametrize(("lang", "said"), [("en", "quote a pattern"), ("zh", "通配符")])
def test_several_files_are_one_pattern(veracity, predictions, lang: str, said: str) -> None:
    words = ("evaluate", predictions.name, "b.csv", "c.csv", "--true", "truth", "--pred", "called")
    done = veracity(*words, "--lang", lang)
    assert (done.returncode, done.out) == (2, "")
    assert said in done.err
    assert "b.csv, c.csv" in done.err


def test_standard_input_is_called_so_in_refusals(veracity) -> None:
    done = veracity("evaluate", "-", "--true", "q", "--pred", "c", stdin=b"y,c\n1,1\n0,1\n")
    assert "No column 'q' in -;" in done.err
    assert "stdin" not in done.err
    words = ("evaluate", "-", "--true", "y", "--pred", "c")
    lines = b'{"y": 1, "c": 1}\n{"y": 0, "c": null}\n{"y": 0, "c": 0}\n'
    assert "row 2 (counted from 1)" in veracity(*words, stdin=lines).err
    assert "第 2 行（从 1 数起）" in veracity(*words, "--lang", "zh", stdin=lines).err


@pytest.mark.parametrize("command", ["evaluate", "compare", "threshold", "recalibrate", "check"])
def test_a_sheet_of_what_has_none_is_refused(veracity, predictions, command: str) -> None:
    ask = ("--true", "truth", "--proba", "p", "--sheet", "Sheet1")
    done = veracity(command, predictions.name, *ask, "--lang", "en")
    if command == "check":
        done = veracity(command, predictions.name, *ask, "--require", "recall >= 0.1")
    assert (done.returncode, done.out) == (2, "")
    assert "predictions.csv is none" in done.err
    piped = veracity("evaluate", "-", *ask, "--lang", "zh", stdin=predictions.read_bytes())
    assert "工作表" in piped.err


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (("0", "1"), ""),
        (("1", "0"), "which is 1"),
        (("1", "0", "--pos-label", "0"), ""),
    ],
)
def test_the_order_of_labels_does_not_choose_the_positive_one_and_says_so(
    veracity, predictions, order: tuple[str, ...], said: str
) -> None:
    words = [*("--label", order[0], "--label", order[1]), *order[2:], "--metric", "recall"]
    asks = {"evaluate": ("--pred=called",), "compare": ("--proba=a=p", "--proba=b=called")}
    for command, answers in asks.items():
        ask = ("--true", "truth", *answers, *words)
        done = veracity(command, predictions.name, *ask)
        assert done.returncode == 0, done.err
        assert (said in done.err) is True
        assert bool(done.err) is bool(said)
        assert veracity(command, predictions.name, *ask, "--quiet").err == ""


def test_of_labels_in_text_none_is_positive(veracity, tmp_path) -> None:
    (tmp_path / "a.csv").write_text("y,q\nill,ill\nwell,ill\nill,well\nwell,well\n")
    words = ("evaluate", "a.csv", "--true", "y", "--pred", "q", "--label", "well", "--label", "ill")
    assert "so none is" in veracity(*words).err
    assert "没有正类" in veracity(*words, "--lang", "zh").err
    assert veracity(*words, "--pos-label", "ill").err == ""
