"""Guides and other Markdown pages are tests: their Python blocks run as doctests.

A figure that fails shows itself here; for users it becomes undefined (`veracity.unexpected`).
"""

import os
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE
from importlib.util import find_spec

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

os.environ["VERACITY_RAISE"] = "1"

pytest_plugins = ["pytester"]  # of tests/integrations; only here may it be said
pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | NORMALIZE_WHITESPACE)],
    patterns=["*.md"],
).pytest()

# what is for training loops is imported, and its examples run, where torchmetrics is installed
needs_torch = ["src/veracity/integrations/torch.py"]
collect_ignore = [] if find_spec("torchmetrics") else needs_torch


def pytest_collection_modifyitems(items):
    """Leave the guide of tensors to where torch is (`make test-engines`)."""
    if find_spec("torch") is None:
        items[:] = [item for item in items if item.path.name != "tensors.md"]
