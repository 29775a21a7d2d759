"""Write the pages that are made from the records: metrics (en, zh) and the glossary.

python docs/build.py            write them
python docs/build.py --check    say which are out of date; exit 1 if any is
"""

from __future__ import annotations

import sys
from pathlib import Path

from veracity.metrics import ANY_CLASSES, TWO_CLASSES, Metric
from veracity.metrics.advice.explaining import facts
from veracity.metrics.advice.terms import TERMS
from veracity.metrics.catalogue.catalogue import RANKING
from veracity.words import Language

DOCS = Path(__file__).parent
MADE = "<!-- Made by docs/build.py from the records in src/veracity/metrics; do not edit. -->"
TITLES = {"en": "Metrics", "zh": "指标"}
LEADS = {
    "en": "Every key, what it asks, how it is defined, and when it misleads. Averages over "
    "classes: put `macro_`, `micro_` or `weighted_` before a key of two classes.",
    "zh": "每个指标的键、所回答的问题、定义以及何时会误导。对各类取平均时，在二分类指标的键前加 "
    "`macro_`、`micro_` 或 `weighted_`。",
}
SECTIONS = {
    "any": {"en": "Any number of classes", "zh": "任意类别数"},
    "two": {"en": "Two classes", "zh": "二分类"},
    "ranking": {"en": "Rankings by score", "zh": "按分数排序"},
}


def metrics_page(language: Language) -> str:
    """All metrics in one language."""
    parts = [MADE, f"# {TITLES[language]}", LEADS[language]]
    sections = (("any", ANY_CLASSES), ("two", TWO_CLASSES), ("ranking", RANKING.values()))
    for section, metrics in sections:
        parts.append(f"## {SECTIONS[section][language]}")
        parts += [_metric(metric, language) for metric in metrics]
    return "\n\n".join(parts) + "\n"


def glossary_page() -> str:
    """Every term and every metric name, English beside Chinese."""
    lines = [MADE, "", "# Glossary · 术语表", "", "| key | English | 中文 | also · 又称 |"]
    lines.append("|:--|:--|:--|:--|")
    for metric in (*ANY_CLASSES, *TWO_CLASSES, *RANKING.values()):
        lines += [_row(metric.key, metric.names.en, metric.names.zh, metric.aliases)]
    for term in TERMS:
        lines += [_row("", term.names.en, term.names.zh, term.aliases)]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Every page that is made, by path."""
    return {
        DOCS / "metrics.md": metrics_page("en"),
        DOCS / "metrics.zh-CN.md": metrics_page("zh"),
        DOCS / "glossary.md": glossary_page(),
    }


def _metric(metric: Metric, language: Language) -> str:
    bullets = "\n".join(f"- {fact.within(language)}" for fact in facts(metric))
    head = f"### `{metric.key}` {metric.names.within(language)}"
    return "\n\n".join([head, metric.question.within(language), f"$${metric.formula}$$", bullets])


def _row(key: str, english: str, chinese: str, aliases: tuple[str, ...]) -> str:
    also = ", ".join(aliases).replace("|", "\\|")
    return f"| {f'`{key}`' if key else ''} | {english} | {chinese} | {also} |"


def main() -> int:
    """Write or check the pages."""
    stale = [p for p, text in pages().items() if not p.exists() or p.read_text("utf-8") != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"out of date: docs/{path.name}; run make docs")
        return 1 if stale else 0
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote docs/{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
