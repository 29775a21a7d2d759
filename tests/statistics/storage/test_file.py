"""Saved statistics: versioned, without pickle, and everything else refused with the reason."""

import io
import json
import pickle
import zipfile
from contextlib import suppress

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.errors import StorageError
from veracity.evaluation import evaluate, load
from veracity.statistics.storage import file as storage


@pytest.fixture
def path(tmp_path):
    target = tmp_path / "one.veracity"
    evaluate([0, 0, 1, 1], [0, 1, 1, 1], cluster=[1, 1, 2, 3], sample_weight=[1, 2, 3, 4]).save(
        target
    )
    return target


def parts(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rewrite(path, **changes):
    """The same file with some of its entries changed; None leaves one out."""
    entries = {**parts(path), **{name.replace("__", "."): data for name, data in changes.items()}}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries.items():
            if data is not None:
                archive.writestr(name, data)


def npy(array, **options):
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.asarray(array), **options)
    return buffer.getvalue()


def header(path, **changes):
    known = json.loads(parts(path)[storage.HEADER])
    return json.dumps({**known, **changes})


def not_ours(path, *words):
    refused(
        lambda: load(path), path.name, "not a file saved by veracity", *words, error=StorageError
    )


def test_it_is_a_json_header_and_plain_arrays(path):
    entries = parts(path)
    assert json.loads(entries.pop(storage.HEADER))["format"] == 1
    for data in entries.values():
        assert np.lib.format.read_array(io.BytesIO(data), allow_pickle=False).dtype.kind in "if"


def test_a_newer_format_says_update(path):
    rewrite(path, veracity__json=header(path, format=2))
    refused(lambda: load(path), "format 2", "reads up to 1", "Update veracity", error=StorageError)


class Bomb:
    """What a pickle would do if it were opened."""

    def __reduce__(self):
        return (pytest.fail, ("a pickle was opened",))


def test_a_pickled_array_is_refused_and_never_opened(path):
    bomb = np.array([[Bomb()]], dtype=object)
    rewrite(path, held__confusion__cells__npy=npy(bomb, allow_pickle=True))
    not_ours(path, "allow_pickle")


def test_a_bare_pickle_is_refused(tmp_path):
    target = tmp_path / "bomb"
    target.write_bytes(pickle.dumps(Bomb()))
    not_ours(target)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 0.999])
def test_a_truncated_file(path, share):
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    not_ours(path)


def test_every_flipped_byte_is_harmless_or_refused(path):
    whole = path.read_bytes()
    for index in range(0, len(whole), 7):
        damaged = bytearray(whole)
        damaged[index] ^= 0xFF
        path.write_bytes(bytes(damaged))
        with suppress(StorageError):
            assert load(path).confusion.total == 10


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04", b"\0" * 1000])
def test_files_of_other_kinds(tmp_path, content):
    target = tmp_path / "other"
    target.write_bytes(content)
    not_ours(target)


def test_a_foreign_zip(tmp_path):
    target = tmp_path / "foreign.zip"
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("readme.txt", "hello")
    not_ours(target, "veracity.json")


@pytest.mark.parametrize(
    "text", ["", "[]", "1", "{}", '{"format": "one"}', "{", '{"format": 1}', "\xff", "null"]
)
def test_headers_that_say_nothing(path, text):
    rewrite(path, veracity__json=text.encode("latin-1"))
    not_ours(path)


def test_another_kind_of_statistics(path):
    rewrite(path, veracity__json=header(path, kind="score_table"))
    not_ours(path, "score_table")


@pytest.mark.parametrize("part", ["held", "groups", "rows", "settings", "asked"])
@pytest.mark.parametrize("value", [None, 7, "text", [["x"]]])
def test_a_header_with_a_wrong_part(path, part, value):
    if (part, value) == ("asked", "text"):
        value = ["no_such_metric"]
    rewrite(path, veracity__json=header(path, **{part: value}))
    not_ours(path)


@pytest.mark.parametrize(
    "cells",
    [
        [[1.0, 2], [3, -4]],
        [[1.0, 2], [3, np.nan]],
        [[1.0, 2], [3, np.inf]],
        np.ones((3, 3)),
        np.ones(4),
        np.ones((2, 2, 2)),
        [[1, 2], [3, 4]],
        [["1", "2"], ["3", "4"]],
    ],
    ids=["negative", "nan", "infinite", "larger", "flat", "axes", "integers", "text"],
)
def test_cells_that_are_no_counts(path, cells):
    rewrite(path, held__confusion__cells__npy=npy(cells))
    not_ours(path)


@pytest.mark.parametrize("part", ["unit", "cell"])
@pytest.mark.parametrize("indices", [[0, 1, 99], [-1, 0, 1], [0, 1], [0.0, 1.0, 2.0]])
def test_places_outside(path, part, indices):
    rewrite(path, **{f"held__confusion__units__{part}__npy": npy(indices)})
    not_ours(path)


@pytest.mark.parametrize("part", ["cells", "squares", "units.weight"])
def test_a_missing_array(path, part):
    rewrite(path, **{f"held__confusion__{part.replace('.', '__')}__npy": None})
    not_ours(path)


def test_a_missing_file(tmp_path):
    words = ("nowhere", "Cannot read", "No such file")
    refused(lambda: load(tmp_path / "nowhere"), *words, error=StorageError)


def test_a_directory(tmp_path):
    refused(lambda: load(tmp_path), "Cannot read", "directory", error=StorageError)


def test_labels_that_cannot_be_kept(tmp_path):
    target = tmp_path / "one"
    ev = evaluate([b"a", b"b"], [b"a", b"a"])
    refused(lambda: ev.save(target), "bytes", "can be saved", error=StorageError)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("label", ["世界", "\ud800", "\0", "a\nb", "'\"\\", "x" * 10_000])
def test_any_text_is_a_label(tmp_path, label):
    target = tmp_path / "one"
    evaluate([label, "b"], ["b", "b"]).save(target)
    assert label in load(target).confusion.labels
