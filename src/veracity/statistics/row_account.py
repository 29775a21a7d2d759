"""How many rows were read, how many are behind the numbers, and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veracity.words import Text, joined, say


@dataclass(frozen=True, slots=True)
class RowAccount:
    """Rows read, used, and refused by reason; accounts of parts add up to the whole's.

    >>> RowAccount(100, 98, {"null_label": 2}) + RowAccount(10, 10)
    RowAccount(read=110, used=108, refused={'null_label': 2})
    """

    read: int
    used: int
    refused: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: RowAccount) -> RowAccount:
        reasons = dict.fromkeys((*self.refused, *other.refused))
        refused = {r: self.refused.get(r, 0) + other.refused.get(r, 0) for r in reasons}
        return RowAccount(self.read + other.read, self.used + other.used, refused)

    @property
    def dropped(self) -> int:
        """Rows that were read and are not behind the numbers."""
        return self.read - self.used

    def words(self) -> Text:
        """The account as a sentence."""
        sentence = say("rows_used", used=self.used, read=self.read)
        if not self.dropped:
            return sentence
        reasons = joined(
            (say(f"refused_{reason}", n=n) for reason, n in self.refused.items()), Text("; ", "；")
        )
        return say("rows_dropped", rows=sentence, reasons=reasons)
