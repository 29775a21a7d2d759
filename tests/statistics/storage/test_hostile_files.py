"""Files from elsewhere: too large once unpacked, or with a header that cannot be meant."""

import io
import json
import zipfile

import numpy as np
import pytest

import veracity as vc
from tests.statistics.refusals import refused
from veracity.errors import StorageError
from veracity.statistics.storage import file as storage


@pytest.fixture
def path(tmp_path):
    target = tmp_path / "one.veracity"
    vc.evaluate([0, 0, 1, 1], [0, 1, 1, 1], cluster=[1, 1, 2, 3], group=[1, 1, 2, 2]).save(target)
    return target


def rewritten(path, changes):
    """The same file with some of its entries changed."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**entries, **changes}.items():
            archive.writestr(name, data)


def with_header(path, change):
    """The same file after `change` was made to its header."""
    with zipfile.ZipFile(path) as archive:
        header = json.loads(archive.read(storage.HEADER))
    change(header)
    rewritten(path, {storage.HEADER: json.dumps(header).encode()})


def test_a_small_file_that_unpacks_to_more_than_the_limit(path, monkeypatch):
    monkeypatch.setattr(storage, "MOST_UNPACKED", 10_000)
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.zeros(10_000))
    rewritten(path, {"more.npy": buffer.getvalue()})
    assert path.stat().st_size < 10_000
    refused(lambda: vc.load(path), path.name, "unpack", "10,000", error=StorageError)


def test_a_header_larger_than_its_own_limit(path, monkeypatch):
    monkeypatch.setattr(storage, "MOST_HEADER", 100)
    refused(lambda: vc.load(path), "unpack", "100", error=StorageError)


def test_the_limits_are_far_above_what_is_saved(path):
    assert storage.MOST_UNPACKED >= 2**31
    assert vc.load(path).rows.used == 4


def test_an_array_that_declares_more_numbers_than_it_has(path):
    buffer = io.BytesIO()
    header = {"descr": "<f8", "fortran_order": False, "shape": (10**13,)}
    np.lib.format.write_array_header_1_0(buffer, header)
    rewritten(path, {"held.confusion.cells.npy": buffer.getvalue() + bytes(32)})
    refused(lambda: vc.load(path), "not a file saved by veracity", "declares", error=StorageError)


def set_threshold(value):
    return lambda header: header.update(threshold=value)


def of_confusion(**values):
    return lambda header: header["held"]["confusion"].update(values)


CHANGES = {
    "labels twice": of_confusion(labels=[["int", 0], ["int", 0]]),
    "equal labels": of_confusion(labels=[["int", 1], ["float", (1.0).hex()]]),
    "a NaN label": of_confusion(labels=[["int", 0], ["float", "nan"]]),
    "a label too large": of_confusion(labels=[["int", 0], ["float", "0x1p99999"]]),
    "a label of another type": of_confusion(labels=[["int", "0"], ["int", 1]]),
    "a label without type": of_confusion(labels=[0, 1]),
    "clusters twice": of_confusion(units=[["int", 1], ["int", 1], ["int", 3]]),
    "threshold x": set_threshold("x"),
    "threshold NaN": set_threshold(float("nan")),
    "threshold true": set_threshold(True),
    "format -1": lambda header: header.update(format=-1),
    "format 0": lambda header: header.update(format=0),
    "format true": lambda header: header.update(format=True),
    "rows infinite": lambda header: header["held"].update(rows=float("inf")),
    "rows below 0": lambda header: header["rows"].update(used=-4),
    "rows as text": lambda header: header["rows"].update(read="4"),
    "rows too many": lambda header: header["held"].update(rows=10**400),
    "weights of no kind": lambda header: header.update(weight_kind="heavy"),
    "min_count x": lambda header: header.update(min_count="x"),
    "notes that are numbers": lambda header: header.update(notes=[[1, 2]]),
    "notes of one language": lambda header: header.update(notes=[["only"]]),
    "groups twice": lambda header: header["groups"][1].__setitem__(0, header["groups"][0][0]),
    "groups that are a number": lambda header: header.update(groups=7),
    "settings unknown": lambda header: header["settings"].update(more=1),
    "level 7": lambda header: header["settings"].update(confidence_level=7),
    "asked nothing known": lambda header: header.update(asked=["no such metric"]),
    "held a list": lambda header: header.update(held=[]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_header_that_cannot_be_meant(path, change):
    with_header(path, change)
    refused(lambda: vc.load(path), path.name, "not a file saved by veracity", error=StorageError)


@pytest.mark.parametrize("given", [1.0, None, 7, ["one"], object()])
def test_what_is_no_path(given):
    with pytest.raises(StorageError):
        vc.load(given)


def test_an_infinite_threshold_is_one(tmp_path):
    vc.evaluate([0, 1], y_score=[0.2, 0.7], threshold=float("inf")).save(tmp_path / "one")
    assert vc.load(tmp_path / "one").threshold == float("inf")
