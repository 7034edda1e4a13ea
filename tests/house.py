"""Numbers about the code: `python -m tests.house`.

It prints a table, and exits with 1 past a limit.

Each measure has a limit that it must not pass; limits go down as the house gets better, and never up.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple, get_args, get_type_hints

from bot.titles import TITLES

ROOT = Path(__file__).parents[1]
TITLE_NAMES = tuple(title.key for title in TITLES)
WORST = 5
"""The names in too many files that are printed for a title."""
SHARED = 6
"""The code lines that must agree in two places to make a pair."""


class Measure(NamedTuple):
    """A number, its limit and its goal; without a limit it is only reported."""

    name: str
    value: float
    limit: float | None = None
    wanted: float | None = None

    @property
    def kept(self) -> bool:
        return self.limit is None or self.value <= self.limit


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree(file)))


@cache
def files(*rooms: str) -> list[Path]:
    found = (file for room in rooms for file in (ROOT / room).rglob("*.py"))
    return sorted(file for file in found if "node_modules" not in file.parts)


def code_lines(*rooms: str) -> int:
    """Count lines of code with imports: no blank lines, comments or docstrings."""
    return sum(len(_written(file)) for file in files(*rooms))


def bare_lines(*rooms: str) -> int:
    """Count lines that hold code, without imports and lone brackets."""
    return sum(len(_code(file)) for file in files(*rooms))


@cache
def _written(file: Path) -> frozenset[int]:
    """Return the numbers of the lines that hold code."""
    docstrings = {
        n
        for node in nodes(file)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for n in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    numbered = enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
    return frozenset(
        n for n, line in numbered if line.strip() and not line.strip().startswith("#") and n not in docstrings
    )


@cache
def _code(file: Path) -> tuple[tuple[int, str], ...]:
    """Return the numbered lines of code of a file; imports and lone brackets are none."""
    skipped: set[int] = set()
    for node in nodes(file):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if docstring or isinstance(node, ast.Import | ast.ImportFrom):
            assert isinstance(node, ast.stmt)
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    numbered = enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
    return tuple(
        (n, line.strip())
        for n, line in numbered
        if n not in skipped and line.strip(" ()[]{},:") and not line.strip().startswith("#")
    )


# Files that name a step, an action or an event.


@cache
def kinds(title: str) -> dict[str, frozenset[str]]:
    """Return the class names of a title's steps, actions and events."""
    found = next(each for each in TITLES if each.key == title)
    (steps, *_) = get_args(get_type_hints(found.state)["steps"])
    classes = {"step": get_args(steps), "action": found.actions, "event": found.events}
    return {sort: frozenset(each.__name__ for each in some) for sort, some in classes.items()}


@cache
def _names(file: Path) -> frozenset[str]:
    """Return the names that a file defines, imports or uses."""
    found: set[str] = set()
    for node in nodes(file):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.ClassDef | ast.alias):
            found.add(node.name)
    return frozenset(found)


def files_that_name(title: str, sort: str) -> list[tuple[int, str]]:
    """Return each step, action or event with its number of files, the most first.

    Its own file, the contents page and the title's pictures count; tests do not.
    """
    rooms = files(f"bot/titles/{title}", f"render/{title}")
    counted = ((sum(name in _names(file) for file in rooms), name) for name in kinds(title)[sort])
    return sorted(counted, reverse=True)


def asserted_steps() -> int:
    """Count the places that assert in which step a game is."""
    sources = (file.read_text(encoding="utf-8") for file in files("bot/titles"))
    return sum(source.count("assert isinstance(step") for source in sources)


def tables(title: str) -> int:
    """Count the tables that are kept by hand with a step or an action for a key."""
    keys = kinds(title)["step"] | kinds(title)["action"]
    return sum(
        isinstance(node, ast.Dict) and len(node.keys) > 2 and all(_last(key) in keys for key in node.keys)
        for file in files(f"bot/titles/{title}")
        for node in nodes(file)
    )


def _last(node: ast.expr | None) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


# Imports between folders.


@cache
def modules() -> dict[str, Path]:
    named = {}
    for file in files("bot", "render"):
        parts = file.relative_to(ROOT).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return named


@cache
def imports(module: str) -> frozenset[str]:
    """Return the modules of the house that a module imports when it is read."""
    found: set[str] = set()
    for node in tree(modules()[module]).body:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {each if each in modules() else node.module for each in whole}
    return frozenset(found & modules().keys() - {module})


def floors(room: str) -> int:
    """Return the longest chain of files of a room in which each imports the next."""
    inside = {module for module in modules() if module.startswith(f"{room}.")}
    height: dict[str, int] = {}

    def floor(module: str) -> int:
        if module not in height:
            height[module] = 1
            height[module] = 1 + max((floor(each) for each in imports(module) & inside), default=0)
        return height[module]

    return max(map(floor, inside))


def circles() -> list[tuple[str, str]]:
    """Return the pairs of folders that import each other."""
    known: defaultdict[str, set[str]] = defaultdict(set)
    for module in modules():
        for other in imports(module):
            known[_folder(module)].add(_folder(other))
    return [(a, b) for a, b in combinations(sorted(known), 2) if b in known[a] and a in known[b]]


def _folder(module: str) -> str:
    return module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]


# Repetition and length.


@cache
def repeated() -> list[tuple[str, str]]:
    """Return the pairs of places with equal lines of code, one for each two files."""
    runs: defaultdict[tuple[str, ...], list[tuple[Path, int]]] = defaultdict(list)
    for file in files("bot", "render", "tests"):
        code = _code(file)
        for at in range(len(code) - SHARED + 1):
            window = code[at : at + SHARED]
            runs[tuple(text for _, text in window)].append((file, window[0][0]))
    pairs: defaultdict[tuple[Path, Path], list[tuple[int, int]]] = defaultdict(list)
    for places in runs.values():
        for (a, n), (b, m) in combinations(places, 2):
            pairs[a, b].append((n, m))
    return sorted(
        (f"{a.relative_to(ROOT)}:{n}", f"{b.relative_to(ROOT)}:{m}")
        for (a, b), starts in pairs.items()
        for n, m in _first_of_each_run(sorted(starts))
    )


def _first_of_each_run(starts: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    yield starts[0]
    for before, after in pairwise(starts):
        if after[0] - before[0] > SHARED:
            yield after


@cache
def functions() -> list[tuple[int, str]]:
    """Return every function with its length in lines, the longest first."""
    found = [
        ((node.end_lineno or node.lineno) - node.lineno + 1, f"{file.relative_to(ROOT)}:{node.lineno} {node.name}")
        for file in files("bot", "render")
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return sorted(found, reverse=True)


def measures() -> Iterator[Measure]:
    """Yield every measure of the house."""
    for title in TITLE_NAMES:
        most = LIMITS[title]
        for sort in WANTED.names:
            numbers = [n for n, _ in files_that_name(title, sort)]
            limit, wanted = most.names[sort], WANTED.names[sort]
            name = f"{title}: files that name one {sort}"
            yield Measure(f"{name}, median", median(numbers), limit.median, wanted.median)
            yield Measure(f"{name}, most", max(numbers), limit.most, wanted.most)
        yield Measure(f"{title}: lines of code", code_lines(f"bot/titles/{title}"))
        yield Measure(f"{title}: floors", floors(f"bot.titles.{title}"), most.floors, WANTED.floors)
        yield Measure(f"{title}: tables keyed by step or action", tables(title), most.tables, WANTED.tables)
    yield Measure("titles: lines of code", code_lines("bot/titles"), None, 36_000)
    yield Measure("bot and render: lines of code", code_lines("bot", "render"), None, 60_000)
    yield Measure("bot and render: files", len(files("bot", "render")), None, 450)
    yield Measure("folders that import each other", len(circles()), 0)
    yield Measure("assert isinstance(step", asserted_steps(), 0)
    yield Measure("kernel: lines of code without imports", bare_lines("bot/kernel"), 600)
    yield Measure("pairs of places that are the same", len(repeated()), 5)
    yield Measure("longest function, lines", functions()[0][0], 40)


class Named(NamedTuple):
    """In how many files the name of a class may stand."""

    median: float
    most: int


class Limit(NamedTuple):
    names: Mapping[str, Named]
    floors: int
    tables: int


def _limit(
    step: tuple[float, int], action: tuple[float, int], event: tuple[float, int], floors: int, tables: int
) -> Limit:
    return Limit({"step": Named(*step), "action": Named(*action), "event": Named(*event)}, floors, tables)


WANTED = _limit((3, 6), (3, 6), (3, 6), 9, 1)
LIMITS = {
    "tide": _limit((4, 7), (5, 11), (3, 18), 12, 0),
    "strike": _limit((5, 7), (5, 14), (3, 11), 12, 1),
    "trap": _limit((4, 7), (5, 9), (3, 7), 12, 1),
    "firefight": _limit((5, 11), (5, 12), (3, 27), 17, 2),
}


def main() -> int:
    """Print the table, the worst offenders and exceeded limits; return 1 for any."""
    gc.disable()  # The trees are kept to the end, so that a collection would find nothing.
    found = list(measures())
    for each in found:
        limit = "" if each.limit is None else f"{each.limit:g}"
        wanted = f"  wanted {each.wanted:g}" if each.wanted is not None and each.value > each.wanted else ""
        print(f"{each.name:<52}{each.value:>8g}{limit:>8}{wanted}{'' if each.kept else '  past its limit'}")
    for title in TITLE_NAMES:
        for sort, wanted_names in WANTED.names.items():
            worst = [(n, name) for n, name in files_that_name(title, sort) if n > wanted_names.most]
            print(*(f"  {n} files name the {sort} {name} of {title}" for n, name in worst[:WORST]), sep="\n")
    print(*(f"  each other: {a} and {b}" for a, b in circles()), sep="\n")
    print(*(f"  the same: {a} and {b}" for a, b in repeated()), sep="\n")
    print(*(f"  {length} lines: {name}" for length, name in functions() if length > 40), sep="\n")
    return 0 if all(each.kept for each in found) else 1


if __name__ == "__main__":
    sys.exit(main())
