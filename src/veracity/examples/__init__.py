"""The data that veracity ships with, and what it says about itself.

`veracity.examples` is at once this room and the public function. Whoever imports the room puts
it instead of the function, so the room can be called as well.

>>> import veracity.examples
>>> veracity.examples() == veracity.examples.examples()
True
"""

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from veracity.deprecated import Renamed, renamed
from veracity.examples.about import About, ExampleColumn, describe, examples

__all__ = ["About", "ExampleColumn", "describe", "examples"]


class _Callable(ModuleType):
    def __call__(self) -> dict[str, Path]:
        return examples()


sys.modules[__name__].__class__ = _Callable

if TYPE_CHECKING:
    Column = ExampleColumn
else:
    __getattr__ = renamed(__name__, {"Column": Renamed("ExampleColumn", removed_in="0.3.0")})
