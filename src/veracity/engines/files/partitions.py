"""Hive partitions: folders called key=value, whose keys are columns of the files in them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from veracity.engines.files.paths import File

NULL = "__HIVE_DEFAULT_PARTITION__"
FILENAME = "veracity_file"  # the column in which a reader tells the file of a row
FROM_FILE = f"hive_partitioning = false, filename = '{FILENAME}'"  # of every reader
_FOLDER = re.compile(r"[^=]+=.*", re.DOTALL)


def partition_keys(file: File) -> list[str]:
    """The keys of the folders that a file lies in, each once.

    >>> partition_keys(File("/data/site=A/fold=1/rows.parquet", "rows.parquet", "parquet"))
    ['site', 'fold']
    """
    folders = re.split(r"[/\\]", file.path)[:-1]
    return list(dict.fromkeys(one.split("=")[0] for one in folders if _FOLDER.fullmatch(one)))


def with_partitions(names: Iterable[str], file: File) -> list[str]:
    """The columns of a file, and behind them those that its folders add."""
    own = list(names)
    return [*own, *(key for key in partition_keys(file) if key not in own)]


def partition_sql(key: str) -> str:
    """The value of the folder that a row's file lies in, as text; null in the null partition."""
    pattern = rf"[/\\]{re.escape(key)}=([^/\\]*)[/\\]".replace("'", "''")
    value = f"url_decode(regexp_extract({FILENAME}, '{pattern}', 1))"
    return f"nullif(nullif({value}, '{NULL}'), '')"
