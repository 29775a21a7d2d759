"""The page as a file: replaced whole, or the old one stays and a sentence says why."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import veracity as vc
from tests.reports.page.test_page import Document
from tests.statistics.refusals import refused
from veracity.errors import StorageError

EV = vc.evaluate([0, 0, 1, 1, 1], [0, 1, 1, 1, 0], metrics=["accuracy", "mcc"])
OLD = "an older and much longer page " * 40_000

# A process that loses what it needs when the page is ready: first all is loaded, then comes `lost`.
LOSING = """
import os, resource, sys
import veracity as vc
ev = vc.evaluate([0, 0, 1, 1, 1], [0, 1, 1, 1, 0], metrics=["accuracy", "mcc"])
assert len(ev.to_html()) > 50_000
{lost}
try:
    ev.report(sys.argv[1])
except vc.VeracityError as problem:
    print(problem)
"""
NO_ROOM = "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
NOT_ROOT = "os.geteuid() or os.setuid(65534)"  # root may write everywhere
posix = pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are those of POSIX")


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(OLD, "utf-8")
    return path


def stayed(old):
    assert old.read_text("utf-8") == OLD
    assert list(old.parent.iterdir()) == [old]


def test_an_older_page_is_replaced_whole(old):
    EV.report(old)
    assert old.read_text("utf-8") == EV.to_html()
    assert list(old.parent.iterdir()) == [old]


def test_a_disk_without_room(old, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    words = ("page.html", "Cannot write", "No space left", "Nothing was changed")
    refused(lambda: EV.report(old), *words, error=StorageError)
    stayed(old)


def losing(lost, path):
    program = LOSING.format(lost=lost)
    command = [sys.executable, "-c", program, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@posix
def test_a_file_that_cannot_grow(old):
    """The kernel refuses in the middle of the writing: nothing half is left."""
    said = losing(NO_ROOM, old)
    assert "page.html: File too large. Nothing was changed." in said
    stayed(old)


@posix
def test_a_folder_of_somebody_else(old):
    old.parent.chmod(0o555)
    said = losing(NOT_ROOT, old)
    old.parent.chmod(0o755)
    assert "Permission denied" in said
    stayed(old)


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs a device that is full")
def test_a_full_device(tmp_path):
    link = tmp_path / "page.html"
    link.symlink_to("/dev/full")
    refused(lambda: EV.report(link), "No space left", error=StorageError)
    assert link.is_symlink()
    assert list(tmp_path.iterdir()) == [link]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere/page.html", "No such file or directory"),
        ("file/page.html", "Not a directory"),
        ("folder.html", "Is a directory"),
        (f"{'x' * 300}.html", "File name too long"),
    ],
)
def test_a_path_that_cannot_be_written(tmp_path, name, why):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder.html").mkdir()
    before = sorted(tmp_path.rglob("*"))
    refused(lambda: EV.report(tmp_path / name), "Cannot write", why, error=StorageError)
    assert sorted(tmp_path.rglob("*")) == before


def test_two_hundred_classes(tmp_path):
    """Labels of 64 characters, from right to left, of pictures; every class has its row."""
    rng = np.random.default_rng(0)
    names = np.array([f"{i}" for i in range(197)] + ["x" * 64, "שלום", "🙂"])
    truth = rng.integers(0, 200, 2000)
    called = np.where(rng.random(2000) < 0.8, truth, 0)
    path = tmp_path / "page.html"
    vc.evaluate(names[truth], names[called], metrics=["accuracy"]).report(path)
    made = Document(path.read_text("utf-8"))
    assert made.open == []
    assert set(names) <= set(made.words)
    assert path.stat().st_size < 2_000_000
