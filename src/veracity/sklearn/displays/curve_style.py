"""How curves are drawn: style by any of matplotlib's names, labels of legends, several curves."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Style: TypeAlias = Mapping[str, Any]
Styles: TypeAlias = Style | list[dict[str, Any]] | None
SHORT = {
    "ls": "linestyle",
    "c": "color",
    "ec": "edgecolor",
    "fc": "facecolor",
    "lw": "linewidth",
    "mec": "markeredgecolor",
    "mfcalt": "markerfacecoloralt",
    "ms": "markersize",
    "mew": "markeredgewidth",
    "mfc": "markerfacecolor",
    "aa": "antialiased",
    "ds": "drawstyle",
    "font": "fontproperties",
    "family": "fontfamily",
    "name": "fontname",
    "size": "fontsize",
    "stretch": "fontstretch",
    "style": "fontstyle",
    "variant": "fontvariant",
    "weight": "fontweight",
    "ha": "horizontalalignment",
    "va": "verticalalignment",
    "ma": "multialignment",
}
SEVERAL = {"alpha": 0.5, "linestyle": "--", "color": "blue"}


def styled(usual: Style, given: Style | None) -> dict[str, Any]:
    """The usual style, changed by what was given under its long or its short name.

    >>> styled({"color": "k", "linestyle": "--"}, {"c": "b"})
    {'color': 'b', 'linestyle': '--'}
    """
    given = given or {}
    for short, long in SHORT.items():
        if short in given and long in given:
            raise TypeError(f"Got both {short} and {long}, which are aliases of one another")
    return {**usual, **{SHORT.get(key, key): value for key, value in given.items()}}


def as_list(values: Any | list[Any] | None) -> list[Any] | None:
    """A list of one where it is none."""
    return values if values is None or isinstance(values, list) else [values]


def same_lengths(
    required: Mapping[str, Any],
    optional: Mapping[str, Any],
    name: str | list[str] | None,
    display: str,
) -> None:
    """Refuse lists of different length of one display; several names are a list too."""
    if isinstance(name, list) and len(name) != 1:
        optional = {**optional, "'name' (or self.name)": name}
    lists = {**required, **{key: one for key, one in optional.items() if isinstance(one, list)}}
    if len({len(one) for one in lists.values()}) < 2:
        return
    *first, last = lists
    plotted = " (or `plot`)" if "'name' (or self.name)" in lists else ""
    lengths = ", ".join(f"{key}: {len(one)}" for key, one in lists.items())
    raise ValueError(
        f"{', '.join(first)} and {last} from `{display}` initialization{plotted}, should all be "
        f"lists of the same length. Got: {lengths}"
    )


def legend_label(value: float | None, name: str | None, metric: str) -> str | None:
    """The entry of a curve in the legend: its name, the value of its metric, or both."""
    if value is None:
        return name
    value_text = f"{metric} = {value:0.2f}"
    return value_text if name is None else f"{name} ({value_text})"


def curve_styles(
    count: int,
    name: str | list[Any] | None,
    values: Sequence[float] | None,
    metric: str,
    given: Styles,
    usual: Style | None = None,
    old: Style | None = None,
) -> list[dict[str, Any]]:
    """The style of each curve with its label; several drawn alike have one label, of their mean."""
    if old:
        if given:
            raise ValueError(
                "Cannot provide both `curve_kwargs` and `kwargs`. `**kwargs` is deprecated and "
                "will be removed in 1.11. Pass all matplotlib arguments to `curve_kwargs` as a "
                "dictionary."
            )
        warnings.warn(
            "`**kwargs` is deprecated and will be removed in 1.11. Pass all matplotlib arguments "
            "to `curve_kwargs` as a dictionary instead.",
            FutureWarning,
            stacklevel=4,
        )
        given = old
    if isinstance(given, list) and len(given) != count:
        raise ValueError(
            f"`curve_kwargs` must be None, a dictionary or a list of length {count}. Got: {given}."
        )
    several_names = isinstance(name, list) and len(name) != 1
    if several_names and not isinstance(given, list):
        raise ValueError(
            "To avoid labeling individual curves that have the same appearance, `curve_kwargs` "
            f"should be a list of {count} dictionaries. Alternatively, set `name` to `None` or a "
            "single string to label a single legend entry for all curves."
        )
    names = as_list(name) or [None]
    names = names * count if len(names) == 1 else names
    styles = given if isinstance(given, list) else [dict(given or {})] * count
    base = {**(usual or {}), **(SEVERAL if count > 1 else {})}
    if count > 1 and not isinstance(given, list):
        labels = [_label_of_mean(values, names[0], metric), *[None] * (count - 1)]
    else:
        each = [None] * count if values is None else list(values)
        labels = [legend_label(v, n, metric) for v, n in zip(each, names, strict=True)]
    return [
        styled({"label": label, **base}, style) for label, style in zip(labels, styles, strict=True)
    ]


def _label_of_mean(values: Sequence[float] | None, name: str | None, metric: str) -> str | None:
    if not values:
        return name
    label = legend_label(float(np.mean(values)), name, metric) or ""
    spread = f" +/- {np.std(values):0.2f}"
    return f"{label}{spread}" if name is None else f"{label[:-1]}{spread})"


def despined(ax: Axes) -> None:
    """Without the lines at the top and at the right; the others end at 0 and 1."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        ax.spines[side].set_bounds(0, 1)
