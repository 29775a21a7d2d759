"""Checks of cross-validation: what makes the figures of folds flatter a procedure."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.words import Text

FORMAN = "Forman G, Scholz M (2010) SIGKDD Explorations 12(1):49–57"
VAROQUAUX = "Varoquaux G et al. (2017) NeuroImage 145:166–179"
CAWLEY = "Cawley GC, Talbot NLC (2010) Journal of Machine Learning Research 11:2079–2107"


@dataclass(frozen=True)
class FoldFacts:
    """What is known of the folds: how many, whether scores are pooled over them, what leaks."""

    folds: int
    ranked: bool = False
    clusters: int | None = None
    split_clusters: int = 0
    fold_is_cluster: bool = False
    fitted_before: bool = False
    estimator: str = ""


def split_clusters(facts: FoldFacts) -> Evidence | None:
    """Rows of one patient are in several folds: models saw those they are tested on."""
    if not facts.clusters or not facts.split_clusters or facts.fold_is_cluster:
        return None
    return {"split": facts.split_clusters, "clusters": facts.clusters}


def pooled_scores(facts: FoldFacts) -> Evidence | None:
    """Scores of different models are ranked against each other in the pooled figures."""
    return {"folds": facts.folds} if facts.ranked and facts.folds > 1 else None


def fold_as_cluster(facts: FoldFacts) -> Evidence | None:
    """The folds themselves were given as clusters."""
    return {"folds": facts.folds} if facts.fold_is_cluster else None


def tuned_here(facts: FoldFacts) -> Evidence | None:
    """The estimator came already fitted, as the best one of a search does."""
    return {"estimator": facts.estimator} if facts.fitted_before else None


CLUSTERED: Need[FoldFacts] = Need(
    Text("there are no clusters", "没有簇"), lambda facts: facts.clusters is not None
)
CLUSTERS_SPLIT: CautionRecord[FoldFacts] = CautionRecord(
    key="clusters_split_over_folds",
    severity="serious",
    question=Text("Are rows of one cluster in one fold?", "同属一簇的行是否在同一折中？"),
    message=Text(
        "{split} of {clusters} clusters have rows in several folds: the models saw rows of "
        "patients or recordings that they were tested on.",
        "{clusters} 个簇中有 {split} 个的行分布在多个折里：模型在训练时见过被测患者或记录的行。",
    ),
    advice=Text("Split by cluster (GroupKFold).", "请按簇划分（GroupKFold）。"),
    look=split_clusters,
    looked=Text("the folds of each cluster", "每个簇所在的折"),
    needs=(CLUSTERED,),
    references=(VAROQUAUX,),
)
SCORES_POOLED: CautionRecord[FoldFacts] = CautionRecord(
    key="scores_pooled_over_folds",
    severity="note",
    question=Text("Are pooled scores on one scale?", "合并后的分数是否在同一尺度上？"),
    message=Text(
        "Pooled AUROC and average precision rank scores of {folds} different models against "
        "each other.",
        "合并的 AUROC 与平均查准率把 {folds} 个不同模型的分数放在一起排序。",
    ),
    advice=Text("Report the mean over folds.", "请报告各折的均值。"),
    look=pooled_scores,
    looked=Text("whether scores are pooled", "是否合并了分数"),
    references=(FORMAN,),
)
FOLD_AS_CLUSTER: CautionRecord[FoldFacts] = CautionRecord(
    key="fold_as_cluster",
    severity="warning",
    question=Text("Were folds given as clusters?", "是否把折当成了簇？"),
    message=Text(
        "The {folds} folds were given as clusters: intervals between folds show how models "
        "differ, not how patients do. Folds are not a sample of patients.",
        "{folds} 个折被当作簇：折间区间反映模型的差异，而不是人群的差异。折不是患者的样本。",
    ),
    advice=Text("Give cluster= the patient or recording.", "请用 cluster= 给出患者或记录。"),
    look=fold_as_cluster,
    looked=Text("the columns of folds and clusters", "折与簇的列"),
    needs=(CLUSTERED,),
)
TUNED_HERE: CautionRecord[FoldFacts] = CautionRecord(
    key="tuned_on_these_folds",
    severity="warning",
    question=Text("Were settings chosen on the same rows?", "参数是否在同样的行上选定？"),
    message=Text(
        "{estimator} was already fitted: if its settings were chosen on these rows, "
        "these figures flatter it.",
        "{estimator} 在此之前已经拟合过：如果其参数是在这些行上选定的，这里的数值会偏乐观。",
    ),
    advice=Text(
        "Cross-validate the search itself (pass GridSearchCV, unfitted).",
        "请对搜索过程本身做交叉验证（传入未拟合的 GridSearchCV）。",
    ),
    look=tuned_here,
    looked=Text("whether the estimator was fitted already", "模型传入时是否已拟合"),
    needs=(Need(Text("there is no estimator", "没有模型对象"), lambda f: bool(f.estimator)),),
    references=(CAWLEY,),
)
FOLD_CHECKS: tuple[CautionRecord[FoldFacts], ...] = (
    CLUSTERS_SPLIT,
    FOLD_AS_CLUSTER,
    TUNED_HERE,
    SCORES_POOLED,
)
