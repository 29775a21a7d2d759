"""What a refusal must say: in English the words asked for, in Chinese a sentence as well."""

import re

import pytest

from veracity.errors import InputError


def refused(call, *words, error=InputError):
    """The English message of the error that `call` raises; every word given is in it."""
    with pytest.raises(error) as caught:
        call()
    text = caught.value.text
    for word in words:
        assert word in text.en, f"{word!r} is not in: {text.en}"
    assert any("\u4e00" <= character <= "\u9fff" for character in text.zh)
    assert not re.search("{[a-z_]+}", text.en + text.zh)
    return text.en
