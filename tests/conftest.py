"""What holds for every test."""

import os

from hypothesis import settings

# The same examples on every run, so that a failure comes back when it is looked for;
# HYPOTHESIS_PROFILE=explore draws new ones.
settings.register_profile("reproducible", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "reproducible"))
