"""--fold: out-of-fold predictions in a file, shown as a cross-validation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from veracity.errors import refuse

if TYPE_CHECKING:
    from veracity.evaluation import CrossValidation

KEYS = ("repeat", "fold")


def fold_columns(given: tuple[str, ...]) -> str | dict[str, str]:
    """The column of folds, or those of repeats and folds by name.

    >>> fold_columns(("f",)), fold_columns(("repeat=r", "fold=f"))
    ('f', {'repeat': 'r', 'fold': 'f'})
    """
    if len(given) == 1 and not given[0].startswith(("repeat=", "fold=")):
        return given[0]
    pairs = dict(one.partition("=")[::2] for one in given)
    if set(pairs) != set(KEYS) or len(given) != 2:
        raise refuse("fold_options", given=" ".join(given))
    return pairs


def show_folds(
    folds: tuple[str, ...],
    request: dict[str, Any],
    prevalences: tuple[float, ...],
    reports: tuple[str, ...],
    save: str | None,
    pictures: list[tuple[str, Path]],
    title: str | None,
    *,
    form: str,
    **display: bool,
) -> None:
    """Read, keep, draw and print; figures asked for by name are means over folds."""
    from veracity.cli.terminal.plotting import write_pictures
    from veracity.cli.terminal.reading import read_evaluation
    from veracity.cli.terminal.showing import keep, show, write_reports
    from veracity.cli.terminal.single_figures import print_estimates

    if prevalences:
        raise refuse("fold_without", option="--at-prevalence")
    read: Any = read_evaluation(**request, fold=fold_columns(folds))
    cv = cast("CrossValidation", read)
    named: dict[str, Any] = {"title": Path(request["file"]).name if title is None else title}
    if save is not None:
        keep(cv, save)
    if pictures:
        write_pictures(cv.plot, pictures)
    if request["metrics"] and form in ("text", "json") and not display["every"]:
        write_reports(cv, reports, opened=display["opened"], **named)
        print_estimates(cv.mean, request["metrics"], form, verbose=display["verbose"])
        return
    show(cv, form, reports, None, **display, **named)
