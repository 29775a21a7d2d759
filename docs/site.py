"""Make the site: pages of docs/ with formulas as MathML, then mkdocs, offline, into build/site.

python docs/site.py             in the environment that 'make docs' prepares
python docs/site.py --prepare   only what mkdocs reads, into build/site_source
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
SOURCE, SITE = ROOT / "build" / "site_source", ROOT / "build" / "site"
PLAN = tomllib.loads((DOCS / "site.toml").read_text("utf-8"))
FIGURES = ROOT / "src" / "veracity" / "reports" / "page" / "templates" / "figures.js"
OTHER_LANGUAGE = re.compile(r" ?\[(?:中文|English)\]\([^)]*\)")
SEPARATOR = r"[\s\u200b\-，。、；：（）]+"  # jieba puts U+200B between Chinese words
MOVES = re.compile(
    r"^\*\*(?:Move it\*\*: |动手试\*\*：)\[([^\]]+)\]\([^)]*living_figures[^)]*\)$", re.M
)
PRACTISE = re.compile(
    r"^\*\*(?:Practise\*\*: |练习\*\*：)\[`veracity practice --topic (\w+)`\]\([^)]*\)$", re.M
)
STILLS = json.loads((DOCS / "still_figures.json").read_text("utf-8"))
PLACE = re.compile(r'(<div class="living" data-living="(\w+)">)')
BASE = re.compile(r'(<script id="__config"[^>]*>\{[^<]*?"base": )"[^"]*"')
ALTERNATE = re.compile(r'<link rel="alternate"[^>]*>')
FENCED = re.compile(r"(?<=^```python\n)>>>.*?(?=^```)", re.M | re.S)
WIDEST = 84  # signs of a line of prose that code has printed, as it fits beside the navigation
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)]*)?\)")


def sections() -> list[dict[str, object]]:
    """The sections of the plan; pages that it does not name follow under a name of their own."""
    planned = {page for section in PLAN["section"] for page in section["pages"]}
    here = {path.name for path in DOCS.glob("*.md") if "zh-CN" not in path.name}
    more = {"en": "More", "zh": "更多", "pages": sorted(here - planned)}
    return [*PLAN["section"], *([more] if more["pages"] else [])]


def pages() -> list[str]:
    """Every page of the navigation, in order."""
    return [page for section in sections() for page in section["pages"]]


def origin(page: str) -> Path:
    """The file that a page of the site is made from."""
    return ROOT / PLAN["elsewhere"][page] if page in PLAN["elsewhere"] else DOCS / page


def shown(text: str, path: Path) -> str:
    """A page as mkdocs takes it: formulas as MathML, still figures, links within the site only."""
    text = MOVES.sub(lambda found: living(path)[found[1]], OTHER_LANGUAGE.sub("", text))
    text = PRACTISE.sub(lambda found: _practise(found[1], path), text)
    text = FENCED.sub(lambda found: _broken(found[0]), text)
    parts = re.split(r"(^```.*?^```|`[^`\n]+`(?!\]))", text, flags=re.M | re.S)
    parts[::2] = [_formulas(LINK.sub(lambda found: _link(found, path), one)) for one in parts[::2]]
    stills = STILLS["zh" if path.name.endswith(".zh-CN.md") else "en"]
    return PLACE.sub(lambda found: found[1] + stills.get(found[2], ""), "".join(parts))


def living(path: Path) -> dict[str, str]:
    """The figures that move by their heading, in the language of a page."""
    ending = ".zh-CN" if path.name.endswith(".zh-CN.md") else ""
    text = (DOCS / f"living_figures{ending}.md").read_text("utf-8")
    found = re.findall(r"^## ([^\n]+)\n\n(.*?)(?=\n## |\Z)", text, re.M | re.S)
    return {
        name: f"**{name}.** {body}" if not ending else f"**{name}。**{body}" for name, body in found
    }


def _broken(block: str) -> str:
    """A block as a reader takes it: printed prose broken into lines, empty lines empty."""
    lines = [
        line if line.startswith((">>> ", "... ")) or "  " in line else _filled(line)
        for line in block.splitlines()
    ]
    return "\n".join("" if line == "<BLANKLINE>" else line for line in lines) + "\n"


def _filled(line: str) -> str:
    """A long line in several; Chinese may break at any sign but before a mark that closes."""
    lines = [""]
    for piece in re.findall(r"\s+|[⺀-鿿][，。；：、）”？]*|[^\s⺀-鿿]+", line):
        wide = sum(1 + (sign > "⺀") for sign in (lines[-1] + piece).rstrip())
        if wide > WIDEST and lines[-1]:
            lines.append(piece.lstrip())
        else:
            lines[-1] += piece
    return "\n".join(one.rstrip() for one in lines)


def _practise(topic: str, path: Path) -> str:
    from chapter_exercises import section

    return section(topic, "zh" if path.name.endswith(".zh-CN.md") else "en")


def _formulas(text: str) -> str:
    from latex2mathml.converter import convert

    def block(found: re.Match[str]) -> str:
        return f'<div class="formula">{convert(found[1], display="block")}</div>'

    text = re.sub(r"\$\$(.+?)\$\$", block, text, flags=re.S)
    return re.sub(r"(?<![\\$\w])\$([^$\n]+)\$(?!\w)", lambda found: convert(found[1]), text)


def _link(found: re.Match[str], path: Path) -> str:
    """The link as it is on the site; what the site does not show becomes plain words."""
    words, target, part = found[1], found[2], found[3] or ""
    there = (path.parent / target).resolve()
    moved = {(ROOT / old).resolve(): DOCS / new for new, old in PLAN["elsewhere"].items()}
    there = moved.get(there, there)
    here = next((DOCS / new for new, old in PLAN["elsewhere"].items() if ROOT / old == path), path)
    if there.parent == DOCS / "notebooks" and there.exists():
        there = there.with_suffix(".md")
    if not there.is_relative_to(DOCS) or there.suffix not in (".md", ".bib"):
        return words
    to = Path(os.path.relpath(there, here.parent)).as_posix().replace(".zh-CN.md", ".md")
    return f"[{words}]({to}{part})"


def prepare() -> None:
    """Everything that mkdocs reads."""
    import family_pages
    import notebook_pages
    from api_page import reference

    shutil.rmtree(SOURCE, ignore_errors=True)
    for path in sorted(DOCS.rglob("*.md")):
        _write(path.relative_to(DOCS).as_posix(), shown(path.read_text("utf-8"), path))
    for page in PLAN["elsewhere"]:
        _write(page, shown(origin(page).read_text("utf-8"), origin(page)))
    for ending in (".md", ".zh-CN.md"):
        for page, text in metric_pages(ending).items():
            _write(page, shown(text, DOCS / page))
    _write("api.md", reference())
    _write("figures.md", family_pages.page(0))
    _write("figures.zh-CN.md", family_pages.page(1))
    for path in sorted((DOCS / "notebooks").glob("*.ipynb")):
        _write(f"notebooks/{path.stem}.md", notebook_pages.page(path))
    _exercises()
    for name in ("site.css", "living.js", "references.bib"):
        shutil.copy(DOCS / name, SOURCE / name)
    shutil.copy(FIGURES, SOURCE / FIGURES.name)
    shutil.copytree(DOCS / "notebooks", SOURCE / "notebooks", dirs_exist_ok=True)
    (ROOT / "build" / "mkdocs.yml").write_text(json.dumps(settings(), indent=1), "utf-8")


def _write(page: str, text: str) -> None:
    target = SOURCE / page.replace(".zh-CN.md", ".zh.md")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def metric_pages(ending: str) -> dict[str, str]:
    """The page of all metrics with links, and one page for each of them."""
    from metric_pages import sections as more

    text = (DOCS / f"metrics{ending}").read_text("utf-8")
    language = int(ending != ".md")
    back = "[All metrics](../metrics.md)" if ending == ".md" else "[全部指标](../metrics.md)"
    found = re.findall(r"^### `(\w+)` ([^\n]+)\n(.*?)(?=^##|\Z)", text, re.M | re.S)
    linked = re.sub(r"^### `(\w+)` ([^\n]+)", r"### [`\1`](metrics/\1.md) \2", text, flags=re.M)
    one = {
        f"metrics/{key}{ending}": f"# {name} (`{key}`)\n{body}\n{more(key, language)}\n{back}\n"
        for key, name, body in found
    }
    return {f"metrics{ending}": linked, **one}


def _exercises() -> None:
    """All exercises as a page of their own, and a page of the site that leads to it."""
    from veracity.practice.catalogue import chosen, exercises
    from veracity.practice.page import page

    number = sum(map(len, exercises().values()))
    text = page(chosen(None, None, number, 1, {}), 1, "en")
    (SOURCE / "all_exercises.html").write_text(text, encoding="utf-8")
    link = "all_exercises.html"
    _write(
        "exercises.md",
        f"# Exercises\n\n<a href='{link}'>All {number} exercises on one page</a>, "
        "checked as you type. Other numbers, topics and sheets: [practice](practice.md).\n",
    )
    _write(
        "exercises.zh-CN.md",
        f"# 习题\n\n<a href='../{link}'>一页上的全部 {number} 道习题</a>，"
        "即答即判。换数字、选主题、出题单：见[练习](practice.md)。\n",
    )


def settings() -> dict[str, object]:
    """The configuration of mkdocs; JSON is YAML."""
    nav = [{section["en"]: section["pages"]} for section in sections()]
    names = {section["en"]: section["zh"] for section in sections()}
    themes = [
        {
            "scheme": "default",
            "media": "(prefers-color-scheme: light)",
            "primary": "indigo",
            "toggle": {"icon": "material/weather-night", "name": "Dark"},
        },
        {
            "scheme": "slate",
            "media": "(prefers-color-scheme: dark)",
            "primary": "indigo",
            "toggle": {"icon": "material/weather-sunny", "name": "Light"},
        },
    ]
    return {
        "site_name": "veracity",
        "site_description": "Evaluates classifiers honestly.",
        "docs_dir": SOURCE.name,
        "site_dir": SITE.name,
        "use_directory_urls": False,
        "theme": {
            "name": "material",
            "font": False,
            "palette": themes,
            "features": ["navigation.footer", "navigation.top", "toc.follow", "content.code.copy"],
        },
        "extra": {"generator": False},
        "extra_css": ["site.css"],
        "extra_javascript": [FIGURES.name, "living.js"],
        "markdown_extensions": [
            "tables",
            "admonition",
            "attr_list",
            "md_in_html",
            {"toc": {"permalink": True}},
            "pymdownx.superfences",
            {"pymdownx.highlight": {"use_pygments": True}},
        ],
        "plugins": [
            {
                "i18n": {
                    "docs_structure": "suffix",
                    "fallback_to_default": True,
                    "languages": [
                        {"locale": "en", "name": "English", "default": True, "build": True},
                        {"locale": "zh", "name": "中文", "build": True, "nav_translations": names},
                    ],
                }
            },
            {"search": {"lang": ["en", "zh"], "separator": SEPARATOR}},
        ],
        "validation": {"nav": {"omitted_files": "info"}, "links": {"anchors": "warn"}},
        "nav": nav,
    }


def main() -> int:
    """Prepare, then build; a warning stops it."""
    prepare()
    if "--prepare" in sys.argv:
        return 0
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--clean"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    failed = subprocess.call([*command, "-f", str(ROOT / "build" / "mkdocs.yml")], env=quiet)
    if failed:
        return failed
    _without_sitemap()
    _search_by_language()
    print(f"wrote {SITE.relative_to(ROOT)}: python3 -m http.server -d {SITE.relative_to(ROOT)}")
    return 0


def _without_sitemap() -> None:
    """A site without an address has no map, and the theme must not ask for one in vain."""
    for path in SITE.glob("sitemap.xml*"):
        path.unlink()
    for path in SITE.rglob("*.html"):
        text = path.read_text("utf-8")
        path.write_text(ALTERNATE.sub("", text), "utf-8")


def _search_by_language() -> None:
    """Each language finds its own pages: the Chinese ones get an index and a root of their own.

    What has no Chinese is found there in English, at the place where the Chinese would be.
    """
    path = SITE / "search" / "search_index.json"
    index = json.loads(path.read_text("utf-8"))
    chinese = [one for one in index["docs"] if one["location"].startswith("zh/")]
    english = [one for one in index["docs"] if not one["location"].startswith("zh/")]
    there = SITE / "zh" / "search" / path.name
    there.parent.mkdir(exist_ok=True)
    within = [{**one, "location": one["location"].removeprefix("zh/")} for one in chinese]
    own = {one["location"].partition("#")[0] for one in within}
    within += [one for one in english if one["location"].partition("#")[0] not in own]
    for to, docs in ((path, english), (there, within)):
        to.write_text(json.dumps({**index, "docs": docs}, ensure_ascii=False), "utf-8")
    for page in (SITE / "zh").rglob("*.html"):
        root = Path(os.path.relpath(SITE / "zh", page.parent)).as_posix()
        text, times = BASE.subn(rf'\1"{root}"', page.read_text("utf-8"), count=1)
        if times != 1:
            raise SystemExit(f"{page}: the theme no longer says where its root is")
        page.write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
