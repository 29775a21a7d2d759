"""What a gate says: pass, fail, or not enough data, requirement by requirement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from veracity.results.estimate.readable import ReadableResult
from veracity.results.gates.junit import junit
from veracity.results.gates.requirement import Requirement, State
from veracity.words import current, say

EXIT_CODES: dict[State, int] = {"pass": 0, "fail": 1, "not_enough_data": 3}
SIGNS: dict[State, str] = {"pass": "✓", "fail": "✗", "not_enough_data": "?"}


@dataclass(frozen=True, slots=True, repr=False)
class Verdict(ReadableResult):
    """All requirements together: one that fails fails all; else one that is open leaves all open.

    `exit_code` is 0 for pass, 1 for fail, 3 for not enough data (2 is a wrong command).
    """

    requirements: tuple[Requirement, ...]

    @property
    def state(self) -> State:
        """`pass`, `fail` or `not_enough_data`."""
        states = {one.state for one in self.requirements}
        if "fail" in states:
            return "fail"
        return "not_enough_data" if "not_enough_data" in states else "pass"

    @property
    def passed(self) -> bool:
        """Whether every requirement is met beyond the doubt of its interval."""
        return self.state == "pass"

    def __bool__(self) -> bool:
        return self.passed

    @property
    def exit_code(self) -> int:
        """What the command line returns."""
        return EXIT_CODES[self.state]

    @property
    def more_rows(self) -> int | None:
        """How many more rows would decide all that is open; None where nothing says so."""
        return _most(r.more_rows for r in self._open)

    @property
    def more_clusters(self) -> int | None:
        """The same in whole clusters; None where rows belong to none."""
        return _most(r.more_clusters for r in self._open)

    @property
    def _open(self) -> list[Requirement]:
        return [one for one in self.requirements if one.state == "not_enough_data"]

    def text(self, lang: str | None = None) -> str:
        """The verdict, then a line for each requirement."""
        language = current(lang)
        passed = sum(one.state == "pass" for one in self.requirements)
        head = say(f"gate_says_{self.state}", passed=passed, all=len(self.requirements))
        lines = [head.within(language)]
        for one in self.requirements:
            colon = "：" if language == "zh" else ": "
            text = f"{one.text.within(language)}{colon}{one.sentence.within(language)}"
            lines.append(f"{SIGNS[one.state]} {text}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "state": self.state,
            "passed": self.passed,
            "exit_code": self.exit_code,
            "more_rows": self.more_rows,
            "more_clusters": self.more_clusters,
            "requirements": [one.to_dict() for one in self.requirements],
        }

    def to_junit(self, lang: str | None = None) -> str:
        """JUnit XML for a build server: one test case for each requirement.

        Not enough data is written as a failure of type `not_enough_data`, not as skipped: build
        servers count skipped cases as good, and a gate that knows nothing must not look open.
        """
        return junit(self.requirements, current(lang))


def _most(numbers: Iterable[int | None]) -> int | None:
    """The largest, if all are known and there is one."""
    found = list(numbers)
    known = [n for n in found if n is not None]
    return max(known) if known and len(known) == len(found) else None
