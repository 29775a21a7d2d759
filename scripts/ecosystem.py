"""Run scikit-learn's own tests of its metrics on veracity's functions: `make test-ecosystem`.

Every test passes that docs/sklearn_exceptions.md does not list, and every one listed there fails:
a new failure, and an exception that is none any more, both end with an error.
"""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import sklearn

ROOT = Path(__file__).resolve().parent.parent
LISTED = ROOT / "docs" / "sklearn_exceptions.md"
METRICS = ("test_classification", "test_ranking", "test_common")
DISPLAYS = (
    "test_common_curve_display",
    "test_confusion_matrix_display",
    "test_det_curve_display",
    "test_precision_recall_display",
    "test_roc_curve_display",
)
MODULES = (*METRICS, *DISPLAYS)
LEAST = 0.98  # of the tests of each module that run


def exceptions() -> set[str]:
    """The tests that the page lists: module and test in the first column of its table."""
    rows = re.findall(r"^\| `([^`]+)` \|", LISTED.read_text("utf-8"), re.M)
    return set(rows)


def run(folder: Path) -> Path:
    """Run the tests outside of the repository, with its settings out of reach."""
    home = Path(sklearn.__file__).parent / "metrics"
    files = [home / "tests" / f"{module}.py" for module in METRICS]
    files += [home / "_plot" / "tests" / f"{module}.py" for module in DISPLAYS]
    report = folder / "report.xml"
    command = [
        *(sys.executable, "-m", "pytest", "-p", "sklearn_drop_ins", "-p", "no:cacheprovider"),
        *("-n", "2", "-q", "--no-header", "--tb=line", "-W", "ignore"),
        *("--import-mode=importlib", f"--junitxml={report}", f"--rootdir={home.parents[1]}"),
        *map(str, files),
    ]
    settings = folder / "pytest.ini"
    settings.write_text("[pytest]\n", "utf-8")
    path = {"PYTHONPATH": os.pathsep.join(map(str, (ROOT / "scripts", ROOT / "src")))}
    done = subprocess.run([*command, "-c", str(settings)], cwd=folder, env=environment() | path)
    if done.returncode not in (0, 1):
        sys.exit(f"pytest ended with {done.returncode}")
    return report


def environment() -> dict[str, str]:
    """The environment without what would turn on tests of other array libraries."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SCIPY_ARRAY")}
    return {key: value for key, value in kept.items() if key != "PYTHONPATH"}


def outcomes(report: Path) -> dict[str, str]:
    """passed, failed or skipped of every test, by `module::name`."""
    found: dict[str, str] = {}
    for case in ET.parse(report).getroot().iter("testcase"):
        module = case.get("classname", "").rpartition(".")[2]
        state = {"failure": "failed", "error": "failed", "skipped": "skipped"}
        states = [state[child.tag] for child in case if child.tag in state]
        found[f"{module}::{case.get('name')}"] = states[0] if states else "passed"
    return found


def main() -> None:
    """Run, count, and compare with the page."""
    folder = ROOT / "build" / "ecosystem"
    folder.mkdir(parents=True, exist_ok=True)
    found = outcomes(run(folder))
    wrong = False
    for module in MODULES:
        states = Counter(s for test, s in found.items() if test.startswith(f"{module}::"))
        ran = states["passed"] + states["failed"]
        share = states["passed"] / ran if ran else 0.0
        wrong |= share < LEAST
        print(
            f"{module}: {states['passed']} of {ran} passed ({share:.2%}), "
            f"{states['skipped']} skipped"
        )
    failed = {test for test, state in found.items() if state == "failed"}
    for test in sorted(failed - exceptions()):
        print(f"fails and is not listed in {LISTED.name}: {test}")
    for test in sorted(exceptions() - failed):
        print(f"is listed in {LISTED.name} and does not fail: {test}")
    sys.exit(wrong or failed != exceptions())


if __name__ == "__main__":
    main()
