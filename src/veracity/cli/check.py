"""`veracity check`: requirements met, refuted, or not enough data to say."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from veracity.cli.options import measuring_briefly, speaking
from veracity.cli.reading import columns, scores
from veracity.cli.spoken_help import Spoken, option

if TYPE_CHECKING:
    from veracity.evaluation import Evaluation


@click.command("check", cls=Spoken, help="help_check")
@columns
@option("--pred", "y_pred", text="help_pred", metavar="COL")
@scores
@option("--threshold", text="help_threshold", type=float)
@option("--group", text="help_group", multiple=True, metavar="COL")
@option("--require", "requirements", text="help_require", multiple=True, metavar="RULE")
@option("--baseline", text="help_baseline", metavar="SAVED")
@option("--margin", text="help_margin", type=float)
@option("--junit", text="help_junit", metavar="FILE")
@option(
    "--format",
    "form",
    text="help_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
)
@measuring_briefly
@speaking
def command(
    requirements: tuple[str, ...],
    baseline: str | None,
    margin: float | None,
    junit: str | None,
    form: str,
    **request: Any,
) -> None:
    """Judge the predictions in a file, or statistics that were saved, against requirements."""
    from veracity.cli.showing import print_wrapped, told
    from veracity.evaluation.checking import check, conditions_of
    from veracity.files import written_whole

    conditions_of(requirements)  # a slip of the pen is found before a large file is read
    verdict = check(_evaluation(request), requirements, baseline=baseline, margin=margin)
    if junit is not None:
        with written_whole(junit) as stream:
            stream.write(verdict.to_junit().encode())
        told(junit)
    if form == "json":
        click.echo(verdict.to_json())
    else:
        print_wrapped(verdict.text())
    sys.exit(verdict.exit_code)


def _evaluation(request: dict[str, Any]) -> Evaluation:
    """What the options read; without --true the file holds statistics that were saved."""
    from veracity.cli.reading import read_evaluation
    from veracity.errors import refuse
    from veracity.evaluation import load

    if request["y_true"] is not None:
        return read_evaluation(**request)
    context = click.get_current_context()
    told = click.core.ParameterSource.COMMANDLINE
    useless = [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name in request
        and parameter.name != "file"
        and context.get_parameter_source(parameter.name) == told
    ]
    if useless:
        raise refuse("check_saved_with_options", options=", ".join(useless))
    return load(request["file"])


for _parameter in command.params:  # saved statistics need no column
    if _parameter.name == "y_true":
        _parameter.required = False
