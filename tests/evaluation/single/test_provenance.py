"""What every report ends with: versions, seed, fingerprint, command."""

import platform
from importlib.metadata import version

import numpy as np

import veracity as vc
from veracity.evaluation.single.provenance import invoked_as

TRUTH, P = np.arange(40) % 2, np.linspace(0, 1, 40)
EV = vc.evaluate(TRUTH, y_proba=P, random_state=7)


def test_versions_seed_and_data():
    made = EV.provenance
    assert made.versions == {
        "veracity": version("veracity"),
        "Python": platform.python_version(),
        "numpy": version("numpy"),
        "scipy": version("scipy"),
    }
    assert made.seed == 7
    assert made.fingerprints == {"": EV.fingerprint}
    assert EV.fingerprint.startswith("v1-")
    assert len(EV.fingerprint) == 35


def test_the_command_is_that_of_the_context_and_no_longer():
    assert EV.provenance.command == "called from Python"
    assert EV.provenance.command.zh == "由 Python 调用"
    with invoked_as("veracity evaluate x.csv"):
        assert EV.provenance.command == "veracity evaluate x.csv"
        assert EV.to_dict()["provenance"]["command"] == "veracity evaluate x.csv"
    assert EV.to_dict()["provenance"]["command"] is None


def test_a_comparison_is_asked_anew_too():
    cmp = vc.compare(TRUTH, {"A": P, "B": 1 - P}, metrics="auroc", random_state=3)
    with invoked_as("veracity compare x.csv"):
        assert cmp.provenance.command == "veracity compare x.csv"
    assert cmp.provenance.command == "called from Python"
    assert cmp.provenance.seed == 3
    assert list(cmp.fingerprints) == [""]


def test_two_evaluations_have_two_fingerprints():
    other = vc.evaluate(TRUTH[:30], y_proba=P[:30])
    cmp = vc.compare(EV, other, metrics="auroc")
    assert cmp.fingerprints == {"A": EV.fingerprint, "B": other.fingerprint}


def test_it_says_in_words_what_is_covered():
    assert EV.provenance.covers.en.startswith("of the rows used: truth, probabilities;")
    weighted = vc.evaluate(
        TRUTH, TRUTH, sample_weight=P + 1, cluster=np.arange(40) // 2, group=TRUTH
    )
    words = weighted.provenance.covers
    for part in ("predicted labels", "weights", "cluster", "groups"):
        assert part in words
    assert "预测标签" in words.zh
    grid = vc.evaluate(TRUTH, y_score=P, resolution=4)
    assert "scores in the fixed cells of a grid" in grid.provenance.covers


def test_tables_to_paste_hold_it_too():
    assert EV.fingerprint in EV.to_markdown("en")
    assert EV.fingerprint in EV.to_latex("en")
    assert EV.fingerprint not in EV.text("en")  # a few lines on a screen do not


def test_used_from_its_source_it_has_no_version():
    """A page is made where veracity was never installed."""
    import subprocess
    import sys

    program = (
        "import importlib.metadata as m\n"
        "known = m.version\n"
        "def version(name):\n"
        "    if name == 'veracity':\n"
        "        raise m.PackageNotFoundError(name)\n"
        "    return known(name)\n"
        "m.version = version\n"
        "import veracity as vc\n"
        "ev = vc.evaluate([0, 1, 1, 0], [0, 1, 0, 0])\n"
        "print(ev.profile().settings['veracity'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "not installed", done.stderr
