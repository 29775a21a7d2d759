"""--plot KIND=FILE: pictures of a result as SVG, PNG or PDF files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from veracity.cli.terminal.showing import print_written
from veracity.errors import refuse

if TYPE_CHECKING:
    from veracity.evaluation.single.plotting import PictureDrawer

ENDINGS = (".svg", ".png", ".pdf")


def asked_pictures(asked: tuple[str, ...], example: str) -> list[tuple[str, Path]]:
    """Kinds and files, refused before anything is read if they cannot be meant.

    `example`: a picture that this command draws, for the message.

    >>> asked_pictures(("raster=all.svg",), "raster")[0][0]
    'raster'
    """
    found = []
    for one in asked:
        kind, equals, file = one.partition("=")
        if not equals or not kind or Path(file).suffix.lower() not in ENDINGS:
            raise refuse(
                "plot_grammar", given=repr(one), endings=", ".join(ENDINGS), example=example
            )
        found.append((kind.strip(), Path(file)))
    return found


def write_pictures(drawer: PictureDrawer, asked: list[tuple[str, Path]]) -> None:
    """All pictures are made before the first is written; each file whole or not at all."""
    from veracity.files import written_whole
    from veracity.plots import as_pdf, as_png, as_svg

    made = [(path, drawer.picture(kind)) for kind, path in asked]
    for path, picture in made:
        ending = path.suffix.lower()
        if ending == ".svg":
            content = as_svg(picture).encode()
        else:
            content = as_pdf(picture) if ending == ".pdf" else as_png(picture)
        with written_whole(path) as stream:
            stream.write(content)
        print_written(str(path))
