"""`vc.merge`: saved statistics of several sites or days added up, without their rows."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from veracity.errors import CannotMerge, InputError, StorageError, refuse
from veracity.errors import quoted as quoted_list
from veracity.evaluation.front.loading import load
from veracity.evaluation.single.evaluation import Evaluation
from veracity.files import written_whole
from veracity.statistics.labels import found

MOST_MANIFEST = 2**24  # bytes
_LINE = re.compile(r"([0-9a-fA-F]{64})\s+\*?(.+)")
_SHA256 = re.compile("[0-9a-fA-F]{64}")
PathLike = str | os.PathLike[str]
Manifest = PathLike | Mapping[str, str]


def merge(*paths: PathLike, manifest: Manifest | None = None) -> Evaluation:
    """One evaluation of all rows behind several files of `ev.save`; no row is needed for it.

    Every part must have the same classes, positive class, threshold and kind of weights; a class
    may be missing from a part, but a part with other classes is refused. The same file twice is
    refused, as its rows would count twice.

    manifest: the SHA-256 of each part: a mapping from file name to it, a JSON file of such a
    mapping (`veracity merge --write-manifest`), or the output of `sha256sum`. Then each part must
    be listed, every part listed must be there, and each must have its hash. With a manifest file
    and no paths all parts that it lists are merged, found beside it.

    >>> import tempfile
    >>> from veracity import ConfusionMatrix
    >>> north = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate()
    >>> south = ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5).evaluate()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     north.save(f"{folder}/north")
    ...     south.save(f"{folder}/south")
    ...     both = merge(f"{folder}/north", f"{folder}/south")
    >>> both.confusion.tp, both.rows.used
    (44, 132)
    """
    files = checked_parts(paths, manifest)
    whole = load(files[0])
    for path in files[1:]:
        part = load(path)
        _refuse_other_labels(whole, part, path)
        try:
            whole = whole + part
        except InputError as problem:
            raise refuse("merge_part", CannotMerge, path=path, why=problem.text) from problem
    return whole


def checked_parts(paths: Sequence[PathLike], manifest: Manifest | None = None) -> list[str]:
    """The files to merge: each there, none twice, all as the manifest says."""
    files = [os.fspath(path) for path in paths]
    listed = None if manifest is None else _listed(manifest)
    if not files and listed and isinstance(manifest, (str, os.PathLike)):
        files = [os.fspath(Path(manifest).parent / name) for name in listed]
    if not files:
        raise refuse("merge_nothing")
    hashes: dict[str, str] = {}
    checked = set[str]()
    for path in files:
        digest = sha256_of(path)
        if digest in hashes:
            raise refuse("merge_twice", CannotMerge, path=path, other=hashes[digest])
        hashes[digest] = path
        if listed is not None:
            checked.add(_checked(path, digest, listed))
    if listed is not None:
        missing = [name for name in listed if name not in checked]
        if missing:
            raise refuse(
                "manifest_missing", StorageError, n=len(missing), names=quoted_list(missing)
            )
    return files


def write_manifest(paths: Sequence[PathLike], out: PathLike) -> None:
    """The SHA-256 of each part by its file name, as JSON."""
    hashes = {Path(path).name: sha256_of(path) for path in paths}
    if len(hashes) < len(paths):
        raise refuse("manifest_names")
    with written_whole(out) as stream:
        stream.write((json.dumps(hashes, indent=1, ensure_ascii=False) + "\n").encode())


def sha256_of(path: PathLike) -> str:
    """The SHA-256 of a file."""
    try:
        with Path(path).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as problem:
        why = problem.strerror or problem
        raise refuse("cannot_read", StorageError, path=path, why=why) from problem


def _checked(path: str, digest: str, listed: Mapping[str, str]) -> str:
    """The name under which a file with this hash is listed: the path itself, or its last parts."""
    parts = Path(path).parts
    ends = (os.fspath(Path(*parts[i:])) for i in range(len(parts)))
    name = next((one for one in (path, *ends) if one in listed), None)
    if name is None:
        raise refuse("manifest_unlisted", StorageError, path=path)
    if listed[name].lower() != digest:
        raise refuse(
            "manifest_differs", StorageError, path=path, listed=listed[name][:12], found=digest[:12]
        )
    return name


def _listed(manifest: Manifest) -> dict[str, str]:
    """File name → SHA-256."""
    if isinstance(manifest, Mapping):
        return _hashes(manifest, "manifest")
    try:
        if Path(manifest).stat().st_size > MOST_MANIFEST:
            raise refuse("manifest_unreadable", StorageError, path=manifest)
        text = Path(manifest).read_text("utf-8")
    except OSError as problem:
        why = problem.strerror or problem
        raise refuse("cannot_read", StorageError, path=manifest, why=why) from problem
    except UnicodeDecodeError:
        raise refuse("manifest_unreadable", StorageError, path=manifest) from None
    try:
        read = json.loads(text)
    except ValueError:
        lines = [_LINE.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
        read = {line[2]: line[1] for line in lines if line}
        if not all(lines):
            raise refuse("manifest_unreadable", StorageError, path=manifest) from None
    return _hashes(read, manifest)


def _hashes(read: object, path: object) -> dict[str, str]:
    good = isinstance(read, Mapping) and all(
        isinstance(name, (str, os.PathLike))
        and isinstance(digest, str)
        and _SHA256.fullmatch(digest)
        for name, digest in read.items()
    )
    if not good or not read:
        raise refuse("manifest_unreadable", StorageError, path=path)
    assert isinstance(read, Mapping)
    return {os.fspath(name): digest for name, digest in read.items()}


def _refuse_other_labels(whole: Evaluation, part: Evaluation, path: str) -> None:
    """A part may lack a class, but not have others instead."""
    mine, yours = found(whole.held.labels), found(part.held.labels)
    if set(mine) >= set(yours) or set(mine) <= set(yours):
        return
    raise refuse(
        "merge_other_labels",
        CannotMerge,
        path=path,
        yours=quoted_list(yours),
        mine=quoted_list(mine),
    )
