"""Guides and other Markdown pages are tests: their Python blocks run as doctests.

A figure that fails shows itself here; for users it becomes undefined (`veracity.unexpected`).
"""

import os
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

os.environ["VERACITY_RAISE"] = "1"

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | NORMALIZE_WHITESPACE)],
    patterns=["*.md"],
).pytest()
