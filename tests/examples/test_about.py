"""Every shipped file is what `about.toml` says it is, in both languages."""

import csv
import hashlib
import importlib
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from veracity.examples import About, describe, examples

NAMES = ["digits", "infections", "ripple_events", "ripples"]
LARGEST = 1_500_000
ROLES = {"truth", "probability", "prediction", "cluster", "group", "fold", "time", "source"}


def rows(about: About) -> list[dict[str, str]]:
    with about.path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module", params=NAMES)
def about(request: pytest.FixtureRequest) -> About:
    return describe(request.param)


def test_these_are_shipped() -> None:
    assert sorted(examples()) == NAMES
    for name, path in examples().items():
        assert isinstance(path, Path)
        assert path.is_file()
        assert path == describe(name).path


def test_the_public_name_can_be_called_whichever_of_the_two_it_is() -> None:
    room = importlib.import_module("veracity.examples")
    assert room() == room.examples() == examples()


def test_the_dictionary_is_the_callers_own() -> None:
    examples().clear()
    describe("ripples").counts.clear()
    assert sorted(examples()) == NAMES
    assert describe("ripples").counts == {"0": 19900, "1": 100}


def test_together_they_are_small() -> None:
    assert sum(path.stat().st_size for path in examples().values()) < LARGEST


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(KeyError, match=r"ripple.*infections.*digits.*ripples"):
        describe("ripple")


def test_the_bytes_are_those_of_the_checksums() -> None:
    folder = examples()["digits"].parent
    lines = (folder / "SHA256SUMS").read_text("ascii").splitlines()
    sums = {name: sum_ for sum_, name in (line.split("  ") for line in lines)}
    assert sums == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in examples().values()
    }


def test_the_files_are_plain(about: About) -> None:
    content = about.path.read_bytes()
    assert b"\r" not in content
    assert not content.startswith(b"\xef\xbb\xbf")
    assert content.endswith(b"\n")
    content.decode("utf-8")


def test_the_columns_are_those_described(about: About) -> None:
    assert list(rows(about)[0]) == [column.name for column in about.columns]
    assert {column.role for column in about.columns} <= ROLES
    assert len(about.named("truth") + about.named("source")) == 1
    assert about.named("probability")


def test_nothing_is_missing(about: About) -> None:
    for row in rows(about):
        assert None not in row
        assert all(value not in {None, "", "nan", "NaN", "NA"} for value in row.values())


def test_the_counts_are_those_stated(about: About) -> None:
    (truth,) = about.named("truth") + about.named("source")
    assert Counter(row[truth] for row in rows(about)) == about.counts


def test_probabilities_are_probabilities(about: About) -> None:
    for row in rows(about):
        assert all(0 <= float(row[name]) <= 1 for name in about.named("probability"))


@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_there_in_both_languages(name: str) -> None:
    english, chinese = describe(name, "en"), describe(name, "zh")
    assert [(c.name, c.role) for c in english.columns] == [
        (c.name, c.role) for c in chinese.columns
    ]
    for en, zh in zip(texts(english), texts(chinese), strict=True):
        assert en.strip() == en != ""
        assert zh.strip() == zh != ""
        assert not has_chinese(en)
        assert has_chinese(zh)


def test_about_holds_nothing_that_nobody_reads() -> None:
    about = tomllib.loads((examples()["digits"].parent / "about.toml").read_text(encoding="utf-8"))
    fields = {"file", "counts", "title", "row", "note", "source", "licence", "columns"}
    for entry in about.values():
        assert set(entry) == fields
        assert all(set(column) == {"name", "role", "en", "zh"} for column in entry["columns"])


def texts(about: About) -> list[str]:
    meanings = [column.meaning for column in about.columns]
    return [about.title, about.row, about.note, about.source, about.licence, *meanings]


def has_chinese(text: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in text)
