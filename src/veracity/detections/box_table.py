"""Boxes of one side as columns: corners, class, picture, score, area, crowd or difficult."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from veracity.arrays import Floats
from veracity.errors import InvalidRows, refuse, spelled
from veracity.matching.boxes import Boxes
from veracity.matching.spans import Bools
from veracity.statistics.labels import Label
from veracity.words import Text

REFERENCE, DETECTED = Text("reference", "参考"), Text("detected", "检测")
ALONE = "image"
ANYTHING = "object"
Column = Sequence[object]
YES, NO = ("1", "true", "yes", "y", "t", "是"), ("0", "false", "no", "n", "f", "否", "")


@dataclass(frozen=True, eq=False, slots=True)
class BoxTable:
    """One row for each box; `images` are those known to exist, with boxes or without.

    `score` of reference boxes is nan. `area` is that of the object where a file tells it, else
    that of the box. `whole` says that no class was given, so that all boxes are of one.
    """

    boxes: Boxes
    label: tuple[Label, ...]
    image: tuple[Label, ...]
    score: Floats
    area: Floats
    crowd: Bools
    ignored: Bools
    images: tuple[Label, ...] = ()
    whole: bool = False

    def __len__(self) -> int:
        """Number of boxes."""
        return len(self.label)


def box_table(columns: Mapping[str, Column], side: Text, *, sides: bool) -> BoxTable:
    """Columns under our own names as a table of boxes, or what is wrong with them.

    `a b c d` are two corners or, with `sides`, a corner, width and height.
    """
    a, b, c, d = (_numbers(columns[name], name, side) for name in "abcd")
    n = len(a)
    wide, tall = (c, d) if sides else (c - a, d - b)
    boxes = Boxes(a, b, a + c if sides else c, b + d if sides else d, wide * tall)
    _refuse_bad(np.stack([a, b, c, d], -1), (wide, tall), side, sides=sides)
    score = np.full(n, np.nan)
    if side is DETECTED:
        score = _scores(columns.get("score"), n)
    given_area = columns.get("area")
    area = boxes.inside if given_area is None else _numbers(given_area, "area", side)
    below = np.flatnonzero(area < 0)
    if len(below):
        facts = {"n": len(below), "row": int(below[0]), "value": f"{area[below[0]]:g}"}
        raise refuse("detection_area", InvalidRows, side=side, **facts)
    return BoxTable(
        boxes,
        _labels(columns.get("label"), ANYTHING, n, "class", side),
        _labels(columns.get("image"), ALONE, n, "image", side),
        score,
        np.where(np.isnan(area), boxes.inside, area),
        _flags(columns.get("crowd"), n, "crowd", side),
        _flags(columns.get("ignored"), n, "difficult", side),
        whole=columns.get("label") is None,
    )


def _numbers(given: Column, name: str, side: Text) -> Floats:
    try:
        return np.array([np.nan if one is None else one for one in given], np.float64)
    except (TypeError, ValueError):
        raise refuse("detection_numbers", side=side, name=name) from None


def _scores(given: Column | None, n: int) -> Floats:
    if given is None and n:
        raise refuse("detection_no_scores")
    score = np.zeros(0) if given is None else _numbers(given, "score", DETECTED)
    bad = np.flatnonzero(np.isnan(score))
    if len(bad):
        raise refuse("detection_bad_scores", InvalidRows, n=len(bad), row=int(bad[0]))
    return score


def _labels(
    given: Column | None, instead: Label, n: int, name: str, side: Text
) -> tuple[Label, ...]:
    if given is None:
        return (instead,) * n
    found = tuple(one.item() if isinstance(one, np.generic) else one for one in given)
    lacking = sum(one is None or one != one for one in found)
    if lacking:
        raise refuse("detection_some", InvalidRows, side=side, name=name, n=lacking)
    return tuple(_hashable(one) for one in found)


def _hashable(one: object) -> Label:
    hash(one)
    return one


def _flags(given: Column | None, n: int, name: str, side: Text) -> Bools:
    """Whether each cell says yes; what is missing says no, and what is neither is refused."""
    if given is None:
        return np.zeros(n, np.bool_)
    found = [_flag(one) for one in given]
    odd = [i for i, one in enumerate(found) if one is None]
    if odd:
        facts = {"n": len(odd), "row": odd[0], "value": spelled(given[odd[0]])}
        raise refuse("detection_flag", InvalidRows, side=side, name=name, **facts)
    return np.array(found, np.bool_)


def _flag(cell: object) -> bool | None:
    """Yes or no, as a number or a word; None where it is neither.

    >>> [_flag(one) for one in (True, 0, "Yes", " n ", None, 2, "maybe")]
    [True, False, True, False, False, None, None]
    """
    if cell is None or cell != cell:
        return False
    if isinstance(cell, str) and cell.strip().casefold() in (*YES, *NO):
        return cell.strip().casefold() in YES
    try:
        number = float(cast(float, cell))
    except (TypeError, ValueError):
        return None
    return bool(number) if number in (0.0, 1.0) else None


def _refuse_bad(given: Floats, size: tuple[Floats, Floats], side: Text, *, sides: bool) -> None:
    endless: Bools = np.asarray(~np.isfinite(given).all(-1))
    if endless.any():
        _refuse("detection_not_finite", given, endless, side)
    inverted = (size[0] < 0) | (size[1] < 0)
    if inverted.any():
        _refuse("detection_negative" if sides else "detection_inverted", given, inverted, side)


def _refuse(key: str, given: Floats, bad: Bools, side: Text) -> None:
    row = int(np.flatnonzero(bad)[0])
    box = ", ".join(f"{one:g}" for one in given[row])
    facts = {"side": side, "n": int(bad.sum()), "row": row, "box": f"({box})"}
    raise refuse(key, InvalidRows, **facts)
