"""Every message exists, is used, and says the same in both languages."""

import ast
import re
import string
import tomllib
from functools import cache
from pathlib import Path

import pytest

import veracity
from veracity.engines.validation.bad_rows import REASONS
from veracity.words.messages import messages, say, spoken

SOURCE = Path(veracity.__file__).parent
SPEAKERS = {"say", "spoken", "refuse"}
ENTRIES = {
    key: entry
    for file in ("messages.toml", "help.toml")
    for key, entry in tomllib.loads((SOURCE / "words" / file).read_text("utf-8")).items()
}
REPORTS = {
    f"{part}.{key}": entry
    for part, entries in tomllib.loads((SOURCE / "words/reports.toml").read_text("utf-8")).items()
    for key, entry in entries.items()
}
every_message = pytest.mark.parametrize("key", ENTRIES)


@cache
def nodes():
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))]
    return [node for tree in trees for node in ast.walk(tree)]


@cache
def calls():
    """Every call that says a message."""
    found = [node for node in nodes() if isinstance(node, ast.Call) and node.args]
    return [call for call in found if _name(call.func) in SPEAKERS]


def _name(function):
    return getattr(function, "id", None) or getattr(function, "attr", None)


@cache
def said():
    """Keys that a call says outright, and patterns of those that it makes up from parts."""
    keys, patterns = set(), set()
    for call in calls():
        inside = list(ast.walk(call.args[0]))
        made = [node for node in inside if isinstance(node, ast.JoinedStr)]
        parts = {id(part) for one in made for part in ast.walk(one)}
        patterns.update(_pattern(one) for one in made)
        keys.update(
            node.value
            for node in inside
            if isinstance(node, ast.Constant) and id(node) not in parts
        )
    return keys, patterns


def _pattern(joined):
    plain = (re.escape(p.value) if isinstance(p, ast.Constant) else r"\w+" for p in joined.values)
    return "".join(plain)


@cache
def words_in_code():
    """Every string of the source: a key may also be kept in a table or a variable first."""
    return {node.value for node in nodes() if isinstance(node, ast.Constant)}


def test_every_key_said_exists():
    keys, patterns = said()
    assert {key for key in keys if key and isinstance(key, str)} - set(ENTRIES) == set()
    for pattern in patterns:
        assert any(re.fullmatch(pattern, key) for key in ENTRIES), pattern


def test_no_message_is_unused():
    keys, patterns = said()
    used = keys | words_in_code()
    made = re.compile("|".join(patterns))
    assert [key for key in ENTRIES if key not in used and not made.fullmatch(key)] == []


def test_what_is_made_up_from_parts_is_complete():
    needed = {f"{how}_{reason}" for how in ("rows_with", "refused") for reason in REASONS}
    assert needed | {"no_such_class", "no_such_group", "refused_small_cell"} <= set(ENTRIES)


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@every_message
def test_both_languages_have_the_same_fields(key):
    entry = ENTRIES[key]
    assert set(entry) == {"en", "zh"}
    assert fields(entry["en"]) == fields(entry["zh"])
    assert all(name.isidentifier() for name in fields(entry["en"]))


def test_every_call_fills_every_field():
    for call in calls():
        first = call.args[0]
        if isinstance(first, ast.Constant) and first.value in ENTRIES:
            given = {keyword.arg for keyword in call.keywords}
            missing = fields(ENTRIES[first.value]["en"]) - given
            assert None in given or not missing, (first.value, missing)


def prose(text):
    """What is said, without the commands shown as examples below it."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("veracity ")).strip()


SIGNS_ALONE = {
    "explain_candidate",
    "in_brackets",
    "rows_dropped",
    "figure_noted",
    "more_report",
    "results_are",
}  # brackets around words said elsewhere


@every_message
def test_chinese_is_chinese(key):
    assert key in SIGNS_ALONE or re.search("[\u4e00-\u9fff]", ENTRIES[key]["zh"])
    assert not re.search("[\u4e00-\u9fff]", prose(ENTRIES[key]["en"]))


END_IN_A_COMMAND = {"file_encoding"}  # a full stop would be typed along


@every_message
def test_a_sentence_ends_as_one(key):
    """With its sign in both languages or, as a part of something, in none."""
    en, zh = (prose(ENTRIES[key][language]) for language in ("en", "zh"))
    ends = en[-1] in ".?!", zh[-1] in "。？！"
    assert ends[0] == ends[1], (en, zh)
    if key not in END_IN_A_COMMAND and re.search(r"[.?!] [A-Z{]", en):
        assert all(ends), (en, zh)


@every_message
def test_chinese_sentences_use_chinese_signs(key):
    zh = re.sub(r"\{[^}]*\}|\[.*\]|\"[^\"]*\"", "", ENTRIES[key]["zh"])
    assert not re.search("[\u4e00-\u9fff] ?[,;:?!]", zh), zh
    assert not re.search("[\u4e00-\u9fff]\\.(\\s|$)", zh), zh


@every_message
def test_no_word_that_means_two_metrics(key):
    """准确率 and 精度 mean accuracy to some and precision to others (design, metric records)."""
    zh = ENTRIES[key]["zh"].replace("总体准确率", "").replace("平衡准确率", "")
    assert not re.search("准确率(?!悖论)|准确度|精度", zh), zh


@every_message
def test_no_blanks_at_the_ends(key):
    for text in ENTRIES[key].values():
        assert text == text.strip()
        assert "  " not in text


@pytest.mark.parametrize("key", REPORTS)
def test_words_of_reports_are_in_both_languages(key):
    entry, signs = dict(REPORTS[key]), key.endswith((".colon", ".comma", ".stop", ".named"))
    assert all(entry.pop("references", ["none"]))
    assert set(entry) == {"en", "zh"}
    assert fields(entry["en"]) == fields(entry["zh"])
    assert signs or re.search("[\u4e00-\u9fff]", entry["zh"])
    assert not re.search("[\u4e00-\u9fff]", entry["en"].replace("中文", ""))
    part = signs or key == "methods.dropped"  # it follows a word
    assert part or all(text == text.strip() for text in entry.values())


def test_no_word_of_reports_is_unused():
    """Captions and methods are found by the names of what they describe, all others by name."""
    files = [*SOURCE.rglob("*.py"), *(SOURCE / "reports/page").rglob("*.html")]
    source = "\n".join(file.read_text("utf-8") for file in files)
    tables = ("_captions", "_methods", "corrections", "weight_kinds")
    words = {key.split(".")[1] for key in REPORTS if not any(one in key for one in tables)}
    assert sorted(word for word in words if not re.search(rf"\b{word}\b", source)) == []


def test_they_are_found_by_key():
    assert set(messages()) == set(ENTRIES)
    assert say("rows_used", used=98, read=100).zh == "共 100 行，使用 98 行"


def test_spoken_is_a_plain_string():
    assert type(spoken("undefined")) is str


def test_a_key_that_is_not_there():
    with pytest.raises(KeyError):
        say("no_such_message")


def test_user_data_is_never_a_field():
    """Braces in a label are filled in as they are, not filled again."""
    found = say("pos_label_unknown", pos_label="'{labels}'", labels="{0} {x!r}")
    assert "'{labels}'" in found.en
    assert "{0} {x!r}" in found.zh
