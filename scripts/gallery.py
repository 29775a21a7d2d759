"""Draw every picture of the shipped examples: `python scripts/gallery.py [folder]`.

PNG and SVG, light and dark, English and (where a font has it) Chinese, to be looked at. The
folder is build/gallery unless another one is named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import veracity as vc
from veracity.evaluation.comparison.plotting import ComparisonPlots
from veracity.evaluation.single.plotting import Plots
from veracity.plots import Picture, as_png, as_svg
from veracity.plots.drawing.fonts import chinese_font

TWO = (
    *("confusion", "roc", "pr", "det", "pr_gain", "gains", "lift", "reliability", "sweep"),
    *("murphy_diagram", "prevalence", "decision", "cost", "risk_coverage", "forest", "quadrant"),
)
MANY = ("confusion", "roc", "pr", "det", "reliability", "forest", "by_class", "risk_coverage")
COMPARED = ("roc", "pr", "det", "gains", "reliability", "decision", "forest")


def pictures() -> Iterator[tuple[str, Picture]]:
    """Every picture with its name."""
    paths = vc.examples()
    patients = vc.evaluate(
        "infection",
        y_proba="p_logistic",
        data=paths["infections"],
        cluster="patient",
        group="region",
        threshold=0.06,
    )
    for name in (*TWO, "by_group"):
        yield f"infections-{name}", Plots(patients).picture(name)
    for by in ("truth", "prediction"):
        yield f"infections-confusion-{by}", Plots(patients).picture("confusion", by=by)
    for kind in ("binned", "smooth"):
        picture = Plots(patients).picture("reliability", kind=kind, band="confidence")
        yield f"infections-reliability-{kind}", picture
    ripples = vc.examples.describe("ripples")
    detector = vc.evaluate(
        ripples.named("truth")[0], y_proba=ripples.named("probability")[0], data=ripples.path
    )
    for name in TWO:
        yield f"ripples-{name}", Plots(detector).picture(name)
    digits = vc.examples.describe("digits")
    columns = {int(name[-1]): name for name in digits.named("probability")}
    written = vc.evaluate(digits.named("truth")[0], y_proba=columns, data=digits.path)
    for name in MANY:
        yield f"digits-{name}", Plots(written).picture(name)
    for average in ("macro", "micro"):
        for name in ("roc", "pr"):
            yield f"digits-{name}-{average}", Plots(written).picture(name, average=average)
    yield "infections-roc-binormal", Plots(patients).picture("roc", binormal=True)
    both = vc.compare(
        "infection",
        {"logistic": "p_logistic", "boosting": "p_boosting"},
        data=paths["infections"],
        cluster="patient",
        margin=0.05,
    )
    for name in COMPARED:
        yield f"compared-{name}", ComparisonPlots(both).picture(name)


def main(folder: Path) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    chinese = chinese_font()
    for name, picture in pictures():
        (folder / f"{name}.png").write_bytes(as_png(picture, lang="en"))
        (folder / f"{name}.svg").write_text(as_svg(picture, lang="en"), encoding="utf-8")
        (folder / f"{name}-dark.png").write_bytes(as_png(picture, lang="en", theme="dark"))
        if chinese:
            (folder / f"{name}-zh.png").write_bytes(as_png(picture, lang="zh"))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/gallery"))
