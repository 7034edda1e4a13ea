"""What is printed, read from `data/` into frozen records and checked record by record.

A folder of the user's own may be laid over `data/`: a record there replaces the one of the same name. A record
that cannot be read is left out and reported with file, line, field and reason; the rest goes on without it.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

R = TypeVar("R", bound=Struct)

FOLDERS: list[Path] = [Path(__file__).resolve().parents[2] / "data"]
"""Where records are looked for; a later folder lies over an earlier one."""


class Problem(Struct, frozen=True):
    """Something wrong in a data file. `line` counts from 1; 0 is the file as a whole."""

    file: str
    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.field}: {self.reason}" if self.field else f"{place}: {self.reason}"


def tables(path: str, kinds: dict[str, type[Struct]], problems: list[Problem]) -> dict[str, dict[str, Any]]:
    """Read the tables of records of one TOML file, such as {"vehicles": {"t34": Vehicle(...)}}."""
    found: dict[str, dict[str, Any]] = {table: {} for table in kinds}
    for file in _layers(path):
        content = _parse(file, problems)
        for table, records in content.items():
            if table not in kinds or not isinstance(records, dict):
                place = _line(file, (table,))
                problems.append(Problem(str(file), place, table, f"expected one of {', '.join(kinds)}"))
                continue
            for key, raw in records.items():
                record = _convert(raw, kinds[table], file, (table, key), problems)
                if record is not None:
                    found[table][key] = record
    return found


def one(path: str, kind: type[R], problems: list[Problem]) -> R | None:
    """Read a file that is a single record of tables; a table of a later layer replaces the earlier one."""
    merged: dict[str, Any] = {}
    file = Path(path)
    for file in _layers(path):
        merged |= _parse(file, problems)
    return _convert(merged, kind, file, (), problems)


def folder(path: str, kind: type[R], problems: list[Problem]) -> dict[str, R]:
    """Read a folder of TOML or JSON files, a record each, named by its file."""
    files = {
        file.stem: file
        for top in FOLDERS
        for file in sorted((top / path).glob("*"))
        if file.suffix in (".toml", ".json")
    }
    found = {}
    for key, file in files.items():
        before = len(problems)
        content = _parse(file, problems)
        if len(problems) == before:
            record = _convert(content, kind, file, (), problems)
            if record is not None:
                found[key] = record
    return found


def rows(path: str, kind: type[R], problems: list[Problem]) -> list[R]:
    """Read a TSV file with a heading, a record a line."""
    found = []
    for file in _layers(path):
        with file.open(encoding="utf-8", newline="") as text:
            reader = csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE)
            for row in reader:
                try:
                    found.append(msgspec.convert(row, kind))
                except msgspec.ValidationError as error:
                    field, reason = _field(str(error))
                    problems.append(Problem(str(file), reader.line_num, ".".join(field), reason))
    return found


def problem(path: str, keys: Iterable[str], reason: str) -> Problem:
    """Report what a check across records found, at the line of the record in its topmost layer."""
    keys = tuple(keys)
    files = list(_layers(path))
    file = next((f for f in reversed(files) if _line(f, keys)), files[-1] if files else Path(path))
    return Problem(str(file), _line(file, keys), ".".join(keys), reason)


def _layers(path: str) -> Iterator[Path]:
    for top in FOLDERS:
        if (top / path).is_file():
            yield top / path


def _parse(file: Path, problems: list[Problem]) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
        content = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        problems.append(Problem(str(file), 0, "", f"cannot be read: {error.strerror}"))
    except UnicodeDecodeError as error:
        problems.append(Problem(str(file), 0, "", f"is not UTF-8 text (byte {error.start})"))
    except json.JSONDecodeError as error:
        problems.append(Problem(str(file), error.lineno, "", error.msg))
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line (\d+)", str(error))
        reason = re.sub(r" \(at .*\)", "", str(error))
        problems.append(Problem(str(file), int(where[1]) if where else 0, "", reason))
    else:
        if isinstance(content, dict):
            return content
        problems.append(Problem(str(file), 1, "", "expected a table of names and values"))
    return {}


def _convert(raw: Any, kind: type[R], file: Path, keys: tuple[str, ...], problems: list[Problem]) -> R | None:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        field, reason = _field(str(error))
        path = (*keys, *field)
        problems.append(Problem(str(file), _line(file, path), ".".join(path), reason))
        return None


def _field(message: str) -> tuple[tuple[str, ...], str]:
    """Take the field out of a message of msgspec, such as "Expected `int` - at `$.move`"."""
    reason, _, path = message.partition(" - at `")
    inner = re.search(r"(?:unknown field|required field) `([^`]+)`", reason)
    names = re.findall(r"[^.$\[\]`]+", path)
    return (*names, *([inner[1]] if inner else [])), reason


def _line(file: Path, keys: tuple[str, ...]) -> int:
    """Return the line where a field stands, or the innermost of its tables that can be found; 0 if none."""
    if not file.is_file():
        return 0
    at = 0
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    for i in range(len(keys)):
        if keys[i].isdigit():
            continue
        head = re.compile(rf"\s*\[+.*\b{re.escape(keys[i])}\]+\s*$|\s*[\"']?{re.escape(keys[i])}[\"']?\s*[=:]")
        at = next((n for n, text in enumerate(lines[at:], start=at + 1) if head.match(text)), at)
    return at
