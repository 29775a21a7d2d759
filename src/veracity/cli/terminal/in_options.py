"""Messages of the library in the words of the command line: options, not Python calls."""

from __future__ import annotations

import ast
import datetime
import re
import shlex
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from veracity.cli.terminal.row_numbers import as_in_the_file
from veracity.words.messages import entries

KNOWN: ContextVar[frozenset[str]] = ContextVar("KNOWN", default=frozenset())  # of the command
OPTIONS = {  # arguments whose option is called otherwise
    "y_true": "--true",
    "y_pred": "--pred",
    "y_score": "--score",
    "y_proba": "--proba",
    "labels": "--label",
    "sample_weight": "--weight",
    "metrics": "--metric",
    "confidence_level": "--level",
    "n_resamples": "--resamples",
    "random_state": "--seed",
    "rules": "--rule",
}
ALWAYS = (  # wherever a message speaks of them
    *("pos_label", "threshold", "cluster", "group", "weight_kind", "resolution"),
    *("maximize", "assurance", "min_recall", "min_precision", "max_fpr", "max_alarms"),
    *("cost_fp", "cost_fn", "optimism_by"),
)
BARE = (  # also without an equals sign
    *("y_true", "y_pred", "y_score", "y_proba", "pos_label", "sample_weight", "weight_kind"),
    *("min_recall", "min_precision", "max_fpr", "max_alarms", "optimism_by"),
    *("n_resamples", "random_state", "confidence_level"),
)
ARGUMENT = re.compile(
    r"(?<!['\"\w.\-])([a-z_]+)=(?:\"([\w.{}]+)\"|([\w{…][\w.}…]*|'[^']*'|[(\[][^)\]]*[)\]]))?"
)


def as_options(message: str) -> str:
    """A message of the library in the words of the command line.

    >>> as_options("Name them: labels=['no', 'no '] (command line: --label, once for each).")
    "Name them: --label no --label 'no '."
    >>> as_options("There are no groups: pass group=. Found: 'group=a'.")
    "There are no groups: pass --group. Found: 'group=a'."
    >>> as_options('With threshold=0.3 or weight_kind="frequency", not tp=4.')
    'With --threshold 0.3 or --weight-kind frequency, not tp=4.'
    >>> as_options("Which of datetime.date(2024, 1, 1), 'no' is positive?")
    "Which of '2024-01-01', 'no' is positive?"
    """
    message = MOMENT.sub(_moment, as_in_the_file(message))
    for pattern, option in REWRITTEN:
        message = re.sub(pattern, option, message)
    for python, words in entries("options.toml").items():
        whole = "" if python[0] in ", `，" else r"(?<!['\w])"
        message = words.join(re.split(whole + re.escape(python), message))
    message = ARGUMENT.sub(_argument, message)
    return BARE_NAMES.sub(lambda found: _option(found[0]) or found[0], message)


def _argument(found: re.Match[str]) -> str:
    """name="value" or name=value as an option and its value, where there is such an option."""
    option = _option(found[1])
    if option is None:
        return found[0]
    value = found[2] or found[3]
    return option if value is None else f"{option} {value}"


def _option(name: str) -> str | None:
    if name == "confidence_level" and "--confidence" in KNOWN.get():
        return "--confidence"
    if name in OPTIONS:
        return OPTIONS[name]
    option = f"--{name.replace('_', '-')}"
    return option if name in ALWAYS or option in KNOWN.get() else None


def _label_options(found: re.Match[str]) -> str:
    """A list of labels as options that a shell understands, also where one holds a blank."""
    try:
        labels = ast.literal_eval(f"[{found[1]}]")
    except (SyntaxError, ValueError):  # a list that goes on
        return "--label … --label …"
    return " ".join(f"--label {shlex.quote(str(label))}" for label in labels)


def _moment(found: re.Match[str]) -> str:
    """A date or a time as ISO text, which can be typed; as Python writes it where it is odd."""
    numbers: Any = [int(number) for number in found[2].split(", ")]
    zone = datetime.UTC if found[3] else None
    try:
        if found[1] == "date":
            return repr(str(datetime.date(*numbers)))
        return repr(str(datetime.datetime(*numbers).replace(tzinfo=zone)))
    except (TypeError, ValueError):
        return found[0]


def _from_one(found: re.Match[str]) -> str:
    """Events are counted from 1, as people do."""
    return found[0].replace(found[1], str(int(found[1]) + 1)).replace(found[2], "")


MOMENT = re.compile(
    r"datetime\.(date|datetime)\((\d+(?:, \d+)+)"
    r"(, tzinfo=(?:datetime\.timezone\.utc|zoneinfo\.ZoneInfo\(key='UTC'\)|<UTC>))?\)"
)
BARE_NAMES = re.compile(rf"(?<!['\"\w.\-])(?:{'|'.join(BARE)})(?![\w'\"=(])")
REWRITTEN: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"labels=\[(.*?)\](?: \(command line: [^)]*\)|（命令行：[^）]*）)", _label_options),
    (r"labels=\[([^][…a-z负]*)\]", _label_options),
    (r"If so, map them: .*?\. (?=If the classes differ)", "If so, write them alike in the file. "),
    (r"如果是这样，请写明：.*?。(?=如果它们)", "如果是这样，请在文件中写成一样。"),
    (r"y_proba=\{(?:label: column|标签: 列)\}", "--proba LABEL=COLUMN --proba LABEL=COLUMN …"),
    (r"event (\d+)( \(counted from 0\))", _from_one),
    (r"第 (\d+) 个(（从 0 数起）)", _from_one),
    (r", or use ev\.at\(threshold\)\[[^]]*\]; ev\.choose\([^)]*\)", "; veracity threshold"),
    (r"，或使用 ev\.at\(threshold\)\[[^]]*\]；ev\.choose\([^)]*\)", "；veracity threshold"),
    (r",? or (?:use )?ev\.at\(threshold\)(?:\.\w+\(\))?[^.;]*", ""),
    (r"，或(?:先|使)?用 ev\.at\(threshold\)[^。；]*", ""),
    (r"; with several classes use ev\.by_class\[label\]", ""),
    (r"；若有多个类别，请用 ev\.by_class\[标签\] 逐类绘制", ""),
    (r', or one class: by_class\[label\]\["[^"]*"\]', "; --format json has each class"),
    (r'，或某一类的值：by_class\[label\]\["[^"]*"\]', "；--format json 含各类的值"),
    (r'Use by_class\[label\]\["[^"]*"\], or metrics', "Use metrics"),
    (r'请询问某一类的值 by_class\[label\]\["[^"]*"\]，或读取', "请使用"),
    (r"(?:: |：)by_class\[label\](?=[.。])", ""),
    (r"`?ev\.choose(?:\([^)]*\))?`?", "veracity threshold"),
    (r"`?vc\.recalibrate\(\.\.\.\)(?:\.at_prevalence)?`?", "veracity recalibrate"),
)
