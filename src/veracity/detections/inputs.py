"""What boxes may be given as: COCO JSON, tables, records, rows or lists by picture."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from veracity.detections.box_table import DETECTED, REFERENCE, BoxTable, Column, box_table
from veracity.engines.reading.decimal_text import column_with_points
from veracity.engines.reading.read_columns import column_names, read_columns
from veracity.errors import VeracityError, quoted, refuse, spelled
from veracity.statistics.labels import Label
from veracity.words import Text

CORNERS, SIDES = ("x0", "y0", "x1", "y1"), ("x", "y", "width", "height")
ALIASES = {
    "image": ("image", "image_id", "file", "file_name"),
    "label": ("class", "label", "category", "category_id", "name"),
    "score": ("score", "confidence"),
    "area": ("area",),
    "crowd": ("crowd", "iscrowd"),
    "ignored": ("difficult", "ignore"),
}
FORMATS = ("xyxy", "xywh")
# what follows the corners in a row of a detection, by its length
SCORED: dict[int, tuple[str, ...]] = {
    5: ("score",),
    6: ("label", "score"),
    7: ("label", "image", "score"),
}
NamedOrTwo = str | Sequence[Iterable[Any]] | None
NamedOrGiven = str | Iterable[Any] | None
LISTS = {"boxes": "box", "labels": "label", "scores": "score"}


@dataclass(frozen=True, slots=True)
class BoxReading:
    """How columns are called, whether boxes have sides, and the names of COCO's categories.

    Beside plain rows of corners, `image` and `label` may be two columns themselves (of the
    reference and of the detections), and `score` one.
    """

    image: NamedOrTwo = None
    label: NamedOrTwo = None
    score: NamedOrGiven = None
    box_format: str = "xyxy"
    names: Mapping[Any, Label] = field(default_factory=dict)

    def aliases(self, name: str) -> tuple[str, ...]:
        """What the column may be called: as the user says, else as is usual."""
        own = getattr(self, name, None)
        return (own,) if isinstance(own, str) else ALIASES[name]

    def beside(self, side: Text, n: int) -> dict[str, list[Any]]:
        """Columns that were given beside n rows of this side."""
        found: dict[str, list[Any]] = {}
        for name, given in (("image", self.image), ("label", self.label)):
            if given is None or isinstance(given, str):
                continue
            both = list(given)
            if len(both) != 2:
                raise refuse("detection_two_columns", name=name)
            found[name] = list(both[0 if side is REFERENCE else 1])
        if side is DETECTED and self.score is not None and not isinstance(self.score, str):
            found["score"] = list(self.score)
        for name, column in found.items():
            if len(column) != n:
                raise refuse("detection_lengths", side=side, name=name, n=len(column), boxes=n)
        return found


def read_boxes(given: Any, side: Text, how: BoxReading) -> tuple[BoxTable, Mapping[Any, Label]]:
    """The boxes of one side, and the names of categories if the file has them."""
    if given is None:
        raise refuse("detection_none", side=side)
    if not isinstance(how.box_format, str) or how.box_format not in FORMATS:
        raise refuse("detection_format", given=spelled(how.box_format))
    if isinstance(given, (str, os.PathLike)):
        given = _file(Path(given))
    try:
        return _read(given, side, how)
    except VeracityError:
        raise
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise refuse("detection_rows", side=side) from None


def refuse_unused(sides: Sequence[object], how: BoxReading) -> None:
    """Refuse names of columns where no side has columns, and columns that stand beside no rows."""
    for name in ("image", "label", "score"):
        asked = getattr(how, name)
        if asked is None:
            continue
        used = isinstance(asked, str) and any(_has_column(one, asked) for one in sides)
        if not isinstance(asked, str) and isinstance(asked, Iterable):
            used = any(not (isinstance(one, Mapping) or _is_frame(one)) for one in sides)
        if not used:
            raise refuse("detection_unused", name=name, given=spelled(asked))


def _is_frame(given: object) -> bool:
    """Whether this is a file or a frame, whose columns are looked at when it is read."""
    kind = type(given)  # asking a lazy table itself would look through it
    named = hasattr(kind, "columns") or hasattr(kind, "schema")
    return named or isinstance(given, (str, os.PathLike))


def _has_column(given: object, name: str) -> bool:
    """Whether a name may be that of a column here, or is that of a field of some record."""
    if _is_frame(given) or (isinstance(given, Mapping) and _is_table(given)):
        return True
    if isinstance(given, Mapping):
        return any(_has_column(one, name) for one in given.values() if one is not None)
    rows = given if isinstance(given, (list, tuple)) else ()
    return any(isinstance(one, Mapping) and name in one for one in rows)


def _read(given: object, side: Text, how: BoxReading) -> tuple[BoxTable, Mapping[Any, Label]]:
    if isinstance(given, Mapping) and "annotations" in given:
        return _coco(given, side, how)
    if isinstance(given, Mapping) and "boxes" in given:
        given = [given]
    if isinstance(given, Mapping) and not _is_table(given):
        return _by_image(given, side, how), {}
    if _is_frame(given) or isinstance(given, Mapping):
        return _table(given, side, how), {}
    return _listed(given, side, how), {}


def _file(path: Path) -> Any:
    """The content of a JSON file, or the columns of a table (CSV, Parquet, …)."""
    if not path.exists():
        raise refuse("event_file_missing", path=str(path))
    if path.suffix.lower() != ".json":
        columns = read_columns(path, column_names(path))
        return {name: column_with_points(column) for name, column in columns.items()}
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise refuse("event_file_unreadable", path=str(path), why=str(error)) from None


def _is_table(given: Mapping[Any, Any]) -> bool:
    return all(one in given for one in CORNERS) or all(one in given for one in SIDES)


def _coco(
    given: Mapping[str, Any], side: Text, how: BoxReading
) -> tuple[BoxTable, Mapping[Any, Label]]:
    """Annotations with bbox (x, y, width, height), of a picture and a category."""
    listed = given.get("categories") or []
    names = {one["id"]: one.get("name", one["id"]) for one in listed}
    if len(set(names.values())) < len(names):  # a name that stands for two is none
        names = {one: one for one in names}
    known = how if how.names else replace(how, names=names)
    table = _annotations(given["annotations"], side, known)
    images = tuple(one["id"] for one in given.get("images") or [])
    return replace(table, images=images), names


def _annotations(rows: Sequence[Mapping[str, Any]], side: Text, how: BoxReading) -> BoxTable:
    lacking = [
        name for name in ("bbox", "image_id", "category_id") if any(name not in row for row in rows)
    ]
    if lacking:
        raise refuse("detection_annotation", side=side, lacking=quoted(lacking))
    if any(len(row["bbox"]) != 4 for row in rows):
        raise refuse("detection_rows", side=side)
    columns: dict[str, Column] = {
        name: [row["bbox"][index] for row in rows] for index, name in enumerate("abcd")
    }
    columns["image"] = [row["image_id"] for row in rows]
    columns["label"] = [how.names.get(row["category_id"], row["category_id"]) for row in rows]
    if side is DETECTED and all("score" in row for row in rows):
        columns["score"] = [row["score"] for row in rows]
    if side is REFERENCE:  # of detections pycocotools takes the area of the box
        columns["area"] = [row.get("area") for row in rows]
        columns["crowd"] = [row.get("iscrowd", 0) for row in rows]
    return box_table(columns, side, sides=True)


def _table(given: Any, side: Text, how: BoxReading) -> BoxTable:
    """A frame, or a mapping of columns."""
    names = column_names(given)
    corners = how.box_format == "xyxy" and all(one in names for one in CORNERS)
    layout = CORNERS if corners else SIDES
    if not all(one in names for one in layout):
        raise refuse("detection_table", side=side, names=quoted(names))
    called = dict(zip("abcd", layout, strict=True))
    for ours in ALIASES:
        found = next((one for one in how.aliases(ours) if one in names), None)
        if found is not None:
            called[ours] = found
        elif isinstance(getattr(how, ours, None), str) and (ours != "score" or side is DETECTED):
            raise refuse(
                "detection_column", side=side, name=getattr(how, ours), names=quoted(names)
            )
    read = read_columns(given, list(dict.fromkeys(called.values())))
    columns: dict[str, Column] = {ours: list(read[name]) for ours, name in called.items()}
    return box_table(columns, side, sides=not corners)


def _by_image(given: Mapping[Any, Any], side: Text, how: BoxReading) -> BoxTable:
    """A mapping from picture to its boxes."""
    rows: list[dict[str, Any]] = []
    for image, inside in given.items():
        listed = _of_lists(inside) if isinstance(inside, Mapping) else list(inside)
        rows += [{**_record(one, side, how), "image": image} for one in listed]
    return replace(_records(rows, side, how), images=tuple(given))


def _listed(given: Any, side: Text, how: BoxReading) -> BoxTable:
    """Records, COCO's list of results, torchvision's dicts picture by picture, or plain rows."""
    try:
        rows = list(given)
    except TypeError:
        raise refuse("detection_rows", side=side) from None
    if rows and all(isinstance(one, Mapping) and "bbox" in one for one in rows):
        return _annotations(rows, side, how)
    if rows and all(isinstance(one, Mapping) and "boxes" in one for one in rows):
        return _by_image(dict(enumerate(rows)), side, how)
    made = [_record(one, side, how) for one in rows]
    for name, column in how.beside(side, len(made)).items():
        made = [{**row, name: value} for row, value in zip(made, column, strict=True)]
    return _records(made, side, how)


def _of_lists(given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Lists of boxes, labels and scores of one picture as records."""
    if "boxes" not in given:
        raise KeyError("boxes")
    named = {ours: list(given[theirs]) for theirs, ours in LISTS.items() if theirs in given}
    return [dict(zip(named, row, strict=True)) for row in zip(*named.values(), strict=True)]


def _record(given: object, side: Text, how: BoxReading) -> dict[str, Any]:
    """One box under our names: a mapping, or corners, class, picture, score in this order."""
    if isinstance(given, Mapping):
        box = given.get("box")
        if box is None:
            named = next((n for n in (CORNERS, SIDES) if all(one in given for one in n)), None)
            if named is None:
                raise refuse("detection_rows", side=side)
            box = [given[one] for one in named]
        found = {
            ours: given[name]
            for ours in ALIASES
            for name in reversed(how.aliases(ours))
            if name in given
        }
        return {**dict(zip("abcd", box, strict=True)), **found}
    row = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else []
    rest = ("label", "image")[: len(row) - 4] if side is REFERENCE else SCORED.get(len(row), ())
    if len(row) != 4 + len(rest):
        raise refuse("detection_rows", side=side)
    return dict(zip((*"abcd", *rest), row, strict=True))


def _records(rows: Sequence[Mapping[str, Any]], side: Text, how: BoxReading) -> BoxTable:
    columns: dict[str, Column] = {name: [row[name] for row in rows] for name in "abcd"}
    for name in ALIASES:
        held = sum(name in row for row in rows)
        if held and held < len(rows) and name in ("image", "label", "score"):
            raise refuse("detection_some", side=side, name=name, n=len(rows) - held)
        if held:
            columns[name] = [row.get(name) for row in rows]
    return box_table(columns, side, sides=how.box_format == "xywh")
