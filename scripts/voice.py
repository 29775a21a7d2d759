"""Print what users see most, one situation after another: docs/voice.md and docs/voice.zh-CN.md.

python scripts/voice.py            write both pages
python scripts/voice.py --check    say which are out of date; exit 1 if any is
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import veracity as vc
from veracity.cli import main
from veracity.errors import VeracityError
from veracity.evaluation.single.page.page import page_of
from veracity.examples import examples
from veracity.reports.wording.first_screen import facts_of, warnings_line
from veracity.words import joined, use

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"en": DOCS / "voice.md", "zh": DOCS / "voice.zh-CN.md"}
LEADS = {
    "en": "# Voice\n\nTwenty situations, printed one after the other by `scripts/voice.py`. Read "
    "from top to bottom, they should sound as if one good editor had written them "
    "([style](style.md)).",
    "zh": "# 行文\n\n二十种常见情形，由 `scripts/voice.py` 依次打印。"
    "从头读到尾，应如出自一位好编辑之手"
    "（[文风](style.md)）。",
}
TRUTH = [1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1]
DETECTED = [1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1]
SHARES = [0.9, 0.3, 0.2, 0.8, 0.1, 0.6, 0.7, 0.2, 0.1, 0.4, 0.3, 0.9]
RARE = vc.ConfusionMatrix.from_counts(tp=18, fp=30, fn=46, tn=1100)
Situation = tuple[str, str, Callable[[str], object]]


def infections() -> str:
    """The shipped data of infections."""
    return str(examples()["infections"])


def typed(*words: str) -> Callable[[str], str]:
    """What a command prints."""

    def run(language: str) -> str:
        from click.testing import CliRunner

        found = CliRunner().invoke(main, [*words, "--lang", language])
        return found.output.replace(infections(), "infections.csv")

    return run


def refused(call: Callable[[], object]) -> Callable[[str], str]:
    """What an error says."""

    def run(language: str) -> str:
        try:
            call()
        except VeracityError as error:
            return getattr(error.text, language)
        raise AssertionError("it was not refused")

    return run


def said(text: Any) -> Callable[[str], str]:
    """A text in one language."""
    return lambda language: text().within(language)


def first_screen(ev: vc.Evaluation, language: str) -> str:
    """The words of a page before anything is unfolded."""
    page = page_of(ev, pictures=False)
    parts = [facts_of(page), joined([page.lead, page.sentence])]
    cards = [
        f"{one.question.within(language)}  {one.answer.within(language)}\n"
        f"  {one.figures.within(language)}"
        for one in page.answers
    ]
    return "\n\n".join(
        [
            "\n".join(one.within(language) for one in parts),
            "\n".join(cards),
            warnings_line(page.cautions).within(language),
        ]
    )


def columns() -> dict[str, Any]:
    """The infections as evaluate asks for them."""
    return {"data": infections(), "y_true": "infection", "y_proba": "p_logistic"}


def situations() -> Iterator[Situation]:
    """Each with its title in both languages and what prints it."""
    at, where = {**columns(), "threshold": 0.1}, ["--true", "infection", "--proba", "p_logistic"]
    yield (
        "A first evaluation",
        "第一次评估",
        typed("evaluate", infections(), *where, "--threshold", "0.1", "--cluster", "patient"),
    )
    yield "A file without columns named", "未指明列的文件", typed("evaluate", infections())
    yield (
        "Few rows in Python",
        "Python 中的少量数据",
        lambda language: vc.evaluate(TRUTH, DETECTED).verdict.within(language),
    )
    yield (
        "The first screen of the page",
        "页面的第一屏",
        lambda language: first_screen(vc.evaluate(**at), language),
    )
    yield (
        "Percentages for probabilities",
        "把百分数当作概率",
        refused(lambda: vc.evaluate(TRUTH, y_proba=[100 * p for p in SHARES])),
    )
    yield (
        "Text against numbers",
        "文本与数字",
        refused(lambda: vc.evaluate(TRUTH, [str(one) for one in DETECTED])),
    )
    yield "An unknown metric", "未知指标", refused(lambda: vc.evaluate(TRUTH, DETECTED)["recal"])
    yield "An ambiguous name", "有歧义的名称", refused(lambda: vc.explain("false alarm rate"))
    yield "The accuracy paradox", "准确率悖论", said(lambda: RARE.evaluate().verdict)
    yield (
        "Cautions",
        "提醒",
        lambda language: "\n".join(
            f"· {joined([one.message, one.advice]).within(language)}"
            for one in vc.evaluate(**at).cautions
        ),
    )
    yield (
        "A threshold",
        "阈值",
        typed("threshold", infections(), *where, "--min-recall", "0.9", "--maximize", "f1"),
    )
    yield (
        "A comparison",
        "比较",
        typed(
            *("compare", infections(), "--true", "infection"),
            *("--proba", "logistic=p_logistic", "--proba", "boosting=p_boosting"),
        ),
    )
    yield (
        "A gate that fails",
        "未通过的门禁",
        typed(
            *("check", infections(), *where, "--threshold", "0.1"),
            *("--require", "recall >= 0.8", "--require", "auroc >= 0.6"),
        ),
    )
    yield (
        "A plan",
        "计划",
        typed("plan", "--metric", "recall", "--expected", "0.9", "--width", "0.1"),
    )
    yield "A matrix", "矩阵", typed("matrix", "tp=4", "fp=1", "fn=2", "tn=5")
    yield "What a metric means", "指标含义", typed("explain", "average_precision")
    yield (
        "Are the probabilities calibrated?",
        "概率是否校准？",
        said(lambda: vc.evaluate(**columns()).quadrant.text),
    )
    yield (
        "Several classes",
        "多分类",
        said(lambda: vc.evaluate(list("abcabc"), list("abcabb")).verdict),
    )
    yield "Methods, for a paper", "论文方法", lambda language: vc.evaluate(**at).methods(language)
    yield "Results, for a paper", "论文结果", lambda language: vc.evaluate(**at).sentence(language)


def page(language: str) -> str:
    """All situations in one language."""
    parts = [LEADS[language]]
    with use(language):
        for number, (en, zh, say) in enumerate(situations(), 1):
            shown = re.sub(r"\n{3,}", "\n\n", str(say(language)).strip())
            shown = re.sub(r"(veracity|numpy) \d[\w.]*\w", r"\1", shown)
            parts.append(f"## {number}. {en if language == 'en' else zh}\n\n```text\n{shown}\n```")
    return "\n\n".join(parts) + "\n"


def run() -> int:
    """Write the pages, or check them."""
    stale = [lang for lang, path in PAGES.items() if _old(path) != page(lang)]
    if "--check" in sys.argv:
        print("\n".join(f"{PAGES[lang].name} is out of date" for lang in stale) or "up to date")
        return int(bool(stale))
    for lang in stale:
        PAGES[lang].write_text(page(lang), encoding="utf-8")
        print(f"wrote {PAGES[lang].name}")
    return 0


def _old(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


if __name__ == "__main__":
    raise SystemExit(run())
