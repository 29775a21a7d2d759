"""Write `imbalanced_peers.json`: what imbalanced-learn says of tables of two and more classes.

Run it in an environment of its own, with imbalanced-learn:

    python tests/data/make_imbalanced_peers.py
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np

TABLES = (
    [[50, 10], [3, 12]],
    [[90, 10, 15, 5], [12, 50, 10, 8], [20, 15, 55, 10], [6, 4, 10, 40]],
    [[30, 2, 1], [4, 10, 3], [1, 2, 5]],
)


def values(table) -> dict[str, float]:
    from imblearn import metrics

    counts = np.array(table)
    truth, called = np.indices(counts.shape)
    rows = np.repeat(truth, counts.ravel()), np.repeat(called, counts.ravel())
    found = {
        "g_mean": metrics.geometric_mean_score(*rows, average="multiclass"),
        "g_mean_of_macro": metrics.geometric_mean_score(*rows, average="macro"),
        "macro_mae": metrics.macro_averaged_mean_absolute_error(*rows),
    }
    if len(counts) == 2:
        for alpha in (0.1, 1):
            scored = metrics.make_index_balanced_accuracy(alpha=alpha, squared=True)
            name = "iba" if alpha == 0.1 else f"iba({alpha})"
            found[name] = scored(metrics.geometric_mean_score)(*rows, average="binary")
    return {key: float(value) for key, value in found.items()}


def main() -> None:
    made = {name: version(name) for name in ("imbalanced-learn", "numpy")}
    made["tables"] = [{"counts": table, "values": values(table)} for table in TABLES]
    path = Path(__file__).with_name("imbalanced_peers.json")
    path.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
