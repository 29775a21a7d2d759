"""User data never becomes markup, whatever a label holds."""

import re
import xml.etree.ElementTree as ET

import pytest

from tests.reports.formats.test_documents import tables
from veracity.evaluation import evaluate
from veracity.reports.formats import documents
from veracity.reports.wording import escaping

HOSTILE = [
    "<script>alert(1)</script>",
    "</td><td>",
    "a|b",
    "line\nbreak",
    "50%",
    "under_score",
    "$x^2$",
    "\\input{/etc/passwd}",
    "{curly}",
    "#hash & ~tilde",
    "quo\"te'",
    "`code`",
    "[link](javascript:alert(1))",
    "![image](x)",
    "**bold**",
    "[10pt]",
    "*star",
    "&lt;b&gt;",
    "🙂",
    "\u202eevil",
    "שלום",
    "\x1b[31m",
    "\0",
    "",
    " ",
]


def evaluated(label):
    """A label in every place where one can be: class, group, constant prediction."""
    truth, called = [label, "b", "c", label], [label, "b", label, "c"]
    group = [label, "x", label, "x"]
    return evaluate(truth, called, group=group, metrics=["accuracy", "macro_f1"])


def constant(label):
    return evaluate([label, "b", "b"], [label] * 3, metrics="accuracy")


TAGS = {
    *("div", "p", "strong", "table", "thead", "tbody", "tr", "th", "td"),
    *("style", "input", "label", "ul", "li", "code"),  # of the card and its tabs
}
ATTRIBUTES = {"class", "lang", "scope", "type", "name", "id", "for", "checked"}


@pytest.mark.parametrize("label", HOSTILE, ids=repr)
def test_html(label):
    for ev in (evaluated(label), constant(label)):
        root = ET.fromstring(documents.html(ev.profile(short=True), "en"))
        assert {element.tag for element in root.iter()} <= TAGS
        for element in root.iter():
            assert set(element.attrib) <= ATTRIBUTES
        cells = [cell.text or "" for cell in root.iter("th")]
        assert any(cell.strip() == _one_line(label).strip() for cell in cells)


@pytest.mark.parametrize("label", HOSTILE, ids=repr)
def test_markdown(label):
    for ev in (evaluated(label), constant(label)):
        text = ev.to_markdown("en")
        for table in tables(text):
            assert len({len(row) for row in table}) == 1
        unescaped = re.sub(r"\\.", "", text)
        for sign in ("<", ">", "`", "](", "![", "**", "$", "~"):
            assert sign not in unescaped, sign
        assert "\x1b" not in text
        assert "\u202e" not in text


@pytest.mark.parametrize("label", HOSTILE, ids=repr)
def test_latex(label):
    for ev in (evaluated(label), constant(label)):
        lines = ev.to_latex("en").splitlines()
        assert all(
            re.match(r"% |\\begin|\\end|\\toprule|\\midrule|\\bottomrule", line)
            or line.endswith(r"\\")
            or not line  # between two tables
            for line in lines
        )
        body = "\n".join(line for line in lines if not line.startswith("%"))
        known = r"\\(begin\{tabular\}\{l?r+\}|end\{tabular\}|toprule|midrule|bottomrule|\\)"
        known += (
            r"|\\(textbackslash|textasciicircum|textasciitilde|textless|textgreater|textbar)\{\}"
        )
        known += r"|\$(-|\\infty|\\le|\\ge|'|\\[a-z]+)\$|\\[{}$&#%_]|\{\}"
        rest = re.sub(known, "", body)
        for sign in "\\{}$#%_^~|<>":
            assert sign not in rest, (sign, rest)
        assert not re.search(r"\\\\\n\s*[\[*]", body)


@pytest.mark.parametrize("label", HOSTILE, ids=repr)
def test_plain_text_stays_on_its_lines(label):
    ev = evaluated(label)
    lines = ev.text("en").splitlines()
    plain = evaluated("plain").text("en").splitlines()
    assert len(lines) == len(plain)
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", "".join(lines))


def _one_line(label):
    text = " ".join(label.split()) if "\n" in label else label
    return re.sub("[\x00\x1b\u202e]", "\N{REPLACEMENT CHARACTER}", text)


@pytest.mark.parametrize(
    ("raw", "latex"),
    [
        ("50 % & more_", r"50 \% \& more\_"),
        ("\\", r"\textbackslash{}"),
        ("a^b~c", r"a\textasciicircum{}b\textasciitilde{}c"),
        ("−1 ≤ ∞", r"$-$1 $\le$ $\infty$"),
        ("[a]", "{}[a]"),
        ("*a", "{}*a"),
        ("a[1]*", "a[1]*"),
        ("|", r"\textbar{}"),
    ],
)
def test_latex_signs(raw, latex):
    assert escaping.latex(raw) == latex


@pytest.mark.parametrize(
    ("raw", "html"),
    [("<b>", "&lt;b&gt;"), ('"', "&quot;"), ("'", "&#x27;"), ("&", "&amp;"), ("世", "世")],
)
def test_html_signs(raw, html):
    assert escaping.html(raw) == html
