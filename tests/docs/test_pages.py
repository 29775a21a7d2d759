"""The pages made from the records are up to date, and links between pages lead somewhere."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def build():
    spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
def test_made_pages_are_up_to_date(name: str) -> None:
    made = {str(path.relative_to(ROOT)): text for path, text in build().pages().items()}
    assert (ROOT / name).read_text("utf-8") == made[name], "run make docs"


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert missing == []
