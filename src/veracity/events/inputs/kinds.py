"""Words for kinds of events and for channels, as files write them (HED-SCORE, TUH, MNE)."""

from __future__ import annotations

BACKGROUND = "bckg"
ALL = "all"
_EVERYWHERE = ("all", "term", "n/a", "")  # BIDS writes `all`, TUH `TERM`
_SEIZURES = ("sz", "seiz", "seizure")
_OF_TUH = ("fnsz", "gnsz", "spsz", "cpsz", "absz", "tnsz", "cnsz", "tcsz", "atsz", "mysz", "nesz")
_NO_EVENTS = ("BAD", "EDGE")


def word(given: object) -> str:
    """A type as one word: without blanks around it, hyphens as underscores.

    >>> word(" Sz-Foc "), word(None)
    ('sz_foc', '')
    """
    return "" if given is None else str(given).strip().casefold().replace("-", "_")


def is_kind(name: str, kind: str) -> bool:
    """Whether a type is that kind, or a kind of it; the seizures of TUH are seizures.

    >>> is_kind("sz-foc", "sz"), is_kind("fnsz", "sz"), is_kind("szx", "sz"), is_kind("sz", "fnsz")
    (True, True, False, False)
    """
    one, other = word(name), word(kind)
    if other in _SEIZURES and one.split("_")[0] in (*_SEIZURES, *_OF_TUH):
        return True
    return one == other or one.startswith(f"{other}_")


def is_background(name: object) -> bool:
    """Whether a row says that nothing happened, or (MNE) marks a bad part.

    >>> is_background("bckg"), is_background("BAD_segment"), is_background("spike")
    (True, True, False)
    """
    return word(name) == BACKGROUND or str(name).strip().upper().startswith(_NO_EVENTS)


def channel_names(given: object) -> tuple[str, ...]:
    """The channels of one event: a list with commas, or a sequence; all where none is named.

    >>> channel_names("Fp1, Fp2"), channel_names("TERM"), channel_names(())
    (('Fp1', 'Fp2'), ('all',), ('all',))
    """
    parts = given if isinstance(given, (tuple, list)) else str(given or "").split(",")
    names = tuple(dict.fromkeys(str(one).strip() for one in parts))
    named = tuple(one for one in names if one.casefold() not in _EVERYWHERE)
    return named if named and len(named) == len(names) else (ALL,)
