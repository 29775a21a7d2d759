"""A sitting in the terminal: ask, listen, reply, explain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from veracity.practice.catalogue import TOPICS
from veracity.practice.checking import check
from veracity.practice.exercise import Question
from veracity.practice.progress import Learner
from veracity.words import current, spoken

TRIES = 2
SHOW, QUIT = {"?", "？"}, {"q", "quit", "exit"}
Tell = Callable[[str], None]
Listen = Callable[[], str | None]  # None: nothing more will be typed


@dataclass(frozen=True)
class Sitting:
    """How a sitting went."""

    right: int
    done: int


def sit(asks: Sequence[Question], progress: Learner, tell: Tell, listen: Listen) -> Sitting:
    """Ask one exercise after the other; ends early when nothing more is typed."""
    right = done = 0
    topic = None
    for number, ask in enumerate(asks, 1):
        if ask.topic != topic:
            topic = ask.topic
            tell(f"\n{TOPICS[topic].within(current())}")
        level = spoken("practice_level", level=ask.exercise.level)
        tell(f"\n{number}/{len(asks)} · {level}\n{posed(ask)}")
        solved = _answered(ask, progress, tell, listen)
        if solved is None:
            break
        done, right = done + 1, right + solved
        tell(ask.explanation.within(current()))
    return Sitting(right, done)


def posed(ask: Question) -> str:
    """The question with its table."""
    lines = [ask.question.within(current())]
    if ask.table is not None:
        lines = ["\n".join(f"  {row}" for row in ask.table.text(current()).splitlines()), *lines]
    return "\n".join(lines)


def _answered(ask: Question, progress: Learner, tell: Tell, listen: Listen) -> bool | None:
    """Whether the answer was right at some try; None where it was left open."""
    slips: list[str] = []
    tries = 0
    while tries < TRIES:
        typed = listen()
        if typed is None or typed.strip().lower() in QUIT:
            return None
        if not typed.strip():
            continue
        if typed.strip() in SHOW:
            break
        reply = check(ask, typed)
        tell(reply.says.within(current()))
        if reply.verdict == "right":
            progress.note(ask.exercise.key, right=True, slips=tuple(slips))
            return True
        if reply.slip is not None:
            slips.append(reply.slip)
        tries += reply.verdict == "wrong"
        if reply.verdict == "wrong" and tries < TRIES:
            tell(spoken("practice_again"))
    progress.note(ask.exercise.key, right=False, slips=tuple(slips))
    return False
