"""Small samples of two or three models on the same rows."""

import numpy as np

from veracity.comparisons.paired_samples.paired import Paired
from veracity.intervals import Settings
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable

SETTINGS = Settings(0.95, "auto", 400, 0)


def scores(n=120, seed=0, shifts=(1.6, 1.0), prevalence=0.4, decimals=None):
    """Truth and correlated scores of some models, with ties if they are rounded."""
    random = np.random.default_rng(seed)
    truth = (random.random(n) < prevalence).astype(int)
    common = random.normal(size=n)
    columns = {}
    for name, shift in zip("ABCDE", shifts, strict=False):
        values = 0.7 * common + 0.7 * random.normal(size=n) + shift * truth
        columns[name] = values if decimals is None else np.round(values, decimals)
    return truth, columns


def paired(n=120, seed=0, cut=0.6, settings=SETTINGS, weight=None, cluster=None, **how):
    truth, columns = scores(n, seed, **how)
    ids = () if cluster is None else range(int(np.max(cluster)) + 1)
    joint = JointScores.of_rows(truth, columns, weight, cluster=cluster, cluster_labels=ids)
    return Paired(PairedTable.of_joint(joint, cut), joint, settings)
