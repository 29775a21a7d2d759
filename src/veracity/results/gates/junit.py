"""Requirements as JUnit XML, the form in which build servers read the results of tests.

The elements are those that Jenkins, GitLab and GitHub actions read: `testsuites`, `testsuite`
with counts, `testcase` with `failure` inside where it is not passed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from veracity.results.gates.requirement import Requirement
from veracity.words import Language

# What XML 1.0 cannot hold even when it is escaped.
NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(requirements: Sequence[Requirement], language: Language) -> str:
    """One suite, one case for each requirement, the sentence in each case that did not pass."""
    from xml.etree import ElementTree as Xml

    counts = {
        "name": "veracity",
        "tests": str(len(requirements)),
        "failures": str(sum(one.state != "pass" for one in requirements)),
        "errors": "0",
        "skipped": "0",
    }
    root = Xml.Element("testsuites", counts)
    suite = Xml.SubElement(root, "testsuite", counts)
    for one in requirements:
        names = {"classname": "veracity.check", "name": _clean(one.text.within(language))}
        case = Xml.SubElement(suite, "testcase", {**names, "time": "0"})
        sentence = _clean(one.sentence.within(language))
        if one.state == "pass":
            Xml.SubElement(case, "system-out").text = sentence
        else:
            facts = {"type": one.state, "message": sentence}
            Xml.SubElement(case, "failure", facts).text = sentence
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(root, encoding="unicode")}\n'


def _clean(text: str) -> str:
    return NOT_IN_XML.sub("�", text)
