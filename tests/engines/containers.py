"""The one data set in every container and every file: how to write it down."""

import csv
import gzip
import io
import json

import duckdb
import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset
import pyarrow.feather
import pyarrow.parquet

CONNECTION = duckdb.connect()  # older relations do not keep theirs open
ARROW = {
    "text": pa.string(),
    "int": pa.int64(),
    "float": pa.float64(),
    "float32": pa.float32(),
    "bool": pa.bool_(),
    "date": pa.date32(),
}
NULLABLE = {"text": "string", "int": "Int64", "float": "Float64", "float32": "Float32"}
NUMPY = {"int": np.int64, "float": np.float64, "float32": np.float32, "bool": np.bool_}
SPELLED = {"text": str, "int": str, "float": repr, "float32": repr, "bool": str, "date": str}


def arrow(table):
    return pa.table({name: pa.array(values, ARROW[kind]) for name, (kind, values) in table.items()})


def lists(table, folder):
    return {name: values for name, (_, values) in table.items()}


def arrays(table, folder):
    """Numpy where it has no trouble with nulls, else objects."""

    def built(kind, values):
        if kind == "float":
            return np.array(values, float)
        if kind in NUMPY and None not in values:
            return np.array(values, NUMPY[kind])
        return np.array(values, object)

    return {name: built(*column) for name, column in table.items()}


def pandas_plain(table, folder):
    return pd.DataFrame(
        {
            name: pd.Series(values, dtype=np.float32 if kind == "float32" else None)
            if kind != "int" or None not in values
            else pd.Series(values, dtype=object)
            for name, (kind, values) in table.items()
        }
    )


def pandas_nullable(table, folder):
    kinds = NULLABLE | {"bool": "boolean", "date": object}
    return pd.DataFrame({n: pd.Series(v, dtype=kinds[k]) for n, (k, v) in table.items()})


def pandas_categorical(table, folder):
    frame = pandas_plain(table, folder)
    texts = [name for name, (kind, _) in table.items() if kind in ("text", "bool")]
    return frame.astype(dict.fromkeys(texts, "category"))


def pandas_arrow(table, folder):
    return arrow(table).to_pandas(types_mapper=pd.ArrowDtype)


def polars_eager(table, folder):
    return pl.from_arrow(arrow(table))


def polars_categorical(table, folder):
    texts = [name for name, (kind, _) in table.items() if kind == "text"]
    return polars_eager(table, folder).with_columns(pl.col(texts).cast(pl.Categorical))


def polars_lazy(table, folder):
    return polars_categorical(table, folder).lazy()


def arrow_table(table, folder):
    half = len(next(iter(table.values()))[1]) // 2
    whole = arrow(table)
    return pa.concat_tables([whole.slice(0, half), whole.slice(half)])


def relation(table, folder):
    return CONNECTION.from_arrow(arrow(table))


def enum_relation(table, folder):
    names = [name for name, (kind, _) in table.items() if kind == "text"]
    columns = arrow(table)
    for name in names:
        index = columns.schema.get_field_index(name)
        columns = columns.set_column(index, name, columns.column(name).dictionary_encode())
    return CONNECTION.from_arrow(columns)


def arrow_dataset(table, folder):
    """Two files behind one dataset, as people have folders of Parquet."""
    (folder / "set").mkdir()
    for i, part in enumerate(_parts(table, 2)):
        pa.parquet.write_table(arrow(part), folder / "set" / f"{i}.parquet")
    return pa.dataset.dataset(folder / "set")


def other_lazy(table, folder):
    """Stands for Spark, Dask and Ibis: rows without an order, behind narwhals."""
    return nw.from_native(relation(table, folder))


def _lines(table, delimiter, newline="\n", quoting=csv.QUOTE_MINIMAL):
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=newline, quoting=quoting)
    writer.writerow(table)
    spelled = [["" if v is None else SPELLED[k](v) for v in column] for k, column in table.values()]
    writer.writerows(zip(*spelled, strict=True))
    return text.getvalue()


def _written(folder, name, text):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def csv_file(table, folder):
    return _written(folder, "it's 100% [odd] *.csv", _lines(table, ","))


def csv_windows(table, folder):
    return str(_written(folder, "w.csv", "\ufeff" + _lines(table, ";", "\r\n", csv.QUOTE_ALL)))


def tsv_file(table, folder):
    return _written(folder, "t.tsv", _lines(table, "\t"))


def pipe_file(table, folder):
    return _written(folder, "read only once", _lines(table, "|"))


def csv_gz(table, folder):
    return _written(folder, "c.csv.gz", gzip.compress(_lines(table, ",").encode()))


def parquet_file(table, folder):
    """Small row groups, so that statistics are many."""
    path = folder / "arrow's.parquet"
    pa.parquet.write_table(arrow(table), path, row_group_size=100)
    return path


def parquet_of_duckdb(table, folder):
    path = folder / "duck.parquet"
    CONNECTION.from_arrow(arrow(table)).write_parquet(str(path))
    return path


def _records(table, rows):
    spelled = {n: [str(v) if k == "date" and v else v for v in c] for n, (k, c) in table.items()}
    return [{name: column[i] for name, column in spelled.items()} for i in rows]


def json_lines(table, folder):
    rows = range(len(next(iter(table.values()))[1]))
    text = "\n".join(json.dumps(r, ensure_ascii=r["int"] == 0) for r in _records(table, rows))
    return _written(folder, "j.jsonl", text)


def json_array(table, folder):
    rows = range(len(next(iter(table.values()))[1]))
    return _written(folder, "j.json", json.dumps(_records(table, rows), indent=1))


def arrow_file(table, folder):
    path = folder / "a.arrow"
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, arrow(table).schema) as out:
        out.write_table(arrow(table), max_chunksize=100)
    return path


def feather_file(table, folder):
    path = folder / "f.feather"
    columns = arrow(table)
    index = columns.schema.get_field_index("text")
    columns = columns.set_column(index, "text", columns.column("text").dictionary_encode())
    pa.feather.write_feather(columns, str(path))
    return path


def _parts(table, pieces=3):
    rows = len(next(iter(table.values()))[1])
    size = rows // pieces + 1
    for start in range(0, rows, size):
        yield {name: (kind, v[start : start + size]) for name, (kind, v) in table.items()}


def csv_parts(table, folder):
    """Parts with columns in another order and another delimiter."""
    for i, part in enumerate(_parts(table)):
        turned = dict(reversed(part.items())) if i == 1 else part
        _written(folder, f"part-{i}.csv", _lines(turned, ";" if i == 2 else ","))
    return str(folder / "part-*.csv")


def parquet_parts(table, folder):
    """Parts whose integers are not of the same type, in folders that look like keys."""
    paths = []
    for i, part in enumerate(_parts(table)):
        path = folder / f"int={i}" / "p.parquet"
        path.parent.mkdir()
        columns = arrow(part)
        if i == 1:
            index = columns.schema.get_field_index("patient")
            columns = columns.set_column(index, "patient", columns["patient"].cast(pa.float32()))
            columns = columns.select(columns.schema.names[::-1])
        pa.parquet.write_table(columns, path)
        paths.append(path)
    return paths


def arrow_parts(table, folder):
    for i, part in enumerate(_parts(table)):
        pa.feather.write_feather(arrow(part), str(folder / f"{i}.feather"))
    return folder / "*.feather"


IN_MEMORY = [
    lists,
    arrays,
    pandas_plain,
    pandas_nullable,
    pandas_categorical,
    pandas_arrow,
    polars_eager,
    polars_categorical,
    polars_lazy,
    arrow_table,
    relation,
    enum_relation,
    other_lazy,
    arrow_dataset,
]
TEXT_FILES = [
    csv_file,
    csv_windows,
    tsv_file,
    pipe_file,
    csv_gz,
    csv_parts,
    json_lines,
    json_array,
]
TYPED_FILES = [
    parquet_file,
    parquet_of_duckdb,
    parquet_parts,
    arrow_file,
    feather_file,
    arrow_parts,
]
EVERY = [*IN_MEMORY, *TEXT_FILES, *TYPED_FILES]
