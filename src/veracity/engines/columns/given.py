"""What a user may give: a column, and what holds columns by name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence, Sized
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from narwhals.typing import IntoDataFrame, IntoLazyFrame

# A list, a tuple, an array or a Series of any package; with a source, the name of a column.
ColumnLike: TypeAlias = Sized
FilePath: TypeAlias = str | os.PathLike[str]
Files: TypeAlias = FilePath | Sequence[FilePath]
# Paths or globs of files, a mapping of columns, a data frame, a lazy table or a relation.
Source: TypeAlias = "Files | Mapping[str, ColumnLike] | IntoDataFrame | IntoLazyFrame"
