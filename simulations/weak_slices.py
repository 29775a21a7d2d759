"""How often a weak slice is found where there is none (docs/comparing.md).

python -m simulations.weak_slices
"""

from __future__ import annotations

import numpy as np

import veracity as vc

TIMES, ROWS = 400, 300


def main() -> None:
    """Print the share of evaluations in which some slice was found."""
    random = np.random.default_rng(16)
    some = 0
    for _ in range(TIMES):
        groups = {
            "site": random.integers(0, 4, ROWS),
            "sex": random.choice(["f", "m"], ROWS),
            "age": random.integers(0, 5, ROWS),
        }
        y = random.integers(0, 2, ROWS)
        right = random.random(ROWS) < 0.85
        some += bool(vc.evaluate(y, np.where(right, y, 1 - y), group=groups).weak_slices())
    print(f"{some} of {TIMES}: {100 * some / TIMES:.1f}%")


if __name__ == "__main__":
    main()
