"""Tables to choose on, and what is true of the population they come from."""

import numpy as np
from scipy.stats import norm

from veracity.intervals import Settings
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.scores.score_table import ScoreTable

QUICK = Settings(method="none", n_resamples=200)


def normal_table(positives, negatives, distance, seed):
    """Normal scores, the positives higher by a distance."""
    draw = np.random.default_rng(seed)
    scores = np.concatenate([draw.normal(distance, 1, positives), draw.normal(0, 1, negatives)])
    return ScoreTable.of_rows([1] * positives + [0] * negatives, scores)


def population(threshold, distance, prevalence):
    """The expected counts of the population at a threshold."""
    tpr, fpr = norm.sf(threshold - distance), norm.sf(threshold)
    shares = [
        [(1 - prevalence) * (1 - fpr), (1 - prevalence) * fpr],
        [prevalence * (1 - tpr), prevalence * tpr],
    ]
    return ConfusionMatrix(1e6 * np.array(shares), labels=[0, 1], pos_label=1)


def clustered_table(truth, scores, cluster):
    """A table that knows which rows belong together."""
    table = ScoreTable.of_rows(truth, scores)
    column = np.searchsorted(-table.scores, -np.asarray(scores, float))
    names, codes = np.unique(cluster, return_inverse=True)
    cell = np.asarray(truth) * len(table) + column
    clusters = Clusters.of_entries(tuple(names.tolist()), codes, cell, np.ones(len(codes)), None)
    return ScoreTable(table.scores, table.weight, table.labels, table.pos_label, None, clusters)
