"""The page of exercises in a real browser: typed answers, both languages, no script, paper."""

import pytest

from tests.browser.axe import serious
from veracity.practice.catalogue import chosen
from veracity.practice.checking import check
from veracity.practice.exercise import answer_text
from veracity.practice.page import page

pytestmark = pytest.mark.browser

ASKS = chosen("metrics", None, 12, 4, {})
TYPED = ("7/12", "0.583", "58.3", "５０％", "-1", "undefined", "0/0", "1/0", "abc", "1e3", "½")


@pytest.fixture(scope="module")
def written_page(tmp_path_factory):
    path = tmp_path_factory.mktemp("practice") / "practice.html"
    path.write_text(page(ASKS, 4, "en", solutions=True), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def seen(opened_once, written_page):
    return opened_once(written_page)


def reply(seen, number, typed):
    box = seen.page.locator(f"#a{number}")
    box.fill(typed)
    box.press("Enter")
    return seen.text(f"#e{number} output")


def test_the_page_says_what_the_terminal_says(seen):
    for number, ask in enumerate(ASKS, 1):
        right = str(answer_text(ask.answer, ask.exercise.decimals)).split(" ")[0]
        slips = [str(value) for value in ask.slips.values()]
        near = [] if ask.answer is None else [f"{float(ask.answer) + 0.005:.4f}"]
        for typed in (*slips, *near, *TYPED, right):
            assert reply(seen, number, typed) == check(ask, typed).says.en, (number, typed)
        assert seen.page.locator(f"#e{number} details").get_attribute("open") is not None
    assert seen.text("#score") == "12 of 12 right."


def test_it_speaks_chinese_too(seen):
    seen.page.locator("[data-speak=zh]").press("Enter")
    assert reply(seen, 1, "abc") == check(ASKS[0], "abc").says.zh
    assert ASKS[0].question.zh in seen.text("#e1")
    assert ASKS[0].question.en not in seen.text("#e1")
    assert seen.page.title() == "分类器评估练习"
    seen.page.locator("[data-speak=en]").press("Enter")


def test_without_script_questions_and_solutions_are_read(opened, written_page):
    one = opened(written_page, java_script_enabled=False)
    assert ASKS[0].question.en in one.text("#e1")
    one.page.locator("#e1 summary").click()
    assert ASKS[0].explanation.en in one.text("#e1 details")
    assert not one.page.locator("#e1 input").is_visible()


@pytest.mark.parametrize("dress", ["light", "dark"])
def test_it_can_be_used_by_everyone(opened, written_page, dress):
    small = {"width": 375, "height": 740}
    one = opened(written_page, viewport=small, color_scheme=dress, bypass_csp=True)
    assert one.sideways() == 0
    assert serious(one) == {}


def test_paper_has_solutions_where_they_were_asked_for(opened, written_page, tmp_path):
    one = opened(written_page)
    one.page.emulate_media(media="print")
    assert one.page.locator("#e1 details p").first.is_visible()
    assert not one.page.locator("#e1 input").is_visible()
    plain = tmp_path / "plain.html"
    plain.write_text(page(ASKS[:2], 4, "zh"), encoding="utf-8")
    other = opened(plain)
    other.page.emulate_media(media="print")
    assert not other.page.locator("#e1 details p").first.is_visible()
    assert ASKS[0].question.zh in other.text("#e1")
