"""Write tests/data/rater_references.json: agreement of several raters by other packages.

Needs packages that do not install beside ours (irrCAC wants numpy < 2):

    python -m venv ENV && ENV/bin/pip install irrCAC==0.4.4 krippendorff==0.9.0 statsmodels==0.15.0
    ENV/bin/python scripts/rater_references.py
"""

import json
from importlib.metadata import version
from pathlib import Path

import krippendorff
import numpy as np
import pandas as pd
from irrCAC.raw import CAC
from statsmodels.stats.inter_rater import fleiss_kappa

WEIGHTS = {"nominal": "identity", "ordinal": "ordinal", "interval": "quadratic", "ratio": "ratio"}
METHODS = {
    "fleiss_kappa": "fleiss",
    "conger_kappa": "conger",
    "randolph_kappa": "bp",
    "gwet_ac2": "gwet",
}


def data_sets() -> dict[str, np.ndarray]:
    """Return ratings 1 to q by units and raters; nan is missing, no unit has fewer than two."""
    made = {}
    for name, seed, n, raters, q, right, missing in (
        ("two_raters", 1, 30, 2, 3, 0.7, 0.0),
        ("five_raters", 2, 25, 5, 4, 0.5, 0.0),
        ("with_missing", 3, 40, 4, 5, 0.6, 0.2),
        ("no_agreement", 4, 35, 3, 3, 0.0, 0.0),
    ):
        random = np.random.default_rng(seed)
        truth = random.integers(1, q + 1, n)
        said = random.integers(1, q + 1, (n, raters)).astype(float)
        said = np.where(random.random((n, raters)) < right, truth[:, None], said)
        gone = random.random((n, raters)) < missing
        gone[:, :2] = False
        made[name] = np.where(gone, np.nan, said)
    return made


def main() -> None:
    """Compute and write."""
    out = {
        "versions": {
            one: version(one) for one in ("irrCAC", "krippendorff", "statsmodels", "numpy")
        },
        "cases": [],
    }
    for name, ratings in data_sets().items():
        case = {
            "name": name,
            "ratings": [[None if np.isnan(v) else int(v) for v in row] for row in ratings],
            "irrCAC": {},
            "krippendorff": {},
        }
        for level, weights in WEIGHTS.items():
            cac = CAC(pd.DataFrame(ratings), weights=weights, digits=12)
            for key, method in METHODS.items():
                found = getattr(cac, method)()["est"]
                case["irrCAC"][f"{key} {level}"] = [found["coefficient_value"], found["se"]]
            case["krippendorff"][level] = float(
                krippendorff.alpha(reliability_data=ratings.T, level_of_measurement=level)
            )
        if not np.isnan(ratings).any():
            table = [
                [(row == k).sum() for k in range(1, int(ratings.max()) + 1)] for row in ratings
            ]
            case["statsmodels"] = {
                "fleiss_kappa": float(fleiss_kappa(table, method="fleiss")),
                "randolph_kappa": float(fleiss_kappa(table, method="randolph")),
            }
        out["cases"].append(case)
    path = Path(__file__).parents[1] / "tests" / "data" / "rater_references.json"
    path.write_text(json.dumps(out, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
