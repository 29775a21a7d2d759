"""What made the numbers: versions, seed, method, data, command. Enough to make them again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from veracity.evaluation.single.figures import Figures
from veracity.results.page.provenance import FROM_PYTHON, Provenance
from veracity.words import Text

PACKAGES = ("numpy", "scipy")
_command: ContextVar[str | None] = ContextVar("command", default=None)


@contextmanager
def invoked_as(command: str) -> Iterator[None]:
    """Reports that are written inside the block name this command line.

    A context rather than an argument: it changes no number, so nothing on the way from the
    command line to the page needs to know of it.
    """
    token = _command.set(command)
    try:
        yield
    finally:
        _command.reset(token)


def made_from(fingerprints: Mapping[str, str], covers: Text, seed: int) -> Provenance:
    """The provenance of figures of these rows, made here and now."""
    command = _command.get()
    words = FROM_PYTHON if command is None else Text(command, command)
    return Provenance(versions(), seed, dict(fingerprints), covers, words)


def versions() -> dict[str, str]:
    """What computed: the versions of veracity, Python, numpy and scipy."""
    from platform import python_version

    own = {"veracity": _version("veracity"), "Python": python_version()}
    return own | {name: _version(name) for name in PACKAGES}


@cache
def _version(package: str) -> str:
    """Its version; veracity may be used from its source, without being installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def settings_of(ev: Figures) -> dict[str, Any]:
    """The settings of an evaluation and the versions that computed it."""
    made = versions()
    return {
        "veracity": made["veracity"],
        "numpy": made["numpy"],
        "confidence_level": ev.settings.confidence_level,
        "method": ev.settings.method,
        "n_resamples": ev.settings.n_resamples,
        "random_state": ev.settings.random_state,
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "ignore": list(ev.ignore),
        "clusters": ev.held.clusters,
        "cluster_name": ev.cluster_name,
        "resolution": None if ev.held.scores is None else ev.held.scores.resolution,
        "min_count": ev.min_count,
        "prevalence": None if ev.population is None else ev.population.words,
    }
