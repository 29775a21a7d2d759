"""Write torchmetrics.json: what torchmetrics says of some tables, with the versions that said it.

torch is no test dependency. To make the file again:

    python -m venv elsewhere && elsewhere/bin/pip install torch==2.13.0 torchmetrics==1.9.0 numpy
    elsewhere/bin/python tests/data/make_torchmetrics.py
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

BINARY = (
    "accuracy",
    "precision",
    "recall",
    "specificity",
    "negative_predictive_value",
    "f1_score",
    "jaccard_index",
    "matthews_corrcoef",
    "cohen_kappa",
    "hamming_distance",
)
MULTICLASS = ("matthews_corrcoef", "cohen_kappa")
AVERAGED = (
    "accuracy",
    "precision",
    "recall",
    "specificity",
    "negative_predictive_value",
    "f1_score",
    "jaccard_index",
    "hamming_distance",
)
EDGES = {
    "nothing called positive": [[99, 0], [1, 0]],
    "no positives": [[5, 3], [0, 0]],
    "only true negatives": [[7, 0], [0, 0]],
    "all called positive": [[0, 100], [0, 900]],
    "a class never called": [[3, 0, 1], [2, 0, 1], [0, 0, 4]],
    "a class never true": [[3, 1, 1], [0, 0, 0], [0, 1, 4]],
    "a class nowhere": [[3, 0, 1], [0, 0, 0], [2, 0, 4]],
}


def main() -> None:
    import numpy as np
    import torch
    import torchmetrics

    draw = np.random.default_rng(20261115)
    counts: dict[str, Any] = {
        f"{classes} classes, {number}": draw.integers(1, 40, (classes, classes)).tolist()
        for classes, many in ((2, 5), (3, 4), (7, 2))
        for number in range(many)
    }
    tables = [
        {"name": name, "counts": table, "values": values_of(table)}
        for name, table in {**counts, **EDGES}.items()
    ]
    made = {
        "torchmetrics": torchmetrics.__version__,
        "torch": torch.__version__.partition("+")[0],
        "results": "float32",
        "tables": tables,
    }
    target = Path(__file__).with_name("torchmetrics.json")
    target.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def values_of(table: list[list[int]]) -> dict[str, float | None]:
    """Every function that fits, by its name and average; None stands for nan."""
    import numpy as np
    import torch
    import torchmetrics.functional.classification as functions

    cells = np.array(table)
    truth, called = (
        np.repeat(index.reshape(-1), cells.reshape(-1)) for index in np.indices(cells.shape)
    )
    given, classes = (torch.tensor(called), torch.tensor(truth)), len(table)
    found: dict[str, float | None] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if classes == 2:
            for name in BINARY:
                found[f"binary_{name}"] = number(getattr(functions, f"binary_{name}")(*given))
        for name in MULTICLASS:
            function = getattr(functions, f"multiclass_{name}")
            found[f"multiclass_{name}"] = number(function(*given, num_classes=classes))
        for weights in ("linear", "quadratic"):
            kappa = functions.multiclass_cohen_kappa(*given, num_classes=classes, weights=weights)
            found[f"multiclass_cohen_kappa {weights}"] = number(kappa)
        for name in AVERAGED:
            function = getattr(functions, f"multiclass_{name}")
            for average in ("macro", "micro", "weighted"):
                value = function(*given, num_classes=classes, average=average)
                found[f"multiclass_{name} {average}"] = number(value)
    return found


def number(value: Any) -> float | None:
    result = float(value)
    return None if result != result else result


if __name__ == "__main__":
    main()
