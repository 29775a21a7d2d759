"""A stream that is killed goes on where it was; damaged and foreign files are refused."""

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

import veracity as vc
from tests.evaluation.streams.rows import batches
from veracity.errors import StorageError, VeracityError

WORKER = """
import sys, numpy as np, veracity as vc
from pathlib import Path
path = sys.argv[1]
stream = vc.Stream.resume(path) if Path(path).exists() else vc.Stream(
    checkpoint=path, window=700, require=["recall >= 0.95"], resolution="exact")
for number in range(400):
    draw = np.random.default_rng(number)
    truth = draw.integers(0, 2, 20)
    stream.update(truth, y_proba=np.round(draw.random(20), 2), batch=("feed", number))
    print(number, flush=True)
"""


def _fed(numbers):
    stream = vc.Stream(window=700, require=["recall >= 0.95"], resolution="exact")
    for number in numbers:
        draw = np.random.default_rng(number)
        truth = draw.integers(0, 2, 20)
        stream.update(truth, y_proba=np.round(draw.random(20), 2), batch=("feed", number))
    return stream


def test_a_killed_process_loses_nothing_and_counts_nothing_twice(tmp_path):
    path, reached = tmp_path / "stream", -1
    for wait in (9, 23):
        worker = subprocess.Popen(
            [sys.executable, "-c", WORKER, os.fspath(path)], stdout=subprocess.PIPE, text=True
        )
        assert worker.stdout is not None
        for line in worker.stdout:
            reached = int(line)
            if reached >= wait:
                break
        worker.send_signal(signal.SIGKILL)
        assert worker.wait() == -signal.SIGKILL
        worker.stdout.close()
    found = vc.Stream.resume(path)
    last = found._state.batches.last["feed"]
    assert last >= reached >= 23  # what update() had returned for is on disk
    assert found.rows == 20 * (last + 1)
    assert found.skipped > 0
    by_hand = _fed(range(last + 1))
    assert found.compute().confusion == by_hand.compute().confusion
    assert found.compute().scores == by_hand.compute().scores
    assert [alarm.row for alarm in found.alarms] == [alarm.row for alarm in by_hand.alarms]
    assert [p.name for p in tmp_path.iterdir() if not p.name.startswith(".")] == ["stream"]


@pytest.mark.parametrize(
    "settings",
    [
        {"labels": ["no", "yes", "maybe"], "ignore": ["few_clusters"]},
        {"pos_label": "yes", "metrics": ["recall", "mcc"], "confidence_level": 0.9},
        {"window": 300, "require": ["class yes: recall >= 0.99"], "looks": 40, "pos_label": "yes"},
        {"window": timedelta(hours=5), "require": "every class: recall >= 0.99"},
        {"window": "half-life 120"},
    ],
)
def test_what_is_resumed_goes_on_as_if_nothing_had_happened(settings, tmp_path):
    names = np.array(["no", "yes"])
    kept = vc.Stream(checkpoint=tmp_path / "kept", **settings)
    plain = vc.Stream(**settings)
    start = datetime(2026, 1, 1)
    for number, (truth, called) in enumerate(batches(16, 40, recall=0.5)):
        given = names[truth], names[called]
        more = {
            "group": truth % 2,
            "time": start + number * timedelta(minutes=30),
            "batch": (1, number),
        }
        kept.update(*given, **more)
        plain.update(*given, **more)
        if number % 6 == 3:
            kept = vc.Stream.resume(tmp_path / "kept")
    assert kept.compute().to_json() == plain.compute().to_json()
    assert kept.alarms == plain.alarms
    assert kept.openmetrics() == plain.openmetrics()
    assert vc.load(tmp_path / "kept").compute().to_json() == plain.compute().to_json()


def test_a_saved_stream_is_not_written_on(tmp_path):
    stream = vc.Stream().update([0, 1], [0, 1])
    stream.save(tmp_path / "s")
    before = (tmp_path / "s").read_bytes()
    vc.Stream.resume(tmp_path / "s").update([0, 1], [0, 1])
    assert (tmp_path / "s").read_bytes() == before


def test_a_checkpoint_that_is_there_is_not_overwritten(tmp_path):
    vc.Stream(checkpoint=tmp_path / "s").update([0, 1], [0, 1])
    with pytest.raises(VeracityError, match=r"Stream\.resume"):
        vc.Stream(checkpoint=tmp_path / "s")


def _rewritten(path, change):
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    header = json.loads(parts["veracity.json"])
    change(header)
    parts["veracity.json"] = json.dumps(header).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def test_another_version_is_told(tmp_path):
    vc.Stream(checkpoint=tmp_path / "s").update([0, 1], [0, 1])
    _rewritten(tmp_path / "s", lambda header: header.update(stream=7))
    with pytest.raises(StorageError, match=r"stream format 7; this version reads 1") as found:
        vc.Stream.resume(tmp_path / "s")
    assert "第 7 版" in found.value.text.zh


def test_truncated_and_foreign_files_are_refused(tmp_path):
    path = tmp_path / "s"
    vc.Stream(checkpoint=path, require="mcc >= 0").update([0, 1, 1], [0, 1, 0])
    whole = path.read_bytes()
    for size in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(StorageError):
            vc.Stream.resume(path)
    vc.evaluate([0, 1], [0, 1]).save(path)
    with pytest.raises(StorageError, match="holds no stream"):
        vc.Stream.resume(path)
    with pytest.raises(StorageError):
        vc.Stream.resume(tmp_path / "nothing")


@pytest.mark.parametrize(
    "change",
    [
        lambda header: header.update(rows=-1),
        lambda header: header.update(window=["days", 3]),
        lambda header: header.update(time=["str", "soon"]),
        lambda header: header.update(panes=header["panes"] * 100),
        lambda header: header["watch"].update(raised=[1, 2, 3]),
        lambda header: header.update(require=["recall => 3"]),
        lambda header: header.pop("sources"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(change, tmp_path):
    vc.Stream(checkpoint=tmp_path / "s", require="mcc >= 0").update([0, 1, 1], [0, 1, 0])
    _rewritten(tmp_path / "s", change)
    with pytest.raises(StorageError):
        vc.Stream.resume(tmp_path / "s")


def test_a_batch_that_could_not_be_written_is_not_counted(tmp_path, monkeypatch):
    """Sent again it is counted once, with a name or without: on the disk too."""
    stream = vc.Stream(checkpoint=tmp_path / "kept", window=4, require="recall >= 0.9")
    stream.update([0, 1], [0, 1], batch=("a", 1))
    other = vc.Stream(window=4, require="recall >= 0.9").update([1], [0], batch=("b", 1))
    with monkeypatch.context() as full:
        full.setattr("os.fsync", _no_room)
        for again in (
            lambda: stream.update([0, 1, 1], [0, 0, 0], batch=("a", 2)),
            lambda: stream.update([1], [1]),
            lambda: stream.merge_state(other),
            stream.reset,
        ):
            with pytest.raises(StorageError, match="Nothing was changed"):
                again()
            assert stream.rows == stream.compute().rows.used == 2
            assert not stream.alarms
            assert stream.skipped == 0
    stream.update([0, 1, 1], [0, 0, 0], batch=("a", 2)).merge_state(other)
    kept = vc.Stream.resume(tmp_path / "kept")
    assert kept.rows == stream.rows == 6
    assert kept.reset().rows == vc.Stream.resume(tmp_path / "kept").rows == 0


def test_two_writers_of_one_checkpoint(tmp_path):
    """Neither takes off what the other has counted: the second to write is refused."""
    path = tmp_path / "kept"
    mine = vc.Stream(checkpoint=path)
    late = vc.Stream(checkpoint=path)
    mine.update([0, 1], [0, 1], batch=("a", 1))
    his = vc.Stream.resume(path).update([0, 1], [0, 0], batch=("b", 1))
    for refused in (late, mine):
        rows = refused.rows
        for again in (lambda one=refused: one.update([1], [1], batch=("a", 2)), refused.reset):
            with pytest.raises(StorageError, match="written by another stream") as found:
                again()
        assert "另一个数据流" in found.value.text.zh
        assert refused.rows == rows
    his.update([1], [1], batch=("a", 2))
    assert vc.Stream.resume(path).rows == his.rows == 5
    path.unlink()  # nothing is there that could be lost
    assert vc.Stream.resume(his.update([1], [1]).checkpoint).rows == 6


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_does_not_write_the_checkpoint(copied, tmp_path):
    """As in torch's distributed training, where every process merges copies of all streams."""
    stream = vc.Stream(checkpoint=tmp_path / "kept").update([0, 1], [0, 1])
    other = copied(stream)
    other.merge_state(vc.Stream().update([1, 1], [1, 0])).update([0], [0])
    assert (other.rows, other.checkpoint) == (5, None)
    assert vc.Stream.resume(tmp_path / "kept").rows == 2
    assert vc.Stream.resume(stream.update([1], [1]).checkpoint).rows == 3


def _no_room(_):
    raise OSError(28, "No space left on device")


def test_what_killed_processes_left_is_removed_after_an_hour(tmp_path, monkeypatch):
    path, kept = tmp_path / "kept[1]", Path.unlink
    stream = vc.Stream(checkpoint=path).update([0, 1], [0, 1])
    with monkeypatch.context() as killed:
        killed.setattr("os.fsync", _no_room)
        killed.setattr(Path, "unlink", lambda *_: None)
        for _ in range(2):
            with pytest.raises(StorageError):
                stream.update([0, 1], [0, 1])
    assert Path.unlink is kept
    old, young = sorted(tmp_path.glob(".veracity.*"))
    other = tmp_path / ".veracity.ffffffff.1"
    other.touch()
    for one in (old, other):
        os.utime(one, (1, 1))
    assert vc.Stream.resume(path).rows == 2
    assert sorted(tmp_path.iterdir()) == sorted([path, young, other])
