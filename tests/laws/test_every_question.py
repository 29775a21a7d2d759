"""Whatever is asked of a small evaluation: a number, a reason for none, or a refusal in words.

No other exception, and no warning of numpy: all warnings are errors in tests. VERACITY_SEEDS
asks of so many random evaluations instead.
"""

import os
from collections.abc import Iterable

import pytest

import veracity as vc
from tests.laws.small_evaluations import Question, compared, drawn, parts, questions

SEEDS = int(os.environ.get("VERACITY_SEEDS", "20"))
FOUND = (39, 1052, 1066, 1156)  # weights far apart, which broke something once
SILENT = ("[", "report", "save", "compare")  # they assert themselves
PAGES = ("notebook", "report html", "compare html")  # a second each


def answered(asked: Iterable[Question], where: str, *, pages: bool) -> None:
    for name, ask in asked:
        if name in PAGES and not pages:
            continue
        try:
            answer = ask()
        except vc.VeracityError:
            continue
        except Exception as problem:
            problem.add_note(f"{where}{name}")
            raise
        assert answer is not None or name.startswith(SILENT), f"{where}{name}"


@pytest.mark.parametrize("seed", [*range(SEEDS), *FOUND])
def test_of_all_rows_and_of_a_part(seed: int) -> None:
    asked = drawn(seed)
    ev = vc.evaluate(asked.pop("y_true"), **asked)
    (_, whole), *others = parts(ev)
    answered(questions(whole), f"seed {seed}: ", pages=seed % 5 == 2)
    where, part = others[seed // 5 % len(others)]
    answered(questions(part), f"seed {seed}: {where}", pages=False)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_of_comparisons(seed: int) -> None:
    answered(compared(seed), f"seed {seed}: ", pages=seed % 5 == 3)
