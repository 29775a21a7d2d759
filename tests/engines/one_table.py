"""One data set, and the slow, obviously right sums of it."""

import datetime
import math
import struct

import numpy as np

ROWS = 700
_TEXTS = ["猫", "chien", "Ünïcode 🙂", 'a "b"; c,d|e\tf', "line\nbreak", " blank ", "it's", "None?"]
_FLOATS = [0.1 + 0.2, 0.3, -2.5, 1e-7, 1.0, 2.0, 0.0]
_INTS = [-3, 0, 7, 2**40, 2**53 + 1]
_DAYS = [datetime.date(2024, 2, 29), datetime.date(1999, 12, 31), datetime.date(2030, 1, 1)]
_SCORES = [0.7, 0.5, 0.0, 1.0, 0.7000000001, 0.6999999999, 0.25, 0.1 + 0.2]
_WEIGHTS = [0.1, 0.2, 1.0, 3.5, 0.0, 1e-3]


def _float32(value):
    """The nearest float32, as Python's float."""
    return struct.unpack("f", struct.pack("f", value))[0]


def table():
    """{name: (type, Python values)}; None is a null."""
    draw = np.random.default_rng(11)

    def pick(values, missing=0.0):
        rows = [values[i] for i in draw.integers(0, len(values), ROWS)]
        return [None if gone else v for v, gone in zip(rows, draw.random(ROWS) < missing)]  # noqa: B905

    scores = pick(_SCORES)
    return {
        "text": ("text", pick(_TEXTS)),
        "text called": ("text", pick(_TEXTS, 0.05)),
        "int": ("int", pick(_INTS)),
        "int called": ("int", pick(_INTS, 0.05)),
        "float": ("float", pick(_FLOATS)),
        "float called": ("float", pick(_FLOATS, 0.05)),
        "bool": ("bool", pick([False, True])),
        "bool called": ("bool", pick([False, True], 0.05)),
        "date": ("date", pick(_DAYS)),
        "date called": ("date", pick(_DAYS, 0.05)),
        "score": ("float", [None if i % 97 == 0 else s for i, s in enumerate(scores)]),
        "short score": ("float32", [_float32(s) for s in scores]),
        "logit": ("float", pick([-3.5, 0.0, 0.7, 2.0, 97.3], 0.02)),
        "weight": ("float", pick([*_WEIGHTS, -1.0], 0.02)),
        "times": ("int", pick([0, 1, 2, 5])),
        'site "1"; --': ("text", pick(["north", "süd", "NA"])),
        "patient": ("int", pick(list(range(1000, 1060)))),
    }


def decided(values, threshold, probability):
    """What a cut makes of scores, and why not."""
    found = []
    for value in values:
        if value is None:
            found.append("null_score")
        elif probability and not 0 <= value <= 1:
            found.append("score_outside")
        else:
            found.append(value >= threshold)
    return found


def sums_by_hand(keys, weight=None, squares=True):
    """{labels: (rows, Σw, Σw²)} and {reason: rows}; the first reason in the order of columns."""
    order = ["null_label", "null_score", "score_outside", "bad_weight"]
    parts, refused = {}, {}
    for i, values in enumerate(zip(*keys, strict=True)):
        reasons = ["null_label" for v in values if v is None] + [v for v in values if v in order]
        w = 1.0 if weight is None else weight[i]
        if weight is not None and (w is None or w < 0):
            reasons.append("bad_weight")
        if reasons:
            reason = min(reasons, key=order.index)
            refused[reason] = refused.get(reason, 0) + 1
        else:
            parts.setdefault(values, []).append(float(w))
    sums = {
        key: (len(w), math.fsum(w), math.fsum(x * x for x in w) if squares else None)
        for key, w in parts.items()
    }
    return sums, refused
