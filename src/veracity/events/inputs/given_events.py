"""Events of one side of one recording, as they were given and read: the same for every form."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veracity.arrays import Floats
from veracity.events.inputs.channels import Names, one_event
from veracity.events.inputs.kinds import ALL, is_kind
from veracity.matching.spans import Bools, Ints, Spans


class GivenEvents(NamedTuple):
    """Spans in order, with what each one carries; None where nothing was given.

    `instants` says that times were given, not spans. `length` is what a mask or a file tells of
    the recording, in nanoseconds, give or take `slack`; `fs` the sampling rate of a mask.
    """

    spans: Spans
    instants: bool = False
    length: int | None = None
    score: Floats | None = None
    types: tuple[str, ...] | None = None
    channels: tuple[tuple[str, ...], ...] | None = None
    fs: float | None = None
    slack: int = 0

    def chosen(self, which: Bools | Ints) -> GivenEvents:
        """Some of the events, by a mask or by their indices in order."""
        rows = np.arange(len(self.spans))[which]
        return self._replace(
            spans=self.spans.chosen(rows),
            score=None if self.score is None else self.score[rows],
            types=None if self.types is None else tuple(self.types[i] for i in rows),
            channels=None if self.channels is None else tuple(self.channels[i] for i in rows),
        )

    def of_type(self, kind: str, *, kinds: bool) -> GivenEvents:
        """Events of a type; with `kinds` also of those under it: `sz_foc` is a kind of `sz`."""
        given = self.types or ()
        kept = [is_kind(one, kind) if kinds else one == kind for one in given]
        return self.chosen(np.array(kept, np.bool_))

    def of_channels(self, channels: Names) -> GivenEvents:
        """Events on some channels, as if there were no others; those on all are on every one."""
        there = [tuple(name for name in one if name in channels) for one in self.channels or ()]
        kept = [
            bool(names) or ALL in one for names, one in zip(there, self.channels or (), strict=True)
        ]
        found = self.chosen(np.array(kept, np.bool_))
        named = tuple(names or (ALL,) for names, on in zip(there, kept, strict=True) if on)
        return found if self.channels is None else found._replace(channels=named)

    def on_any_channel(self) -> tuple[GivenEvents, int]:
        """Events of several channels that are one as one, and how many are fewer by it.

        It reaches from the first start to the last stop; its score is the highest of those it is
        made of. Events of different types are never one.
        """
        if self.channels is None or len(set(self.channels)) < 2:
            return self, 0
        if self.types is not None and len(set(self.types)) > 1:
            parts = [self.of_type(one, kinds=False) for one in dict.fromkeys(self.types)]
            found = [part.on_any_channel() for part in parts]
            return _together([one for one, _ in found]), sum(n for _, n in found)
        group = one_event(self.spans, self.channels)
        by_group = np.argsort(group, kind="stable")
        first = np.flatnonzero(np.diff(group[by_group], prepend=-1))
        fewer = len(group) - len(first)
        if not fewer:
            return self, 0
        start = self.spans.start[by_group][first]
        stop = np.maximum.reduceat(self.spans.stop[by_group], first)
        score = None if self.score is None else np.maximum.reduceat(self.score[by_group], first)
        order = np.lexsort((stop, start))
        one = self.chosen(by_group[first][order])
        score = None if score is None else score[order]
        return one._replace(spans=Spans(start[order], stop[order]), score=score), fewer


def _together(parts: list[GivenEvents]) -> GivenEvents:
    """Parts of one recording's events as one list again, in order."""
    start, stop = (np.concatenate([getattr(p.spans, end) for p in parts]) for end in _ENDS)
    order = np.lexsort((stop, start))
    scores = [p.score for p in parts if p.score is not None]
    types = [one for p in parts for one in p.types or ()]
    channels = [one for p in parts for one in p.channels or ()]
    return parts[0]._replace(
        spans=Spans(start[order], stop[order]),
        score=np.concatenate(scores)[order] if len(scores) == len(parts) else None,
        types=tuple(types[i] for i in order),
        channels=tuple(channels[i] for i in order),
    )


_ENDS = ("start", "stop")
