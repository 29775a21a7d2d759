"""All rules side by side: sensitivity and precision with intervals, false alarms in figures."""

from __future__ import annotations

from collections.abc import Mapping

from veracity.metrics.event_figures.figures import EVENT_FIGURES
from veracity.plots.picture.picture import Axis, Layer, Picture, Words
from veracity.plots.picture.rows import BESIDE, down, figures, height, whiskers
from veracity.results import Estimate, percent
from veracity.words import Text

TITLE = Text("The same detections under every rule", "同一批检测在各规则下")
NO_RULES = Text("There is no rule.", "没有规则。")
SHARES = ("sensitivity", "precision")
RATE = "false_alarms_per_day"
LIMITS = (-0.02, 1.02)


def rules_picture(rules: Mapping[str, Mapping[str, Estimate]]) -> Picture:
    """A row for each rule, in the order given; where a rule counts no alarms there is a dash."""
    names = [Text(name, name) for name in rules]
    level = next((percent(one["sensitivity"].level) for one in rules.values()), "")
    axis = Axis(Text(f"Share, {level} interval", f"比例及 {level} 区间"), LIMITS)
    blank = Picture(
        "event-rules", TITLE, axis, down(names), size=(6.0, height(len(names), 0.4)), grid="x"
    )
    if not rules:
        return blank.saying(NO_RULES)
    layers: list[Layer] = [
        whiskers(
            key,
            [one[key] for one in rules.values()],
            (0.0, 1.0),
            shift=shift,
            label=EVENT_FIGURES[key].names,
            tone=tone,
        )
        for tone, (key, shift) in enumerate(zip(SHARES, (-0.14, 0.14), strict=True))
    ]
    rates = [one[RATE] for one in rules.values()]
    texts = [Text(str(one), str(one)) if one.defined else Text("—", "—") for one in rates]
    head = EVENT_FIGURES[RATE].names
    layers += figures(rates, texts)
    layers.append(Words("head", BESIDE, -0.5, head, up="bottom", within="row"))
    return blank.of(layers)
