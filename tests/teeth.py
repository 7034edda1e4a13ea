"""A tooth is a small change of code or data that breaks a case.

A test that names the case must notice it.

`tests/<title>/teeth.tsv` has a row for each: the case, a file, the present text, and its replacement. The file's
name is enough if the text is in one file of that name, and once. Cells write line ends and tabs as `\\n` and
`\\t`.

A change is made in memory only. A change of functions or data is made in a fork of this process, which has
everything loaded. Other changes, and unnoticed ones, are tried in a new process.
"""

from __future__ import annotations

import gc
import importlib.util
import inspect
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from inspect import CO_OPTIMIZED, iscoroutinefunction
from pathlib import Path
from random import Random
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple, TypeVar

import pytest
from _pytest.runner import runtestprotocol

# The bot is not imported above, because a new process first applies its change.

ROOT = Path(__file__).parents[1]
T = TypeVar("T")
COLUMNS = ["case", "file", "old", "new"]
SAMPLE = 10
"""How many teeth and rules of a title the check tries; `--all` tries every one."""
PATIENCE = 120
"""The seconds a test may take with a tooth; a hanging test has noticed it too."""
NOTICED, UNNOTICED, UNFIT = 1, 0, 9
"""The exit codes: a test fails, none does, or the change cannot be made."""


class Unfit(Exception):
    """A tooth that cannot be tried: its text is missing, or is in several places."""


class Later(Exception):
    """A change of work done during import: it needs a new process."""


class Tooth(NamedTuple):
    """One row."""

    case: str
    file: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.case}: {self.file}: {self.old!r} -> {self.new!r}"


def read(key: str) -> list[Tooth]:
    """Read the teeth of a title. Raises `Unfit` for a row that is none."""
    path = ROOT / "tests" / key / "teeth.tsv"
    if not path.exists():
        return []
    heading, *rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    found = [[cell.replace("\\n", "\n").replace("\\t", "\t") for cell in row] for row in rows]
    for number, row in enumerate(found, start=2):
        if heading != COLUMNS or len(row) != len(COLUMNS) or row[2] == row[3]:
            raise Unfit(f"{path.name}:{number}: expected {', '.join(COLUMNS)}")
    return [Tooth(*row) for row in found]


def sample(things: Sequence[T], most: int, seed: int) -> list[T]:
    """Choose at most this number of teeth or rules at random, in their order."""
    chosen = set(Random(seed).sample(range(len(things)), min(most, len(things))))
    return [thing for n, thing in enumerate(things) if n in chosen]


class Change(NamedTuple):
    """The changed text of a file."""

    file: Path
    text: str


def change(key: str, tooth: Tooth, root: Path = ROOT) -> Change:
    """Find the file of a tooth, and change its text.

    Raises `Unfit` unless there is exactly one place.
    """
    rooms = [root / "bot" / "titles" / key, root / "data" / key, root / "bot"]
    for room in rooms:
        named = [file for file in sorted(room.rglob(Path(tooth.file).name)) if _ends(file, tooth.file)]
        texts = {file: file.read_text(encoding="utf-8") for file in named if file.is_file()}
        places = {file: text.count(tooth.old) for file, text in texts.items() if tooth.old in text}
        if sum(places.values()) > 1:
            raise Unfit(f"{tooth}: stands {sum(places.values())} times in {', '.join(p.name for p in places)}")
        for file in places:
            return Change(file, texts[file].replace(tooth.old, tooth.new))
    raise Unfit(f"{tooth}: stands nowhere")


def _ends(file: Path, name: str) -> bool:
    return f"/{file.as_posix()}".endswith(f"/{name}") and "__pycache__" not in file.parts


# In a fork functions get new code, and data are read again.


def apply(made: Change) -> None:
    """Make a change in this process.

    Raises `Later` if too much done before depends on it.
    """
    if made.file.suffix == ".py":
        _swap(made)
    else:
        _lay(made, Path(tempfile.mkdtemp()))
    if made.file.suffix != ".py" or "printed" in made.file.parts:
        forget_what_is_printed()
    for forget in memories():
        forget()


def _swap(made: Change) -> None:
    before = made.file.read_text(encoding="utf-8")
    old, new = (compile(text, str(made.file), "exec", dont_inherit=True) for text in (before, made.text))
    other = {_place(one): another for one, another in _differing(old, new)}
    changed = str(made.file)
    for function in [each for each in _objects() if isinstance(each, FunctionType)]:
        code = function.__code__
        if code.co_filename == changed and (after := other.get(_place(code))) is not None:
            try:
                function.__code__ = after
            except ValueError as error:
                raise Later from error


def _objects() -> list[object]:
    """Return all objects, also those frozen by the tests' or a program's start."""
    gc.unfreeze()
    return gc.get_objects()


def _place(code: CodeType) -> tuple[object, ...]:
    return (code.co_qualname, code.co_firstlineno, *_itself(code))


def _differing(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the functions that differ. Raises `Later` if a class or a module differs."""
    if _itself(old) != _itself(new):
        if not old.co_flags & CO_OPTIMIZED or old.co_name != new.co_name:
            raise Later
        yield old, new
    inner_old, inner_new = ([c for c in code.co_consts if isinstance(c, CodeType)] for code in (old, new))
    if len(inner_old) != len(inner_new):
        if not old.co_flags & CO_OPTIMIZED:
            raise Later
        yield old, new
        return
    for before, after in zip(inner_old, inner_new, strict=True):
        for pair in _differing(before, after):
            yield pair
            if old.co_flags & CO_OPTIMIZED:
                yield old, new  # It creates the inner function again.


def _itself(code: CodeType) -> tuple[object, ...]:
    constants = tuple((type(c), c) for c in code.co_consts if not isinstance(c, CodeType))
    arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_name, code.co_code, constants, arguments, names)


def _lay(made: Change, top: Path) -> None:
    """Let the data be read from a folder in which only the one file is another."""
    from bot.kit import data_files

    data = data_files.FOLDERS[0]
    where = made.file.relative_to(data)
    folder, mirror = data, top
    for part in where.parts:
        for each in folder.iterdir():
            if each.name != part:
                (mirror / each.name).symlink_to(each)
        folder, mirror = folder / part, mirror / part
        if folder.is_dir():
            mirror.mkdir()
    mirror.write_text(made.text, encoding="utf-8")
    data_files.FOLDERS[0] = top


def memories() -> list[Callable[[], None]]:
    """Return functions that clear the titles' caches, but not the printed data."""
    from bot.kit.memo import Memo

    held = _objects()
    caches = (each for each in held if isinstance(each, _lru_cache_wrapper))
    ours = (each for each in caches if each.__module__.startswith("bot.titles."))
    forget = [each.cache_clear for each in ours if inspect.signature(each).parameters]
    return [*forget, *(each.forget for each in held if isinstance(each, Memo))]


def forget_what_is_printed() -> None:
    """Let data be read again, and clear their caches."""
    from bot.titles import titles

    for held in _objects():
        if isinstance(held, _lru_cache_wrapper) and held.__module__.startswith("bot.titles."):
            held.cache_clear()
    for title in titles().values():
        getattr(title, "forget", lambda: None)()


def passes(item: pytest.Item, then: pytest.Item | None = None) -> bool:
    """Run a collected test. Fixtures shared with the next test stay set up."""
    item._initrequest()  # type: ignore[attr-defined]
    return not any(report.failed for report in runtestprotocol(item, nextitem=then, log=False))


def _in_a_fork(work: Callable[[], int]) -> int:
    """Return how some work ends in a copy of this process."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        code = UNFIT
        try:
            code = work()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def length(item: pytest.Item) -> int:
    """Return the rank of a test: short transcripts first, tests with a bot late."""
    test = getattr(item, "obj", None)
    if hasattr(test, "hypothesis"):
        return 3  # It has many examples.
    return 0 if item.name.startswith("test_transcript") else 2 if iscoroutinefunction(test) else 1


class Bite:
    """Tries teeth on tests that have been collected."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._sound: dict[str, bool] = {}

    def toothless(self, tooth: Tooth, items: Iterable[pytest.Item]) -> str:
        """Return why a tooth does not bite; "" if a test of its case fails only with it."""
        some = sorted(items, key=length)
        if not some:
            return f"{tooth}: no test names the case"
        try:
            made = change(self.key, tooth)
        except Unfit as error:
            return str(error)
        if noticed := self._warm(made, some):
            return "" if self._passes_without(noticed) else f"{tooth}: {noticed.nodeid} fails anyway"
        status = _cold(self.key, tooth, some)
        blunt = "no test notices it" if status == UNNOTICED else "nothing runs with it"
        return "" if status == NOTICED else f"{tooth}: {blunt}"

    def _warm(self, made: Change, items: list[pytest.Item]) -> pytest.Item | None:
        """Return the first test that fails with a change; `None` without any."""
        reading, writing = os.pipe()

        def work() -> int:
            try:
                apply(made)
            except Later:
                return UNFIT
            for n, (item, then) in enumerate(zip(items, [*items[1:], None], strict=True)):
                os.write(writing, bytes([min(n, 255)]))
                signal.alarm(PATIENCE)
                if not passes(item, then):
                    return NOTICED
            return UNNOTICED

        status = _in_a_fork(work)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            tried = pipe.read()
        return items[tried[-1]] if tried and status not in (UNNOTICED, UNFIT) else None

    def _passes_without(self, item: pytest.Item) -> bool:
        if item.nodeid not in self._sound:
            self._sound[item.nodeid] = _in_a_fork(lambda: NOTICED if passes(item) else UNNOTICED) == NOTICED
        return self._sound[item.nodeid]


# In a process of its own: the module is loaded as the change has it.


class Overlay(SourceFileLoader):
    """Loads a module from a text instead of its file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        return InspectLoader.source_to_code(self.text, self.path)


class Finder(MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, made: Change) -> None:
        parts = made.file.relative_to(ROOT).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.made = made

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = Overlay(fullname, str(self.made.file), self.made.text)
        return importlib.util.spec_from_file_location(fullname, self.made.file, loader=loader)


def _cold(key: str, tooth: Tooth, items: list[pytest.Item]) -> int:
    ids = [item.nodeid for item in items]
    command = [sys.executable, "-m", "tests.teeth", key, *tooth, *ids]
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=PATIENCE * 2, check=False).returncode
    except subprocess.TimeoutExpired:
        return NOTICED


def main(words: Sequence[str]) -> int:
    """Run tests with a tooth: `python -m tests.teeth TITLE CASE FILE OLD NEW`.

    Run tests with a tooth: `python -m tests.teeth TITLE CASE FILE OLD NEW`.
    """
    key, tooth, ids = words[0], Tooth(*words[1:5]), words[5:]
    made = change(key, tooth)
    if made.file.suffix == ".py":
        sys.meta_path.insert(0, Finder(made))
    else:
        _lay(made, Path(tempfile.mkdtemp()))
    status = pytest.main([*ids, "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"])
    return NOTICED if status == pytest.ExitCode.TESTS_FAILED else UNFIT if status else UNNOTICED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
