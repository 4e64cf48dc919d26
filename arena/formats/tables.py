"""Tables of decisions written as CSV and parquet, a batch at a time: memory does not grow with the games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from arena.errors import USAGE, RunError
from arena.formats.decisions import COLUMNS, Row, Type

BATCH: Final = 10_000  # rows of a parquet row group
INSTALL: Final = "--format parquet needs pyarrow: pip install 'pitch-arena[parquet]'"


def csv_lines(rows: Iterable[Row]) -> Iterator[bytes]:
    """Yield the table as CSV (RFC 4180, UTF-8, LF), the names of the columns first."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in COLUMNS])
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


def _cell(value: object) -> object:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return round(value, 6) if isinstance(value, float) else value


def write_parquet(rows: Iterator[Row], file: IO[bytes] | Path) -> int:
    """Write the table and return the number of rows. RunError without pyarrow."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise RunError(INSTALL, exit_status=USAGE) from None
    schema = pa.schema([pa.field(column.name, _type(pa, column.type)) for column in COLUMNS])
    count = 0
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(rows, BATCH)):
            writer.write_table(pa.table(_arrays(pa, batch, schema), schema=schema))
            count += len(batch)
    return count


def _type(pa: Any, kind: Type) -> Any:
    match kind:
        case Type.TEXT:
            return pa.string()
        case Type.NUMBER:
            return pa.int32()
        case Type.SHARE:
            return pa.float64()
        case Type.TEXTS:
            return pa.list_(pa.string())
        case Type.NUMBERS:
            return pa.list_(pa.int32())


def _arrays(pa: Any, batch: Sequence[Row], schema: Any) -> list[Any]:
    return [
        pa.array(list(values), type=field.type) for values, field in zip(zip(*batch, strict=True), schema, strict=True)
    ]
