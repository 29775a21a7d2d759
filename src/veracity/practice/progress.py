"""What one person has answered so far, in one file."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from veracity.errors import StorageError, refuse
from veracity.files import written_whole

KIND, VERSION = "veracity practice", 1


@dataclass
class Answers:
    """Answers to one exercise: right at first, wrong or revealed, and mistakes by name."""

    right: int = 0
    wrong: int = 0
    slips: dict[str, int] = field(default_factory=dict)


@dataclass
class Learner:
    """What one person has answered, by exercise; kept in a file if there is one."""

    path: Path | None = None
    answers: dict[str, Answers] = field(default_factory=dict)

    @classmethod
    def read(cls, path: str | None) -> Self:
        """From a file that exists, or a new one in a folder that does."""
        if path is None:
            return cls()
        if not Path(path).exists():
            if not Path(path).absolute().parent.is_dir():
                why = os.strerror(errno.ENOENT)
                raise refuse("cannot_write", StorageError, path=path, why=why)
            return cls(Path(path))
        try:
            held = json.loads(Path(path).read_text(encoding="utf-8"))
            if (held["kind"], held["version"]) != (KIND, VERSION):
                raise ValueError(held["kind"])
            answers = {key: _answers(one) for key, one in held["exercises"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
            raise refuse("practice_progress", StorageError, path=path) from problem
        return cls(Path(path), answers)

    @property
    def known(self) -> dict[str, int]:
        """How often each exercise was answered rightly."""
        return {key: one.right for key, one in self.answers.items()}

    @property
    def given(self) -> int:
        """Exercises answered so far, rightly or not."""
        return sum(one.right + one.wrong for one in self.answers.values())

    def note(self, key: str, *, right: bool, slips: tuple[str, ...] = ()) -> None:
        """Keep how one exercise ended; the file is written at once."""
        one = self.answers.setdefault(key, Answers())
        one.right, one.wrong = one.right + right, one.wrong + (not right)
        for slip in slips:
            one.slips[slip] = one.slips.get(slip, 0) + 1
        if self.path is not None:
            held = {"kind": KIND, "version": VERSION, "exercises": self._plain()}
            text = json.dumps(held, ensure_ascii=False, indent=1, sort_keys=True)
            with written_whole(self.path) as stream:
                stream.write(f"{text}\n".encode())

    def _plain(self) -> dict[str, Any]:
        return {key: vars(one) for key, one in self.answers.items()}


def _answers(held: dict[str, Any]) -> Answers:
    right, wrong = int(held["right"]), int(held["wrong"])
    if right < 0 or wrong < 0:
        raise ValueError(right, wrong)
    return Answers(right, wrong, {str(name): int(n) for name, n in held["slips"].items()})
