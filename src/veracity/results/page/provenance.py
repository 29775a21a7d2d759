"""Where figures come from: versions, seed, fingerprint of the data, command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veracity.words import Text, joined, say

FROM_PYTHON = Text("called from Python", "由 Python 调用")


@dataclass(frozen=True, slots=True)
class Provenance:
    """Enough to make the figures again, and to see whether they are of the same data.

    `fingerprints` holds one code for each set of rows by its name, of a single set under "".
    `covers` says in words what they are made of. There is no time of writing: the same input
    gives the same file, byte for byte.

    >>> made = Provenance({"numpy": "2.0.0"}, 0, {"": "v1-00"}, Text("truth", "真值"))
    >>> [f"{name}: {notes}" for name, notes in made.lines()][:2]
    ['Versions: numpy 2.0.0', 'Seed of resampling: 0']
    """

    versions: Mapping[str, str]
    seed: int
    fingerprints: Mapping[str, str]
    covers: Text
    command: Text = FROM_PYTHON

    def lines(self) -> tuple[tuple[Text, Text], ...]:
        """Name and value of each fact."""
        versions = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        of = {name: say("provenance_fingerprint_of", name=name) for name in self.fingerprints}
        of[""] = say("provenance_fingerprint")
        codes = [(of[name], _same(code)) for name, code in self.fingerprints.items()]
        return (
            (say("provenance_versions"), _same(versions)),
            (say("provenance_seed"), _same(str(self.seed))),
            *codes,
            (say("provenance_covers"), self.covers),
            (say("provenance_command"), self.command),
        )

    def sentence(self) -> Text:
        """The same in one line."""
        parts = [
            Text(f"{name.en}: {value.en}", f"{name.zh}：{value.zh}") for name, value in self.lines()
        ]
        return joined(parts, Text("; ", "；"))

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys; of a single set of rows the code itself."""
        codes = dict(self.fingerprints)
        return {
            "versions": dict(self.versions),
            "seed": self.seed,
            "fingerprint": codes[""] if list(codes) == [""] else codes,
            "fingerprint_covers": str(self.covers),
            "command": None if self.command == FROM_PYTHON else str(self.command),
        }


def _same(text: str) -> Text:
    return Text(text, text)
