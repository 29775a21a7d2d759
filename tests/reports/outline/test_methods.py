"""The methods paragraph says what was done, and cites it."""

import re

import numpy as np
import pandas
import pytest

import veracity as vc
from veracity.intervals.sample.settings import METHODS as KNOWN
from veracity.reports.outline.methods import CITED, METHODS, methods, references

TRUTH = np.arange(120) % 2
SCORES = np.clip(TRUTH * 0.3 + np.linspace(0, 0.7, 120), 0, 1)


def said(**options: object) -> tuple[str, str, tuple[str, ...]]:
    ev = vc.evaluate(TRUTH, y_proba=SCORES, **options)  # type: ignore[arg-type]
    profile = ev.profile(short=True)
    text = methods(profile)
    return text.en, text.zh, references(profile)


def test_rows_cut_intervals_and_software() -> None:
    en, zh, cited = said()
    for words in (
        "evaluated on 120 cases; the positive class was “1”",
        "at least 0.5",
        "95% confidence intervals were computed with",
        "the Wilson score method [",
        "] for the area under the ROC curve",
        "Analyses used veracity ",
    ):
        assert words in en
    assert "95% 置信区间" in zh
    assert any("Wilson EB (1927)" in one for one in cited)
    assert any("DeLong" in one for one in cited)
    assert len(cited) == len(set(cited))
    assert "clusters" not in en
    assert "weights" not in en
    assert "Resampling" not in en


def test_clusters_and_weights_are_named() -> None:
    en, zh, cited = said(cluster=np.arange(120) // 6, sample_weight=np.linspace(1, 2, 120))
    assert "20 clusters" in en
    assert "importance weights" in en
    assert "20 个簇" in zh
    assert any("Obuchowski" in one for one in cited)
    assert "sampling weights" in said(sample_weight=np.ones(120), weight_kind="sampling")[0]


def test_redraws_and_their_seed() -> None:
    en, _, _ = said(method="percentile", n_resamples=200, random_state=7)
    assert "percentile bootstrap" in en
    assert "at most 200 draws (seed 7)" in en


def test_dropped_rows_and_levels() -> None:
    truth = [0, 1, 0, 1, None]
    ev = vc.evaluate(
        truth, y_proba=[0.1, 0.8, 0.3, 0.6, 0.5], on_invalid="drop", confidence_level=0.9
    )
    en = methods(ev.profile(short=True)).en
    assert "on 4 cases (1 of 5 rows were excluded as invalid)" in en
    assert "90% confidence intervals" in en


def test_without_intervals_it_says_so() -> None:
    assert "No intervals were computed." in said(method="none")[0]


@pytest.mark.parametrize("method", [m for m in KNOWN if m not in ("auto", "none")])
def test_every_method_has_its_words_and_its_source(method: str) -> None:
    name, cited = METHODS[method], CITED[method]
    assert name.en
    assert name.zh != name.en
    assert all(any(c.isdigit() for c in one) for one in cited)
    assert cited


def test_works_are_numbered_as_the_paragraph_cites_them() -> None:
    en, zh, cited = said(cluster=np.arange(120) // 6)
    numbers = [int(one) for one in re.findall(r"\d+", " ".join(re.findall(r"\[([^]]+)\]", en)))]
    firsts = list(dict.fromkeys(numbers))
    assert firsts == sorted(firsts)
    assert (firsts[0], firsts[-1]) == (1, len(cited))
    assert "] " not in zh.replace("] （", "")


def test_the_column_of_clusters_is_named() -> None:
    frame = {"y": TRUTH, "p": SCORES, "patient": np.arange(120) // 6}
    data = pandas.DataFrame(frame)
    ev = vc.evaluate("y", data=data, y_proba="p", cluster="patient")
    text = methods(ev.profile(short=True))
    assert "clustered by patient [" in text.en
    assert "(20 clusters)" in text.en
    assert "按 patient 分簇" in text.zh
