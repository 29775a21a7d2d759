"""Write what is made from the source: metrics (en, zh), glossary, cautions, tree of the rooms.

python docs/build.py            write them
python docs/build.py --check    say which are out of date; exit 1 if any is
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
import unicodedata
from pathlib import Path

from caution_pages import guide, page

from veracity.cautions.catalogue.checking import EVERY
from veracity.errors import AmbiguousName
from veracity.metrics import ANY_CLASSES, TWO_CLASSES, Metric
from veracity.metrics.advice.explaining import explain, facts
from veracity.metrics.advice.terms import TERMS
from veracity.metrics.catalogue.catalogue import PROBABILITY, RANKING
from veracity.metrics.catalogue.finding import candidates
from veracity.metrics.detection_figures.figures import DETECTION_FIGURES
from veracity.metrics.event_figures.figures import EVENT_FIGURES
from veracity.metrics.label_sets.records import ROW_FIGURES
from veracity.metrics.rater_figures.figures import FIGURES as RATER_FIGURES
from veracity.words import Language

DOCS = Path(__file__).parent
ROOT = DOCS.parent
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
    "probability": {"en": "Probabilities", "zh": "概率"},
}


OTHERS = (
    (EVENT_FIGURES.values(), "events · 事件"),
    (RATER_FIGURES.values(), "raters · 评分者"),
    (ROW_FIGURES, "label sets · 标签集合"),
    (DETECTION_FIGURES.values(), "boxes · 检测框"),
)
AWAY = re.compile(r"(.+?) (\d+)(?:\(([\d/–-]+)\))?:([\w–-]+)")  # journal volume(number):pages


def metrics_page(language: Language) -> str:
    """All metrics in one language."""
    parts = [MADE, f"# {TITLES[language]}", LEADS[language]]
    sections = (
        ("any", ANY_CLASSES),
        ("two", TWO_CLASSES),
        ("ranking", RANKING.values()),
        ("probability", PROBABILITY.values()),
    )
    for section, metrics in sections:
        parts.append(f"## {SECTIONS[section][language]}")
        parts += [_metric(metric, language) for metric in metrics]
    return "\n\n".join(parts) + "\n"


def glossary_page() -> str:
    """Every term and every metric name, English beside Chinese."""
    lines = [MADE, "", "# Glossary · 术语表", "", "| key | English | 中文 | also · 又称 |"]
    lines.append("|:--|:--|:--|:--|")
    for metric in (*ANY_CLASSES, *TWO_CLASSES, *RANKING.values(), *PROBABILITY.values()):
        lines += [_row(metric.key, metric.names.en, metric.names.zh, metric.aliases)]
    for figures, group in OTHERS:
        lines += [_row(one.key, one.names.en, one.names.zh, (group,)) for one in figures]
    for term in TERMS:
        lines += [_row("", term.names.en, term.names.zh, term.aliases)]
    return "\n".join(lines) + "\n"


def peer_names_page() -> str:
    """The names of other packages, and what answers them here."""
    parts = [
        MADE.replace("the records in src/veracity/metrics", "docs/peer_names.toml"),
        "# Names in other packages · 其他软件包中的名称",
        "What `vc.explain(name)` and `veracity explain NAME` answer to the names that other "
        "packages use: a key, several keys (the name means more than one metric; `find` asks "
        "which), or a term that says where it is, or why it is not here.",
        "其他软件包所用的名称在 `vc.explain(name)` 与 `veracity explain NAME` 中的答案：一个键、"
        "几个键（该名称指不止一个指标，`find` 会请你选择），或一个术语（说明在哪里，或为何没有）。",
    ]
    for peer in tomllib.loads((DOCS / "peer_names.toml").read_text("utf-8")).values():
        lines = [f"## {peer['title']}", "", "| name | here · 这里 |", "|:--|:--|"]
        lines += [f"| {name} | {answer(name)} |" for name in peer["names"]]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def answer(name: str) -> str:
    """What answers a name: a term by its title, a metric by its key, several by theirs."""
    try:
        first = explain(name, "en").splitlines()[0]
    except AmbiguousName:
        return " or ".join(f"`{key}`" for key in candidates(name))
    title, _, key = first.rpartition("  (")
    return f"`{key.removesuffix(')')}` {title}" if title else first


def cautions_page() -> str:
    """The guide to cautions with the table of the records."""
    text = (DOCS / "cautions.md").read_text("utf-8")
    return re.sub(r"^\| caution \| .*?(?=\n\n)", lambda _: guide(), text, flags=re.M | re.S)


def caution_page(key: str) -> str:
    """One caution, with the way back to the guide."""
    text = page(next(one for one in EVERY if one.key == key))
    made = MADE.replace("metrics", "cautions")
    return f"{made}\n\n{text}\n[All cautions · 全部提醒](../cautions.md)\n"


def architecture_page() -> str:
    """The architecture with the tree of the rooms as they are."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    return re.sub(r"(?<=```text\n).*?(?=```)", lambda _: rooms_tree(), text, count=1, flags=re.S)


def rooms_tree() -> str:
    """Rooms and sub-rooms from top to bottom, each with the first line that it says of itself."""
    package = ROOT / "src" / "veracity"
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = {
        contract["containers"][0]: re.findall(r"\w+", " ".join(contract["layers"]))
        for contract in config["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    }
    lines = []
    for room in layers["veracity"]:
        folder = package / room
        if not (folder / "__init__.py").exists():
            if (package / f"{room}.py").exists():
                lines.append(f"{room + '.py':18} {_first_line(package / f'{room}.py')}")
            continue
        lines.append(f"{room + '/':18} {_first_line(folder / '__init__.py')}")
        there = sorted(inside.parent.name for inside in folder.glob("*/__init__.py"))
        order = layers.get(f"veracity.{room}", there)
        for inside in sorted(there, key=order.index):
            lines.append(f"  {inside + '/':16} {_first_line(folder / inside / '__init__.py')}")
            lines += [
                f"    {one.parent.name + '/':14} {_first_line(one)}"
                for one in sorted((folder / inside).glob("*/__init__.py"))
            ]
    return "\n".join(lines) + "\n"


def references() -> str:
    """Every work that a record of a metric cites, as BibTeX."""
    every = (*ANY_CLASSES, *TWO_CLASSES, *RANKING.values(), *PROBABILITY.values())
    records = (*every, *RATER_FIGURES.values(), *ROW_FIGURES)
    works = sorted({work for record in records for work in record.references})
    taken: dict[str, int] = {}
    entries = ["% Made by docs/build.py from the records in src/veracity/metrics; do not edit."]
    for work in works:
        found = re.match(r"(.+?) \((\d{4})\w?\) (.+)", work)
        who, year, where = found.groups() if found else ("", "", work)
        names = [
            re.sub(r"^(.+) (\S+)$", r"\1, \2", name.strip())
            for name in re.sub(r",? et al\.", ", others", who).split(",")
        ]
        word = _plain(names[0].partition(",")[0] or where.split()[0]) + year
        taken[word] = taken.get(word, 0) + 1
        key = word + ("" if taken[word] == 1 else chr(ord("a") + taken[word] - 1))
        parts = [("author", " and ".join(names)), ("year", year)]
        article = AWAY.fullmatch(where)
        if article:
            parts += zip(("journal", "volume", "number", "pages"), article.groups(), strict=True)
        else:
            parts += [("note", where)]
        inside = ",\n".join(
            f"  {name} = {{{value.replace('&', chr(92) + '&')}}}" for name, value in parts if value
        )
        entries.append(f"@{'article' if article else 'misc'}{{{key},\n{inside}\n}}")
    return "\n\n".join(entries) + "\n"


def _plain(name: str) -> str:
    """A name in small letters that every BibTeX reads."""
    bare = unicodedata.normalize("NFKD", name.lower().replace("ł", "l").replace("ø", "o"))
    return re.sub(r"[^a-z]", "", bare)


def _first_line(module: Path) -> str:
    return (ast.get_docstring(ast.parse(module.read_text("utf-8"))) or "").partition("\n")[0]


def pages() -> dict[Path, str]:
    """Every page that is made, by path."""
    return {
        ROOT / "ARCHITECTURE.md": architecture_page(),
        DOCS / "cautions.md": cautions_page(),
        DOCS / "metrics.md": metrics_page("en"),
        DOCS / "metrics.zh-CN.md": metrics_page("zh"),
        DOCS / "glossary.md": glossary_page(),
        DOCS / "references.bib": references(),
        DOCS / "peer_names.md": peer_names_page(),
        **{DOCS / "cautions" / f"{one.key}.md": caution_page(one.key) for one in EVERY},
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
            print(f"out of date: {path.relative_to(ROOT)}; run make docs")
        return 1 if stale else 0
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
