"""Write `tests/data/event_references.json`: what other packages say of the same scenes.

    python scripts/event_references.py                 environments in a temporary folder
    python scripts/event_references.py --keep FOLDER   kept there, and used again

Each package gets an environment of its own, because prts needs numpy 1 and sed_eval brings 45
packages along; none of them is imported by our tests. NEDC's eeg_eval is no package that can be
installed: TAES and epochs are compared with its published examples instead.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
FILE = HERE.parent / "tests" / "data" / "event_references.json"
COMMAND = "python scripts/event_references.py"
NEEDS = {
    "timescoring": ("timescoring==0.0.7",),
    "sed_eval": ("sed_eval==0.2.1",),
    "prts": ("prts==1.0.0.3", "numpy<2"),
    "aeon": ("aeon==1.6.0",),
    "mir_eval": ("mir_eval==0.8.2",),
    "pycocotools": ("pycocotools==2.0.11",),
}
BOXES = ("pycocotools",)
SEED = 20

# Scenes that are there for one reason, named by it: (reference, detected, duration).
HAND_MADE: dict[str, tuple[list[Any], list[Any], float]] = {
    "nothing": ([], [], 3600),
    "no-reference": ([], [(100, 110), (2000, 2010)], 3600),
    "no-detection": ([(100, 160), (900, 1000)], [], 3600),
    "perfect": ([(100, 160), (900, 1000)], [(100, 160), (900, 1000)], 3600),
    "always": ([(10, 20), (60, 70)], [(0, 100)], 100),
    "touching": ([(100, 110), (110, 120)], [(90, 100), (120, 130)], 600),
    "touching-detections": ([(100, 200)], [(100, 150), (150, 200)], 600),
    "at-both-ends": ([(0, 10), (590, 600)], [(0, 5), (595, 600)], 600),
    "short-seizures": ([(100, 101), (300, 302), (500, 503)], [(100, 101), (301, 305)], 600),
    "long-seizure": ([(1000, 1700)], [(1000, 1010), (1690, 1710)], 3600),
    "split-at-300": ([(1000, 1300), (2000, 2301)], [(1299, 1301), (2300, 2400)], 3600),
    "gap-of-90": ([(100, 110), (200, 210), (299, 310)], [(150, 151), (280, 281)], 3600),
    "one-for-two": ([(100, 110), (250, 260)], [(140, 200)], 3600),
    "many-for-one": ([(1000, 1060)], [(995, 996), (1010, 1012), (1100, 1101), (1300, 1301)], 3600),
    "equal-distances": ([(10, 20), (30, 40)], [(20, 30)], 60),
    "chain": ([(0, 2), (3, 5), (6, 8), (9, 11)], [(2, 4), (5, 7), (8, 10), (11, 13)], 60),
    "published": ([(1, 3), (4, 7), (8, 9)], [(2, 10)], 10),
    "half-cells": ([(10.5, 11.5), (20.5, 22.5)], [(10, 12), (20, 22)], 60),
    "nested": ([(100, 400), (200, 210)], [(300, 310)], 3600),
    "unsorted": ([(500, 520), (100, 120)], [(110, 115)], 3600),
    "float-300": ([(212.2, 512.2)], [(212.2, 512.2)], 3600),
    "float-collar": ([(0.9, 2.0)], [(1.1, 2.0)], 10),
    "float-segments": ([(0.6, 0.8), (7.3, 7.5)], [(0.7, 0.8)], 10),
    "instant": ([(100, 160)], [(120, 120)], 3600),
}


def drawn(kind: str, seed: int, step: float) -> dict[str, Any]:
    """Events apart from each other on a grid, and detections: moved, broken, missing, invented."""
    rng = np.random.default_rng([SEED, seed])
    duration = int(rng.choice([300, 1800, 7200]))
    n = int(rng.integers(1, 14))
    mean = {"long": 80, "short": 4, "tenth": 12}[kind]
    gap = max(duration / n - mean, 2)
    reference, at = [], 0.0
    for _ in range(n):
        start = at + rng.exponential(gap) * (rng.random() > 0.15)  # at times they touch
        stop = start + max(rng.exponential(mean), step)
        if stop > duration:
            break
        reference.append((start, stop))
        at = rounded(stop, step)
    detected = []
    for start, stop in reference:
        fate, length = rng.random(), stop - start
        if fate < 0.5:
            shift = rng.normal(0, 0.3 * mean)
            detected.append((start + shift, stop + shift * rng.uniform(-0.5, 1.5)))
        elif fate < 0.65:
            detected += [(start, start + 0.3 * length), (start + 0.6 * length, stop)]
        elif fate < 0.75:
            detected.append((start, stop))
    for _ in range(rng.poisson(3)):
        start = rng.uniform(0, duration)
        detected.append((start, start + rng.exponential(mean)))
    return {
        "name": f"{kind}-{seed}",
        "reference": apart(reference, duration, step),
        "detected": apart(detected, duration, step),
        "duration": duration,
    }


def rounded(time: float, step: float) -> float:
    """On the grid, as the nearest number with one digit."""
    return round(round(time / step) * step, 1)


def apart(events: list[tuple[float, float]], duration: float, step: float) -> list[list[float]]:
    """Sorted, inside the recording, at least a step long, none sharing time with the one before."""
    kept: list[list[float]] = []
    for start, stop in sorted(events):
        a = max(rounded(start, step), kept[-1][1] if kept else 0.0)
        b = min(rounded(stop, step), duration)
        if b - a >= step / 2:
            kept.append([round(a, 1), round(b, 1)])
    return kept


def scenes() -> list[dict[str, Any]]:
    """All scenes of events."""
    made = [
        {"name": name, "reference": ours, "detected": theirs, "duration": duration}
        for name, (ours, theirs, duration) in HAND_MADE.items()
    ]
    made += [drawn("long", seed, 1.0) for seed in range(30)]
    made += [drawn("short", 100 + seed, 1.0) for seed in range(20)]
    made += [drawn("tenth", 200 + seed, 0.1) for seed in range(20)]
    for scene in made:
        times = np.array([*scene["reference"], *scene["detected"]], float)
        scene["fs"] = 1 if (times % 1 == 0).all() else 10  # the grid that all times lie on
    return made


def box_scenes() -> list[dict[str, Any]]:
    """Boxes in pictures: COCO's own format, one of them with each thing that is special."""
    plain = [box_scene(f"boxes-{seed}", seed) for seed in range(6)]
    return [
        *plain,
        box_scene("boxes-crowds", 10, crowds=0.25),
        box_scene("boxes-ties", 11, digits=1),
        box_scene("boxes-many", 12, images=2, invented=130),
        box_scene("boxes-perfect", 13, invented=0, moved=0.0, lost=0.0),
        box_scene("boxes-none-found", 14, lost=1.0),
        box_scene("boxes-a-class-is-absent", 15, absent=True),
    ]


def box_scene(
    name: str,
    seed: int,
    *,
    images: int = 8,
    crowds: float = 0.0,
    digits: int = 3,
    invented: int = 3,
    moved: float = 0.12,
    lost: float = 0.2,
    absent: bool = False,
) -> dict[str, Any]:
    """Pictures with boxes of very different sizes, and what a detector made of them."""
    rng = np.random.default_rng([SEED, 1000 + seed])
    annotations: list[dict[str, Any]] = []
    detected: list[dict[str, Any]] = []

    def found(image: int, kind: int, box: Any, low: float) -> None:
        score = round(float(rng.uniform(low, 1)), digits)
        detected.append(
            {"image_id": image, "category_id": kind, "bbox": box.round(2).tolist(), "score": score}
        )

    for image in range(1, images + 1):
        for _ in range(int(rng.integers(0, 6))):
            kind = int(rng.integers(1, 3 if absent else 4))
            size = np.exp(rng.uniform(np.log(10), np.log(250), 2))
            box = np.concatenate([rng.uniform(0, 300, 2), size]).round(2)
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": image,
                    "category_id": kind,
                    "bbox": box.tolist(),
                    "area": float(round(box[2] * box[3], 4)),
                    "iscrowd": int(rng.random() < crowds),
                }
            )
            for _ in range(int(rng.random() >= lost) + int(rng.random() < 0.2 * (moved > 0))):
                shift = rng.normal(0, moved, 4) * np.tile(box[2:], 2)
                called = kind if rng.random() < 0.9 or not moved else int(rng.integers(1, 4))
                found(image, called, np.maximum(box + shift, 1.0), 0.2)
        for _ in range(rng.poisson(invented)):
            box = np.concatenate([rng.uniform(0, 300, 2), np.exp(rng.uniform(2.3, 5.5, 2))])
            found(image, int(rng.integers(1, 4)), box, 0.0)
    if not detected:  # pycocotools cannot take an empty list
        found(1, 1, np.array([900.0, 900.0, 5.0, 5.0]), 0.0)
    truth = {
        "info": {},
        "images": [{"id": i, "width": 640, "height": 640} for i in range(1, images + 1)],
        "categories": [{"id": k, "name": f"kind {k}"} for k in (1, 2, 3)],
        "annotations": annotations,
    }
    return {"name": name, "truth": truth, "detected": detected}


def environment(folder: Path, name: str) -> Path:
    """The Python of an environment with one package, made where it is not there yet."""
    place = folder / name
    python = place / "bin" / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
        wanted = [str(python), "-m", "pip", "install", "--quiet", *NEEDS[name]]
        subprocess.run(wanted, check=True)
    return python


def scored(folder: Path, name: str, given: list[dict[str, Any]]) -> dict[str, Any]:
    """What one package says of the scenes."""
    quiet = {**os.environ, "PYTHONPATH": "", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [str(environment(folder, name)), str(HERE / "event_peers.py"), name],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        env=quiet,
    )
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    """Make the environments, score the scenes, write the file."""
    parser = argparse.ArgumentParser(description="Score scenes with other packages.")
    parser.add_argument("--keep", type=Path, help="folder for the environments")
    keep = parser.parse_args().keep
    events, boxes = scenes(), box_scenes()
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        found = {name: scored(folder, name, boxes if name in BOXES else events) for name in NEEDS}
    told = {name: by_rule(one["values"]) for name, one in found.items()}
    parts = {
        "made_by": COMMAND,
        "python": ".".join(map(str, sys.version_info[:3])),
        "versions": {name: one["versions"] for name, one in found.items()},
        "scenes": events,
        "values": {name: one for name, one in told.items() if name not in BOXES},
        "box_scenes": boxes,
        "box_values": {name: told[name] for name in BOXES},
    }
    FILE.write_text(written(parts), encoding="utf-8")
    return 0


def by_rule(values: dict[str, Any]) -> dict[str, Any]:
    """{rule: {"keys": names of the values, scene: values}}, a rule that says nothing left out."""
    turned: dict[str, Any] = {}
    for scene, rules in values.items():
        for rule, found in rules.items():
            keys = turned.setdefault(rule, {"keys": list(found)})["keys"]
            turned[rule][scene] = [found[key] for key in keys]
    return turned


def written(parts: dict[str, Any]) -> str:
    """JSON with a line for each scene, and for each rule of each package."""
    lines = []
    for name, part in parts.items():
        if isinstance(part, list):
            rows = ",\n".join(compact(row) for row in part)
            lines.append(f"{json.dumps(name)}: [\n{rows}\n]")
        elif name.endswith("values"):
            each = (
                f"{json.dumps(peer)}: {{\n"
                + ",\n".join(f"{json.dumps(k)}: {compact(v)}" for k, v in values.items())
                + "\n}"
                for peer, values in part.items()
            )
            lines.append(f"{json.dumps(name)}: {{\n" + ",\n".join(each) + "\n}")
        else:
            lines.append(f"{json.dumps(name)}: {json.dumps(part)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compact(value: Any) -> str:
    """JSON without spaces, numbers to twelve digits."""
    return json.dumps(shortened(value), separators=(",", ":"))


def shortened(value: Any) -> Any:
    """Whole floats as integers, others to twelve digits."""
    if isinstance(value, dict):
        return {key: shortened(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [shortened(one) for one in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() else float(f"{value:.12g}")
    return value


if __name__ == "__main__":
    sys.exit(main())
