"""Facts to look at: made from a few counts, or from rows whose probabilities are true."""

import numpy as np

from veracity.cautions.catalogue.catalogue import CHECKS
from veracity.cautions.catalogue.finding import cautions_of
from veracity.cautions.record.facts import Facts
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.matrix.cells import DenseCells

BY_KEY = {check.key: check for check in CHECKS}


def counts(tp=40, fp=10, fn=20, tn=50, **more) -> Facts:
    """Facts of four counts."""
    return facts_of(confusion=ConfusionMatrix([[tn, fp], [fn, tp]], labels=(0, 1)), **more)


def matrix(cells, labels=None, **more) -> Facts:
    """Facts of a matrix, rows are truth."""
    names = tuple("abcdefgh"[: len(cells)]) if labels is None else labels
    return facts_of(confusion=ConfusionMatrix(np.array(cells), labels=names), **more)


def true_rows(n=3000, spread=1.5, middle=0.0, seed=0):
    """Log odds, and outcomes drawn with their probabilities."""
    random = np.random.default_rng(seed)
    odds = middle + spread * random.normal(size=n)
    return (random.random(n) < 1 / (1 + np.exp(-odds))).astype(int), odds


def probable(truth, p, **more) -> Facts:
    """Facts of probabilities cut at one half."""
    table = ScoreTable.of_rows(truth, p)
    return facts_of(confusion=table.counts_at(0.5), probabilities=table, threshold=0.5, **more)


def scored(truth, scores, threshold=None, **more) -> Facts:
    """Facts of scores, cut where a threshold is given."""
    table = ScoreTable.of_rows(truth, scores)
    cut = None if threshold is None else table.counts_at(threshold)
    return facts_of(confusion=cut, scores=table, threshold=threshold, **more)


def clustered(sizes) -> Facts:
    """Facts of clusters of these sizes, in turn right and wrong, positive and negative."""
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    cell = np.arange(len(cluster)) % 4
    clusters = Clusters.of_entries(
        tuple(range(len(sizes))), cluster, cell, np.ones(len(cluster)), None
    )
    cells = np.bincount(cell, minlength=4).reshape(2, 2).astype(float)
    return facts_of(confusion=ConfusionMatrix.made(DenseCells(cells), (0, 1), 1, None, clusters))


def clustered_table(truth, scores, cluster) -> ScoreTable:
    """A table that knows its clusters."""
    table = ScoreTable.of_rows(truth, scores)
    index = len(table) - 1 - np.searchsorted(table.scores[::-1], scores)
    cell = np.asarray(truth) * len(table) + index
    clusters = Clusters.of_entries(
        tuple(range(int(max(cluster)) + 1)), np.asarray(cluster), cell, np.ones(len(cell)), None
    )
    return ScoreTable(table.scores, table.weight, table.labels, 1, None, clusters)


def evidence(key, facts):
    """What one check found; None where it is silent."""
    found = BY_KEY[key](facts)
    return None if found is None else found.evidence


def keys(facts):
    """The cautions of these facts."""
    return [caution.key for caution in cautions_of(facts)]
