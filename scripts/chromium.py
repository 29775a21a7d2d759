"""The browser that the tests of the page drive: found, or installed where that can be done.

    python scripts/chromium.py    look for it, install Debian's package where there is none

`make test` runs this first. VERACITY_CHROMIUM names another browser of the Chromium family; then
nothing is looked for and nothing is installed. The package is installed by root alone, as on a
machine for continuous integration: nobody is asked for a password in the middle of a build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping

VARIABLE = "VERACITY_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PACKAGE = "chromium"
UPDATE = ("apt-get", "update", "--quiet=2")
# without its recommendations it is smaller, and the page needs none of them
INSTALL = ("apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends", PACKAGE)
WITHOUT = f"set {VARIABLE} to the path of one, or leave its tests out: pytest -m 'not browser'"


def main() -> int:
    """Find the browser or install it; a sentence and 1 where neither can be done."""
    try:
        found()
    except LookupError as missing:
        if VARIABLE in os.environ:
            return _said(str(missing))
    else:
        return 0
    if shutil.which("apt-get") is None:
        return _said(
            f"the tests of the page need Chromium, and there is no apt-get to bring it: {WITHOUT}"
        )
    if os.geteuid() != 0:
        return _said(
            f"the tests of the page need Chromium. Install it once, "
            f"'sudo apt-get install {PACKAGE}', or {WITHOUT}"
        )
    return _install()


def found(environment: Mapping[str, str] = os.environ) -> str:
    """The path of the browser; LookupError says what to do where there is none."""
    named = environment.get(VARIABLE)
    path = environment.get("PATH")
    if named:
        there = shutil.which(named, path=path)
        if there is None:
            raise LookupError(f"{VARIABLE} is {named!r}, which is no program")
        return there
    for name in NAMES:
        there = shutil.which(name, path=path)
        if there is not None:
            return there
    raise LookupError(f"no Chromium was found: run 'make chromium', or {WITHOUT}")


def _install() -> int:
    sys.stderr.write(f"Installing the Debian package {PACKAGE} (once, about a minute) ...\n")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (UPDATE, INSTALL):  # one list that cannot be had does not matter, if others can
        done = subprocess.run(step, env=environment, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        return _said(f"'{' '.join(INSTALL)}' ended with {done.returncode}: {WITHOUT}")
    try:
        found()
    except LookupError:  # Ubuntu's package of this name is empty and asks for snap
        return _said(f"the package {PACKAGE} was installed and brought no browser: {WITHOUT}")
    return 0


def _said(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
