"""Which language is spoken: asked for, else VERACITY_LANG, else the locale, else English."""

import contextvars

import pytest

from veracity.words import current, use


@pytest.fixture(autouse=True)
def no_language(monkeypatch):
    for name in ("VERACITY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda *_: (None, None))


@pytest.mark.parametrize(
    ("asked", "language"),
    [("en", "en"), ("zh", "zh"), ("zh_CN", "zh"), ("ZH-Hans", "zh"), ("fr", "en"), ("x", "en")],
)
def test_asked_for(asked, language):
    assert current(asked) == language


@pytest.mark.parametrize("value", ["zh", "zh_CN.UTF-8", "ZH"])
def test_by_environment(monkeypatch, value):
    monkeypatch.setenv("VERACITY_LANG", value)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert current() == "zh"
    assert current("en") == "en"


@pytest.mark.parametrize("name", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_by_locale(monkeypatch, name):
    monkeypatch.setenv(name, "zh_CN.UTF-8")
    assert current() == "zh"


def test_lc_all_counts_before_lang(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert current() == "en"


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("zh_CN", "zh"),
        ("Chinese (Simplified)_China", "zh"),
        ("Chinese_China", "zh"),
        ("German_Germany", "en"),
        (None, "en"),
    ],
)
def test_by_what_the_system_says(monkeypatch, name, language):
    monkeypatch.setattr("locale.getlocale", lambda *_: (name, "UTF-8"))
    assert current() == language


@pytest.mark.parametrize("value", ["C", "POSIX", "C.UTF-8", "fr_FR", ""])
def test_unknown_is_english(monkeypatch, value):
    monkeypatch.setenv("LANG", value)
    monkeypatch.setenv("VERACITY_LANG", value if value != "C" else "")
    assert current() == "en"


def test_inside_a_block(monkeypatch):
    monkeypatch.setenv("VERACITY_LANG", "en")
    with use("zh"):
        assert current() == "zh"
        assert current("en") == "en"
        with use("en"):
            assert current() == "en"
        assert current() == "zh"
    assert current() == "en"


def test_a_block_ends_also_by_an_error():
    with pytest.raises(RuntimeError), use("zh"):
        raise RuntimeError
    assert current() == "en"


def test_other_contexts_do_not_hear_it():
    empty = contextvars.copy_context()
    with use("zh"):
        assert empty.run(current) == "en"
