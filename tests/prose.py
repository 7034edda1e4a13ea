"""The sentences of a file, for `python -m tests.voice`.

Python gives its docstrings, comments and test names, and in `bot` and `render` its strings. Data and scripts give
their comments and strings, style sheets their comments, and the page its strings and text. A string is prose if it
has three words side by side: names, ids, figures and code have not.
"""

from __future__ import annotations

import ast
import csv
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
FIRST_LINE = 80
"""Most characters of the first line of a docstring."""
SQL = "bot/store/sql.py"
"""Statements that a tool writes."""
SPOKEN = ("bot/", "render/")
"""The packages whose strings are read by people."""

_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)\s+(?=[A-Z0-9\"“`(\[*])|\n\s*\n|\n\s*(?=[-*] |\d+\. |#)|\|")
_MACHINE = re.compile(r"#\s*(fmt|type|noqa|ruff|pragma|mypy|!)\b")
_PROSE = re.compile(r"[A-Za-z’']+[,:;]? [a-z’']+[,:;]? [a-z’']+")
"""Three words side by side."""
_CODE = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|ALTER|DROP)\b")
_TOML = re.compile(
    r'"""(?P<long>.*?)"""|"(?P<short>(?:\\.|[^"\\\n])*)"|(?P<note>#[^\n]*(?:\n[ \t]*#[^\n]*)*)', re.S
)
_SCRIPT = re.compile(
    r"(?P<note>/\*.*?\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*)"
    r"|(?:[(=,:\[!&|?{};]|\breturn)\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/"
    r'|"(?P<short>(?:\\.|[^"\\\n])*)"|`(?P<long>(?:\\.|[^`\\])*)`',
    re.S,
)
_STYLE = re.compile(r"(?P<note>/\*.*?\*/)", re.S)
_PAGE = re.compile(r'<(?:script|style)\b.*?</|<!--.*?-->|="(?P<short>[^"]*)"|>(?P<long>[^<]+)(?=<)', re.S)
_SIGNS = re.compile(r"(?m)^[ \t]*(?:#|//|/\*+|\*(?!/))|\*/")
"""Signs at the ends of a comment and at the start of its lines."""
_TYPE = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_TAG = re.compile(
    rf'@(?:import|param|property|template|typedef)\s*(?:{_TYPE}\s*)?(?:from\s+(?="))?\S+|@\w+\s*(?:{_TYPE})?'
)
"""A tag of a comment, with its type and the name or file that it documents."""
_TAKEN = {"\\n": "\n", '\\"': '"', "\\\n": "\n"}
"""Escapes of strings as they are read."""


class Sentence(NamedTuple):
    """A sentence and where its first word is."""

    file: str
    line: int
    text: str
    long_line: bool = False
    """True if it begins a docstring whose first line is too long."""


def sentences(file: Path) -> list[Sentence]:
    """Return the sentences of a file."""
    return list(READERS[file.suffix](_name(file), file.read_text(encoding="utf-8")))


def is_read(file: Path) -> bool:
    """True if the sentences of a file count; tables of tests and SQL hold code."""
    name = _name(file)
    return file.suffix in READERS and not (name.endswith(".tsv") and name.startswith("tests")) and name != SQL


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name


def _split(file: str, line: int, text: str, *, docstring: bool = False) -> Iterator[Sentence]:
    """Split a text that begins at a line into its sentences."""
    at, long_line = 0, docstring and len(text.partition("\n")[0]) > FIRST_LINE
    for end in [*(match.span() for match in _END.finditer(text)), (len(text), len(text))]:
        part = text[at : end[0]]
        start = at + len(part) - len(part.lstrip())
        if re.search(r"\w", part):
            words = " ".join(part.strip().lstrip("#-*> ").split())
            yield Sentence(file, line + text.count("\n", 0, start), words, long_line and at == 0)
        at = end[1]


def _string(file: str, line: int, text: str) -> Iterator[Sentence]:
    """Yield the sentences of prose; a text in lower case continues another."""
    if _PROSE.search(" ".join(text.split())) and not _CODE.match(text):
        yield from _split(file, line, f"… {text}" if text[:1].islower() else text)


def _markdown(file: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences of a text without its blocks of code."""
    blank = re.sub(r"^\s*```.*?^\s*```", lambda block: "\n" * block[0].count("\n"), source, flags=re.M | re.S)
    yield from _split(file, 1, blank)


def _python(file: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences of docstrings, test names, comments and strings."""
    tree, seen = ast.parse(source), set[int]()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text)) as inner):
                seen.add(id(inner))
                yield from _split(file, node.lineno, text, docstring=True)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test_"):
                yield Sentence(file, node.lineno, name.removeprefix("test_").replace("_", " "))
            case ast.JoinedStr(values=parts) if file.startswith(SPOKEN):
                seen.update(map(id, parts))
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{…}" for part in parts)
                yield from _string(file, node.lineno, text.replace("\n", "|"))
            case ast.Constant(value=str(text)) if file.startswith(SPOKEN) and id(node) not in seen:
                yield from _string(file, node.lineno, text.replace("\n", "|"))
            case _:
                pass
    yield from _comments(file, source) if "#" in source else ()


def _comments(file: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences of comments; adjacent comment lines make one text."""
    begun, text, last = 0, "", (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or _MACHINE.match(token.string):
            continue
        words = token.string.lstrip("# ")
        if token.start == (last[0] + 1, last[1]):
            text += f"\n{words}"
        else:
            yield from _split(file, begun, text)
            begun, text = token.start[0], words
        last = token.start
    yield from _split(file, begun, text)


def _table(file: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences of the cells of a table."""
    rows = csv.reader(source.splitlines(), delimiter="\t")
    for row in rows:
        for cell in row:
            yield from _string(file, rows.line_num, cell)


def _matching(pattern: re.Pattern[str], spoken: str = "") -> Callable[[str, str], Iterator[Sentence]]:
    """Return a reader of the comments and strings that a pattern finds.

    Strings must also match `spoken`.
    """

    def read(file: str, source: str) -> Iterator[Sentence]:
        line, at = 1, 0
        for match in pattern.finditer(source):
            line, at = line + source.count("\n", at, match.start()), match.start()
            found = match.groupdict()
            if found.get("note"):
                words = _SIGNS.sub("", match["note"])
                yield from _split(file, line, _TAG.sub(lambda tag: "\n" * tag[0].count("\n") + "|", words))
            elif (text := found.get("short") or found.get("long")) and re.search(spoken, text):
                plain = re.sub(r"\\(.|\n)", lambda escape: _TAKEN.get(escape[0], escape[1]), text)
                yield from _string(file, line, re.sub(r"\$\{[^{}]*\}", "{…}", plain))

    return read


_SCRIPTS = _matching(_SCRIPT, "[A-Z.,:?!]")
READERS: dict[str, Callable[[str, str], Iterator[Sentence]]] = {
    ".md": _markdown,
    ".py": _python,
    ".tsv": _table,
    ".toml": _matching(_TOML),
    ".js": _SCRIPTS,
    ".ts": _SCRIPTS,
    ".css": _matching(_STYLE),
    ".html": _matching(_PAGE),
}
