"""Shares as people type them: 0.01, or 1%."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from veracity.errors import refuse
from veracity.words import spoken

if TYPE_CHECKING:
    Number = click.ParamType[float]
else:
    Number = click.ParamType  # older versions of click take no type


class Share(Number):
    """A number, or a percentage; `strict` refuses what could be either, `most` what is more."""

    name = "share"

    def __init__(self, *, strict: bool = True, most: float = math.inf) -> None:
        self.strict = strict
        self.most = most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number that is meant."""
        text = str(value).strip()
        percent = text.endswith(("%", "％"))
        try:
            number = float(text.rstrip("%％ "))
        except ValueError:
            self.fail(spoken("not_a_share", given=repr(value)), param, ctx)
        if percent:
            return number / 100
        if self.strict and number >= 1:
            option = param.opts[0] if param is not None else ""
            facts = {"option": option, "given": text, "number": f"{number:.10g}"}
            raise refuse("share_two_readings", share=f"{number / 100:.10g}", **facts)
        if number > self.most:
            facts = {"option": param.opts[0] if param is not None else "", "given": text}
            raise refuse("share_above_one", share=f"{number / 100:.10g}", **facts)
        return number


SHARE = Share()  # of a population: 1 would be everybody
RATE = Share(strict=False, most=1.0)  # 1 is all of them, which may be asked for
AMOUNT = Share(strict=False)  # of a metric, which may go beyond 1
THRESHOLD = Share(strict=False)
