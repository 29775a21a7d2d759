"""Java and PostgreSQL for `make test-engines`: found, or installed where that can be done.

    python scripts/other_engines.py    look for both, install Debian's packages where they are not

Packages are installed by root alone, as on a machine for continuous integration. What cannot be
had is said in one sentence, and the target fails: nothing is skipped in silence.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

UPDATE = ("apt-get", "update", "--quiet=2")
INSTALL = ("apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends")
# what each engine needs, and the package that brings it
NEEDED = {"Spark needs Java": "default-jre-headless", "PostgreSQL is a server": "postgresql"}


def main() -> int:
    """Find both or install them; a sentence and 1 where that cannot be done."""
    missing = [package for package in NEEDED.values() if not _there(package)]
    if not missing:
        return 0
    wanted = f"'apt-get install {' '.join(missing)}'"
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return _said(f"the tests of other engines need Java and PostgreSQL: run {wanted} as root")
    sys.stderr.write(f"Installing {' and '.join(missing)} (once, about a minute) ...\n")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (UPDATE, (*INSTALL, *missing)):
        subprocess.run(step, env=environment, check=False, stdout=subprocess.DEVNULL)
    still = [reason for reason, package in NEEDED.items() if not _there(package)]
    return _said(f"{'; '.join(still)}: {wanted} did not bring it") if still else 0


def _there(package: str) -> bool:
    if package == "postgresql":
        return any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or bool(shutil.which("initdb"))
    return shutil.which("java") is not None


def _said(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
