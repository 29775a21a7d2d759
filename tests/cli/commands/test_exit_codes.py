"""Exit codes of a gate: nothing but the verdict, an error, or the signal that ended it."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

PASS, FAIL, ERROR = 0, 1, 2
RULES = {PASS: "accuracy >= 0.3", FAIL: "accuracy >= 0.99"}
COLUMNS = ("--true", "truth", "--pred", "called")
PROGRAM = (sys.executable, "-c", "from veracity.cli import main; main()")
HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
HEARING = (*PROGRAM[:2], HEARS + PROGRAM[2])  # also where the tests run in the background


def gate(folder: Path, shell: str, expected: int, *more: str) -> int:
    """The exit code of `veracity check` where the shell does something to its streams."""
    words = ["check", "predictions.csv", *COLUMNS, "--require", RULES[expected], *more]
    done = subprocess.run(
        ["bash", "-c", shell, "gate", *PROGRAM, *words],
        cwd=folder,
        env={**os.environ, "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return done.returncode


SHELLS = {
    "plain": '"$@"',
    "broken pipe": 'set -o pipefail; "$@" | true; exit "${PIPESTATUS[0]}"',
    "closed stdout": '"$@" >&-',
    "closed stderr": '"$@" 2>&-',
    "both closed": '"$@" >&- 2>&-',
    "stderr broken": '{ "$@" 2>&1 >&3 | true; exit "${PIPESTATUS[0]}"; } 3>/dev/null',
}


@pytest.mark.parametrize("shell", SHELLS.values(), ids=SHELLS)
@pytest.mark.parametrize(
    ("expected", "more"), [(PASS, ("--junit", "j.xml")), (FAIL, ("--format", "json"))]
)
def test_the_verdict_stands_whoever_reads(predictions, tmp_path, shell, expected, more):
    assert gate(tmp_path, shell, expected, *more) == expected


@pytest.mark.parametrize("debug", [(), ("--debug",)])
def test_an_error_is_2_with_debug_too(veracity, predictions, debug):
    done = veracity("check", "nowhere.csv", *COLUMNS, "--require", "accuracy >= 0.3", *debug)
    assert done.returncode == ERROR
    assert (b"Traceback" in done.stderr) == bool(debug)
    assert b"nowhere.csv" in done.stderr


def test_json_escapes_what_steers_a_terminal(veracity, tmp_path):
    names = ["a\u202eb", "c\x1b[31m\x7f\x9b", "世界\u2028"]
    rows = "".join(f"{name},{name}\n" for name in names * 12)
    (tmp_path / "predictions.csv").write_text("truth,called\n" + rows, encoding="utf-8")
    done = veracity("evaluate", "predictions.csv", *COLUMNS, "--format", "json")
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    assert not {c for c in text if not c.isprintable() and c != "\n"}
    assert "世界" in text
    assert set(json.loads(text)["labels"]) == set(names)


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)], ids=["SIGTERM", "SIGINT"]
)
def test_a_signal_leaves_nothing_temporary(tmp_path, sent, code):
    """Stopped while it reads standard input, and while it writes a file."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    running = subprocess.Popen(
        [*HEARING, "check", "-", *COLUMNS, "--require", "accuracy >= 0.3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(temporary), "LANG": "C.UTF-8"},
    )
    assert running.stdin is not None
    running.stdin.write(b"truth,called\n1,1\n")
    running.stdin.flush()
    until = time.monotonic() + 60
    while not list(temporary.iterdir()) and time.monotonic() < until:
        time.sleep(0.05)
    assert list(temporary.iterdir())
    for _ in range(60):  # one that falls into an import of another package may be lost there
        time.sleep(0.2)
        running.send_signal(sent)
        with suppress(subprocess.TimeoutExpired):
            running.wait(timeout=1)
            break
    _, said = running.communicate(timeout=60)
    assert running.returncode == code
    assert b"veracity: stopped" in said
    assert not list(temporary.iterdir())


WRITING = """
import time
from veracity.cli.terminal.failing import one_paragraph
from veracity.files import written_whole
with one_paragraph([]), written_whole("kept") as stream:
    stream.write(b"half")
    print("half", flush=True)
    time.sleep(60)
"""


def test_a_file_that_was_half_written_is_taken_away(tmp_path):
    (tmp_path / "kept").write_bytes(b"old")
    running = subprocess.Popen(
        [sys.executable, "-c", WRITING], cwd=tmp_path, stdout=subprocess.PIPE
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"half\n"
    running.send_signal(signal.SIGTERM)
    running.communicate(timeout=60)
    assert running.returncode == 143
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_bytes() == b"old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a system without /dev/full")
@pytest.mark.parametrize("command", [["check", "--require", "accuracy >= 0.1"], ["evaluate"]])
def test_output_that_cannot_be_written_is_said_in_one_sentence(
    command: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("y,p\n" + "1,1\n0,0\n" * 10)
    words = [command[0], str(path), "--true", "y", "--pred", "p", *command[1:]]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "veracity", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("veracity: Cannot write the output: ")
    assert done.stderr.count("\n") == 1
