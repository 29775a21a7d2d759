"""The bar: on a terminal only, after a while, with rows a second; never where nobody looks."""

import io
import sys
from pathlib import Path

import pytest

from veracity.cli.terminal import progress
from veracity.engines.reading.read_columns import rows_about


class Terminal(io.StringIO):
    """A stream that says it is watched."""

    def isatty(self) -> bool:
        return True


def test_a_long_reading_shows_rows_a_second(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.csv"
    path.write_text("y,p\n" + "1,0.5\n" * 50_000)
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress_bar(str(path)) as tell:
        assert tell is not None
        tell(0.5)
        tell(1.0)
    assert "rows/s" in seen.getvalue()


def test_nobody_watches_or_wants_it(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress.progress_bar("a.csv") as tell:
        assert tell is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress, "quiet", lambda: True)
    with progress.progress_bar("a.csv") as tell:
        assert tell is None


def test_an_interruption_takes_the_bar_away(monkeypatch) -> None:
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)

    def interrupted() -> None:
        with progress.progress_bar() as tell:
            assert tell is not None
            tell(0.3)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    before = seen.getvalue()
    assert before  # it was there
    assert before.rstrip("\n").endswith(("\x1b[2K", "\x1b[?25h", "\x1b[1A\x1b[2K"))


def test_how_many_rows_there_are_about(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("y,p\n" + "1,0.5\n" * 999)
    assert rows_about(str(tmp_path / "a.csv")) == pytest.approx(1000, rel=0.01)
    (tmp_path / "b.csv").write_text("y,p\n" + "1,0.5\n" * 400_000)
    assert rows_about(str(tmp_path / "b.csv")) == pytest.approx(400_000, rel=0.01)
    pq, pa = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pyarrow")
    pq.write_table(pa.table({"y": [1, 0, 1]}), tmp_path / "a.parquet")
    assert rows_about(str(tmp_path / "a.parquet")) == 3
    assert rows_about(str(tmp_path / "none.csv")) is None


def test_words_complete(veracity) -> None:
    """As the guide says it: the shell asks, commands and options answer."""
    asked = {"_VERACITY_COMPLETE": "bash_complete", "COMP_CWORD": "1", "COMP_WORDS": "veracity re"}
    assert "plain,recalibrate" in veracity(**asked).out
    words = {"COMP_WORDS": "veracity evaluate a.csv --ver", "COMP_CWORD": "3"}
    assert "plain,--verbose" in veracity(**(asked | words)).out
    script = veracity(_VERACITY_COMPLETE="zsh_source").out
    assert "#compdef veracity" in script
