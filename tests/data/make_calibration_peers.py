"""Write `calibration_peers.json`: what other packages say of three samples of probabilities.

Run it in an environment of its own, with netcal, relplot, model-diagnostics and statsmodels:

    python tests/data/make_calibration_peers.py
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np

PACKAGES = ("netcal", "relplot", "model-diagnostics", "statsmodels", "numpy")
PARTS = ("miscalibration", "discrimination", "uncertainty")


def drawn(seed: int, n: int, ties: bool):
    rng = np.random.default_rng(seed)
    p = rng.beta(1.2, 2.5, n)
    p = np.clip(np.round(p * 50) / 50 if ties else np.round(p, 9), 0.01, 0.99)
    y = rng.random(n) < 1 / (1 + np.exp(-(0.3 + 0.7 * np.log(p / (1 - p)))))
    return y.astype(int), p


def values(y, p) -> dict[str, float]:
    import relplot
    import statsmodels.api as sm
    from model_diagnostics.scoring import LogLoss, SquaredError, decompose
    from netcal.metrics import ECE, MCE
    from statsmodels.nonparametric.smoothers_lowess import lowess

    logit = np.log(p / (1 - p))
    family = sm.families.Binomial()
    line = sm.GLM(y, sm.add_constant(logit), family=family).fit(tol=1e-14)
    shift = sm.GLM(y, np.ones((len(y), 1)), family=family, offset=logit).fit(tol=1e-14)
    step = 0.01 * (p.max() - p.min())
    curve = lowess(y.astype(float), p, frac=2 / 3, it=0, delta=step, return_sorted=False)
    far = np.abs(curve - p)
    squared = decompose(y, p, scoring_function=SquaredError())
    logarithmic = decompose(y, p, scoring_function=LogLoss())
    found = {
        "calibration_slope": line.params[1],
        "calibration_intercept": line.params[0],
        "calibration_in_the_large": shift.params[0],
        "ici": far.mean(),
        "e50": np.quantile(far, 0.5),
        "e90": np.quantile(far, 0.9),
        "emax": far.max(),
        "ece(10)": ECE(10).measure(p, y),
        "ece": ECE(15).measure(p, y),
        "mce(10)": MCE(10).measure(p, y),
        "smooth_ece": relplot.smECE(p, y),
        **{f"corp_{part}": squared[part][0] for part in PARTS},
        **{f"corp_{part}(log)": logarithmic[part][0] for part in PARTS},
    }
    return {key: float(value) for key, value in found.items()}


def main() -> None:
    cases = []
    for seed, n, ties in ((1, 400, False), (2, 1000, True), (3, 137, False)):
        y, p = drawn(seed, n, ties)
        cases.append({"y": y.tolist(), "p": p.tolist(), "values": values(y, p)})
    text = {"versions": {name: version(name) for name in PACKAGES}, "cases": cases}
    Path(__file__).with_name("calibration_peers.json").write_text(json.dumps(text) + "\n")


if __name__ == "__main__":
    main()
