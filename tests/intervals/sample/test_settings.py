"""Level, method, number of redraws and seed are checked before anything is computed."""

import json

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.intervals import Settings


@pytest.mark.parametrize("level", [0, 1, -0.1, 95, "0.95", None, float("nan"), True])
def test_levels_outside(level):
    refused(lambda: Settings(confidence_level=level), repr(level), "between 0 and 1", "0.95")


@pytest.mark.parametrize("method", ["exact", "Wilson", "", None, "bootstrap"])
def test_unknown_methods(method):
    refused(lambda: Settings(method=method), repr(method), "wilson", "percentile", "none")


@pytest.mark.parametrize("n", [0, 99, -1, 1e3, 2000.0, "2000", None, True])
def test_too_few_redraws(n):
    refused(lambda: Settings(n_resamples=n), repr(n), "at least 100")


@pytest.mark.parametrize("seed", [-1, 0.5, "0", None, True])
def test_seeds_are_whole(seed):
    refused(lambda: Settings(random_state=seed), repr(seed), "whole number")


def test_numbers_of_numpy_become_plain_ones():
    settings = Settings(np.float64(0.9), "auto", np.int64(500), np.uint8(3))
    values = [settings.confidence_level, settings.n_resamples, settings.random_state]
    assert json.dumps(values) == "[0.9, 500, 3]"
