"""`veracity practice`: exercises with generated numbers, asked here, on a page or on a sheet."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING

import click

from veracity.cli.terminal.options import speaking
from veracity.cli.terminal.spoken_help import Spoken, option
from veracity.practice.catalogue import LEVELS, TOPICS

if TYPE_CHECKING:
    from veracity.practice.exercise import Question
    from veracity.practice.progress import Learner

HIGHEST_SEED = 10_000
HERE, ON_PAPER = 5, 20  # exercises by default: of a sitting, of a sheet or page


@click.command("practice", cls=Spoken, help="help_practice")
@option("--topic", text="help_practice_topic", type=click.Choice(list(TOPICS)))
@option("--level", text="help_practice_level", type=click.Choice([str(one) for one in LEVELS]))
@option("--number", text="help_practice_number", type=int)
@option("--seed", text="help_practice_seed", type=int)
@option("--progress", text="help_practice_progress", metavar="FILE")
@option("--sheet", text="help_practice_sheet", metavar="FILE")
@option("--solutions", text="help_practice_solutions", is_flag=True)
@option("--page", text="help_practice_page", metavar="FILE")
@speaking
def command(
    topic: str | None,
    level: str | None,
    number: int | None,
    seed: int | None,
    progress: str | None,
    sheet: str | None,
    solutions: bool,
    page: str | None,
) -> None:
    """Ask, or write what asks."""
    from veracity.errors import refuse
    from veracity.practice.catalogue import chosen
    from veracity.practice.progress import Learner

    if solutions and sheet is None and page is None:
        raise refuse("practice_solutions_alone")
    held = Learner.read(progress)
    seed = secrets.randbelow(HIGHEST_SEED) if seed is None else seed
    number = number if number is not None else (HERE if sheet is page is None else ON_PAPER)
    asks = chosen(topic, None if level is None else int(level), number, seed, held.known)
    if sheet is None and page is None:
        _sit(asks, seed, held)
        return
    from veracity.cli.terminal.showing import print_written
    from veracity.files import written_whole
    from veracity.practice import page as pages
    from veracity.practice import sheet as sheets
    from veracity.words import current

    for path, write in ((sheet, sheets.sheet), (page, pages.page)):
        if path is not None:
            text = write(asks, seed, current(), solutions=solutions)
            with written_whole(path) as stream:
                stream.write(text.encode())
            print_written(path)


def _sit(asks: list[Question], seed: int, held: Learner) -> None:
    """Ask in the terminal until all is answered or nothing more is typed."""
    from veracity.practice.asking import sit
    from veracity.words import spoken

    click.echo(spoken("practice_lead", n=len(asks), seed=seed))
    done = sit(asks, held, click.echo, _listen)
    if done.done:
        click.echo("\n" + spoken("practice_score", right=done.right, done=done.done))
    if held.path is not None:
        click.echo(spoken("practice_kept", path=held.path, given=held.given))


def _listen() -> str | None:
    """The next line that is typed; None where there is none."""
    click.echo("> ", nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        click.echo()
        return None
    if not sys.stdin.isatty():  # nobody typed it here, so it is echoed
        click.echo(line.rstrip("\n"))
    return line
