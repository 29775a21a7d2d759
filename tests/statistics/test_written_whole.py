"""A file is written whole or not at all: the old one stays, nothing temporary is left."""

import errno
import os
import stat
from pathlib import Path

import pytest

from tests.statistics.refusals import refused
from veracity.errors import StorageError
from veracity.evaluation import evaluate, load
from veracity.files import written_whole


@pytest.fixture
def old(tmp_path):
    target = tmp_path / "report.bin"
    target.write_bytes(b"old")
    return target


def unchanged(old):
    assert [p.name for p in old.parent.iterdir()] == [old.name]
    assert old.read_bytes() == b"old"


def test_the_new_content_replaces_the_old(old):
    with written_whole(old) as stream:
        stream.write(b"new")
        assert old.read_bytes() == b"old"
    assert old.read_bytes() == b"new"
    assert len(list(old.parent.iterdir())) == 1


class Full:
    """A disk without space left, at the named step."""

    def __call__(self, *_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["os.fsync", "os.fdopen", "pathlib.Path.replace", "os.open"])
def test_a_full_disk(old, monkeypatch, step):
    monkeypatch.setattr(step, Full())

    def write():
        with written_whole(old) as stream:
            stream.write(b"new")

    words = ("report.bin", "Cannot write", "No space left", "Nothing was changed")
    refused(write, *words, error=StorageError)
    monkeypatch.undo()
    unchanged(old)


def test_a_disk_that_fills_up_while_writing(old):
    def write():
        with written_whole(old) as stream:
            stream.write(b"half of it")
            Full()()

    refused(write, "No space left", error=StorageError)
    unchanged(old)


@pytest.mark.parametrize("problem", [KeyboardInterrupt, MemoryError, ValueError, SystemExit])
def test_any_other_end_comes_through_as_it_is(old, problem):
    def write():
        with written_whole(old) as stream:
            stream.write(b"half of it")
            raise problem

    with pytest.raises(problem):
        write()
    unchanged(old)


def test_an_evaluation_on_a_full_disk(old, monkeypatch):
    ev = evaluate([0, 1], [0, 1])
    monkeypatch.setattr("os.fsync", Full())
    refused(lambda: ev.save(old), "No space left", error=StorageError)
    unchanged(old)


def test_an_evaluation_stopped_half_way(old, monkeypatch):
    ev = evaluate([0, 1], [0, 1])

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("numpy.lib.format.write_array", stop)
    with pytest.raises(KeyboardInterrupt):
        ev.save(old)
    unchanged(old)


def test_a_folder_that_is_not_there(tmp_path):
    target = tmp_path / "nowhere" / "one"
    words = (str(target), "No such file or directory")
    refused(lambda: evaluate([0, 1], [0, 1]).save(target), *words, error=StorageError)


def test_a_folder_in_the_place_of_the_file(tmp_path):
    target = tmp_path / "folder"
    target.mkdir()
    refused(lambda: evaluate([0, 1], [0, 1]).save(target), "Cannot write", error=StorageError)
    assert list(tmp_path.iterdir()) == [target]
    assert not list(target.iterdir())


def test_others_may_read_it_as_any_new_file(tmp_path):
    plain, ours = tmp_path / "plain", tmp_path / "ours"
    plain.touch()
    with written_whole(ours) as stream:
        stream.write(b"x")
    assert stat.S_IMODE(ours.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_a_name_without_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    evaluate([0, 1], [0, 1]).save("one.veracity")
    assert load(Path("one.veracity")).rows.used == 2


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_file_that_is_replaced_keeps_its_permissions(old, mode):
    old.chmod(mode)
    with written_whole(old) as stream:
        stream.write(b"new")
        (meanwhile,) = (p for p in old.parent.iterdir() if p != old)
        assert stat.S_IMODE(meanwhile.stat().st_mode) == 0o600
    assert stat.S_IMODE(old.stat().st_mode) == mode
    assert old.read_bytes() == b"new"


def test_saving_leaves_the_umask_of_the_process_alone(tmp_path, monkeypatch):
    def touched(*_):
        raise AssertionError("other threads would make files with it")

    monkeypatch.setattr("os.umask", touched)
    evaluate([0, 1], [0, 1]).save(tmp_path / "one")
    assert load(tmp_path / "one").rows.used == 2


def test_links_in_a_circle_are_refused(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to(second)
    second.symlink_to(first)
    refused(
        lambda: evaluate([0, 1], [0, 1]).save(first),
        "Cannot write",
        "symbolic links",
        error=StorageError,
    )
    assert first.is_symlink()
    assert second.is_symlink()


def test_a_link_to_a_file_that_is_not_there_yet(tmp_path):
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    evaluate([0, 1], [0, 1]).save(link)
    assert link.is_symlink()
    assert load(target).rows.used == 2
