"""The pages made from the records are up to date, and links between pages lead somewhere."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def build(monkeypatch):
    """`docs/build.py` with what it imports beside it."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    sys.modules.pop("caution_pages")


@pytest.mark.parametrize(
    "name",
    [
        "docs/metrics.md",
        "docs/metrics.zh-CN.md",
        "docs/glossary.md",
        "docs/references.bib",
        "ARCHITECTURE.md",
    ],
)
def test_made_pages_are_up_to_date(name: str, build) -> None:
    made = {str(path.relative_to(ROOT)): text for path, text in build.pages().items()}
    assert (ROOT / name).read_text("utf-8") == made[name], "run make docs"


def test_cautions_are_made_from_their_records(build) -> None:
    made = {str(path.relative_to(ROOT)): text for path, text in build.pages().items()}
    pages = {name: text for name, text in made.items() if "cautions" in name}
    assert len(pages) == 1 + len(build.EVERY)
    stale = [name for name, text in pages.items() if (ROOT / name).read_text("utf-8") != text]
    assert stale == [], "run make docs"
    cited = {work for check in build.EVERY for work in check.references}
    assert all(work in pages["docs/cautions.md"] for work in cited)


def test_cautions_are_told_in_chinese_too(build) -> None:
    lines = build.guide("zh").splitlines()
    assert lines[0] == "| 提醒 | 程度 | 问题 | 如何应对 |"
    assert len(lines) == 2 + len(build.EVERY)


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert missing == []
