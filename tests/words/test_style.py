"""The pairs of the style guide: what stands under "after" is what the program says."""

import re
import tomllib
from pathlib import Path

import veracity

ROOT = Path(__file__).parents[2]
MESSAGES = tomllib.loads(
    (Path(veracity.__file__).parent / "words/messages.toml").read_text("utf-8")
)
ROW = re.compile(r"^\| \d+ \| (.+?) \| (.+?) \| (.+?) \|$", re.M)
KEY = re.compile(r"\(`(\w+)`\)$")


def test_twenty_pairs_in_each_language_and_every_after_still_stands():
    english, chinese = (ROOT / "docs/style.md").read_text("utf-8").split("### 中文")
    for language, part in (("en", english), ("zh", chinese)):
        pairs = ROW.findall(part)
        assert len(pairs) >= 20, language
        keyed = [(KEY.search(why), before, after) for before, after, why in pairs]
        assert sum(found is not None for found, _, _ in keyed) >= 6
        for found, before, after in keyed:
            assert before != after
            if found:
                assert MESSAGES[found[1]][language] == after.replace("\\|", "|")
