"""What a refusal must say: the words asked for in English, and a sentence in Chinese."""

import re
from collections.abc import Callable

import pytest

from veracity.errors import InputError, VeracityError


def refused(
    call: Callable[[], object], *words: str, error: type[VeracityError] = InputError
) -> str:
    """The English message of the error that `call` raises; every word given is in it."""
    with pytest.raises(error) as caught:
        call()
    text = caught.value.text
    for word in words:
        assert word in text.en, f"{word!r} is not in: {text.en}"
    assert re.search("[\u4e00-\u9fff]", text.zh), text.zh
    assert not re.search(r"{\w+}", text.en + text.zh)
    return text.en
