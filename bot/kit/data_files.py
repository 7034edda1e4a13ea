"""Reads printed data from `data/` into frozen records and validates each.

A user's own folder may overlay `data/`: a record there replaces the printed record of the same name. An unreadable
record is left out and reported with file, line, field and reason. The other records load without it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import GenericAlias
from typing import Any, TypeVar

import msgspec
import tomli
from msgspec import Struct

from bot.kit.data_faults import faults
from bot.kit.data_limits import WORDS, beyond_limits
from bot.kit.data_names import Names, dangling
from bot.kit.data_shape import Finding as Finding
from bot.kit.data_shape import Keys as Keys

R = TypeVar("R", bound=Struct)

INSTALLED = Path(__file__).resolve().parents[1] / "data"
PRINTED = INSTALLED if INSTALLED.is_dir() else INSTALLED.parents[1] / "data"
"""The folder `data`: inside `bot` in an installed wheel, beside it in a checkout."""
FOLDERS: list[Path] = [PRINTED]
"""The folders with records; a later folder overlays an earlier one."""

SUFFIXES = (".toml", ".json")
_read_from: dict[str, Any] = {}
"""The requested files and folders with the type of their records.

A file of tables has a type for each of them, and a file of rows has none.
"""
_unsound: dict[Path, dict[tuple[str, ...], tuple[Any, Any]]] = {}
"""The broken records by file and keys: their content and their declared type."""
NOTES = (".md", "")
"""Endings of notes that the owner of a folder keeps there for people."""


def lay_over(folder: Path) -> None:
    """Overlay the data with a user's folder; called once, before anything is read."""
    FOLDERS.append(folder)


class Problem(Struct, frozen=True):
    """Something wrong in a data file. `line` counts from 1; 0 is the file as a whole."""

    file: str
    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.field}: {self.reason}" if self.field else f"{place}: {self.reason}"


class Unreadable(Exception):
    """Raised if a file that the whole title needs is broken. Carries the problems."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def tables(path: str, kinds: dict[str, type[Struct]], problems: list[Problem]) -> dict[str, dict[str, Any]]:
    """Read the tables of one TOML file, such as {"vehicles": {"t34": Vehicle(...)}}."""
    found: dict[str, dict[str, Any]] = {table: {} for table in kinds}
    _read_from[path] = kinds
    for file in _wanted(path, problems):
        for table, records in _parse(file, problems).items():
            if table not in kinds or not isinstance(records, dict):
                problems.append(_problem(file, (table,), f"expected one of the tables {', '.join(kinds)}"))
                continue
            for key, raw in records.items():
                record = _convert(raw, kinds[table], file, (table, key), problems)
                if record is not None:
                    found[table][key] = record
    return found


def one(path: str, kind: type[R], problems: list[Problem]) -> R | None:
    """Read a file that is a single record of tables; later layers replace its tables.

    A layer with a broken table is ignored.
    """
    merged: dict[str, Any] = {}
    found = None
    _read_from[path] = kind
    for file in _wanted(path, problems):
        before = len(problems)
        content = merged | _parse(file, problems)
        record = _convert(content, kind, file, (), problems) if len(problems) == before else None
        if record is not None:
            found, merged = record, content
    return found


def folder(path: str, kind: type[R], problems: list[Problem]) -> dict[str, R]:
    """Read a folder of TOML or JSON files: one record a file, keyed by its name."""
    found = {}
    _read_from[path] = kind
    for file in (file for top in FOLDERS for file in sorted((top / path).glob("*")) if file.suffix in SUFFIXES):
        before = len(problems)
        content = _parse(file, problems)
        if len(file.stem) > WORDS:
            problems.append(Problem(str(file), 0, "", f"has a name of more than {WORDS} characters"))
        record = _convert(content, kind, file, (), problems) if len(problems) == before else None
        if record is not None:
            found[file.stem] = record
    return found


def rows(path: str, kind: type[R], problems: list[Problem]) -> list[R]:
    """Read a TSV file with a heading and a record a line.

    Cells missing at the end of a line take their defaults.
    """
    found = []
    for file in _wanted(path, problems):
        heading, *lines = [line.split("\t") for line in (_read(file, problems) or "").split("\n")]
        for column in heading:
            if column and column not in kind.__struct_fields__:
                known = ", ".join(kind.__struct_fields__)
                problems.append(Problem(str(file), 1, column, f"is not one of the columns {known}"))
        for number, cells in enumerate(lines, start=2):
            if cells == [""]:
                continue
            row = dict(zip(heading, cells, strict=False))
            if len(cells) > len(heading):
                problems.append(Problem(str(file), number, "", f"Expected {len(heading)} cells, got {len(cells)}"))
                continue
            try:
                found.append(msgspec.convert(row, kind))
            except msgspec.ValidationError:
                amiss = faults(row, kind)
                problems += [Problem(str(file), number, ".".join(keys), reason) for keys, reason in amiss]
    return found


def problem(path: str, keys: Iterable[str], reason: str) -> Problem:
    """Report a finding of a check across records, at the line in its topmost layer.

    The suffix of a file may be left out. Keys of tables and positions in lists lead to the field.
    """
    keys = tuple(keys)
    files = [file for name in (path, *(path + suffix for suffix in SUFFIXES)) for file in _layers(name)]
    file = max(reversed(files), key=lambda file: _reach(_content(file), keys), default=Path(path))
    return _problem(file, keys, reason)


def told(path: str, findings: Iterable[Finding]) -> list[Problem]:
    """Report all findings of a check across the records of one file."""
    return [problem(path, keys, reason) for keys, reason in findings]


def misnamed(path: str, names: Callable[[], Names]) -> list[Problem]:
    """Report the names of nothing in the broken records of a file or a folder.

    The known names are gathered only if a record is broken.
    """
    broken = [
        (file, keys, raw, kind)
        for file, records in _unsound.items()
        if any(file.is_relative_to(top / path) for top in FOLDERS)
        for keys, (raw, kind) in records.items()
    ]
    known = names() if broken else {}
    return [
        _problem(file, (*keys, *found), reason)
        for file, keys, raw, kind in broken
        for found, reason in dangling(raw, kind, known)
    ]


def _wanted(path: str, problems: list[Problem]) -> list[Path]:
    files = list(_layers(path))
    if not files:
        problems.append(Problem(path, 0, "", "is missing"))
    return files


def unread() -> list[Problem]:
    """Report the unused files in a user's folders; call it when all data is read."""
    found = (
        (file, file.relative_to(top)) for top in FOLDERS[1:] for file in sorted(top.rglob("*")) if file.is_file()
    )
    return [
        Problem(str(file), 0, "", f"nothing reads this file; expected {_expected(path)}")
        for file, path in found
        if not _is_read(path) and not _is_for_people(path)
    ]


def kinds() -> dict[str, Any]:
    """Return the type of the records in every file and folder that was read."""
    return {
        path: _of_tables(kind) if isinstance(kind, dict) else kind
        for path, kind in _read_from.items()
        if kind is not None
    }


def _of_tables(tables: dict[str, type[Struct]]) -> type[Struct]:
    """Return the type of a whole file of tables."""
    fields: list[tuple[str, Any, Any]] = [
        (table, GenericAlias(dict, (str, kind)), {}) for table, kind in tables.items()
    ]
    return msgspec.defstruct("File", fields, forbid_unknown_fields=True)


def _is_for_people(file: Path) -> bool:
    return file.suffix in NOTES or any(part.startswith(".") for part in file.parts)


def _is_read(file: Path) -> bool:
    in_folder = file.parent.as_posix() in _read_from and file.suffix in SUFFIXES
    return in_folder or file.as_posix() in _read_from


def _expected(file: Path) -> str:
    """Return the name of the file that was probably meant."""
    from difflib import get_close_matches  # Large, and rarely needed.

    known = [each if each.endswith((*SUFFIXES, ".tsv")) else f"{each}/*.toml" for each in sorted(_read_from)]
    return next(iter(get_close_matches(file.as_posix(), known, 1)), "another name")


def _layers(path: str) -> Iterator[Path]:
    _read_from.setdefault(path)
    for top in FOLDERS:
        if (top / path).is_file():
            yield top / path


def _problem(file: Path, keys: tuple[str, ...], reason: str) -> Problem:
    return Problem(str(file), _line(file, keys), ".".join(keys), reason)


def _read(file: Path, problems: list[Problem]) -> str | None:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        problems.append(Problem(str(file), 0, "", f"cannot be read: {error.strerror}"))
    except UnicodeDecodeError as error:
        problems.append(Problem(str(file), 0, "", f"is not UTF-8 text (byte {error.start})"))
    return None


def _parse(file: Path, problems: list[Problem]) -> dict[str, Any]:
    text = _read(file, problems)
    if text is None:
        return {}
    line = 0
    try:
        content = _load(text, file.suffix)
    except json.JSONDecodeError as error:
        line, reason = error.lineno, error.msg
    except tomli.TOMLDecodeError as error:
        where = re.search(r" \(at line (\d+), .*\)| \(at end of document\)", str(error))
        line = int(where[1] or text.count("\n") + 1) if where else 0
        reason = str(error).removesuffix(where[0]) if where else str(error)
    except ValueError as error:
        reason = str(error)
    except RecursionError:
        reason = "is nested too deeply"
    else:
        if isinstance(content, dict):
            return content
        line, reason = 1, "expected a table of names and values"
    problems.append(Problem(str(file), line, "", reason))
    return {}


def _load(text: str, suffix: str) -> Any:
    return json.loads(text, object_pairs_hook=_once) if suffix == ".json" else tomli.loads(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object from its members. Raises `ValueError` for a duplicate name.

    The TOML parser checks this itself; the JSON parser does not.
    """
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} is defined twice")
    return content


def _convert(raw: Any, kind: type[R], file: Path, keys: tuple[str, ...], problems: list[Problem]) -> R | None:
    try:
        record = msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        findings = [*faults(raw, kind), *beyond_limits(raw, kind)]
        _unsound.setdefault(file, {})[keys] = raw, kind
    else:
        _unsound.get(file, {}).pop(keys, None)
        findings = list(beyond_limits(record, kind))
    problems += [_problem(file, (*keys, *found), reason) for found, reason in findings]
    return None if findings else record


def _at(content: Any, keys: Iterable[str]) -> Any:
    for key in keys:
        content = content[int(key) if isinstance(content, list) else key]
    return content


def _reach(content: Any, keys: tuple[str, ...]) -> int:
    """Count the keys, from the first, that lead to a value."""
    for n, key in enumerate(keys):
        try:
            content = _at(content, (key,))
        except (LookupError, TypeError, ValueError):
            return n
    return len(keys)


def _content(file: Path) -> dict[str, Any]:
    return _parse(file, [])


def _line(file: Path, keys: tuple[str, ...]) -> int:
    """Return the line of a field, or of its innermost existing table; 0 if none.

    It is the first line up to which the file already holds the field.
    """
    keys = keys[: _reach(_content(file), keys)]
    text = _read(file, [])
    if not keys or text is None:
        return 0
    lines = [f"{line}\n" for line in text.split("\n")]
    return bisect_left(
        range(len(lines)), True, key=lambda n: _reach(_beginning(lines[:n], file.suffix), keys) == len(keys)
    )


_MARK = re.compile(r'("""|\'\'\')[\s\S]*?(?:\1|\Z)|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#.*|([\[{])|([\]}])')
"""Strings and comments, which hide brackets; an opening bracket; a closing one."""


def _beginning(lines: list[str], suffix: str) -> Any:
    """Parse the first lines of a file with open brackets closed.

    If they do not parse, it tries with fewer lines, down to none.
    """
    while lines:
        text = "".join(lines).rstrip()
        ends = []
        for mark in _MARK.finditer(text):
            if mark[2]:
                ends.append("]" if mark[2] == "[" else "}")
            elif mark[3] and ends:
                ends.pop()
        for quote in ("", '\n"""', "\n'''"):
            try:
                return _load(text.removesuffix(",") + quote + "".join(reversed(ends)), suffix)
            except ValueError:
                continue
        lines = lines[:-1]
    return {}
