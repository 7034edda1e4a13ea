"""List the cases that code carries and tests prove: `python -m tests.cases tide`.

With `--teeth` it also runs the tests that name a case. A test must notice each change of `teeth.tsv` (see
`tests.teeth`), and a test of each rule must fail when the rule is switched off. Every case that is not waived has
a tooth. A sample of teeth and rules is tried, or all with `--all`; `--case` tries only the teeth of some cases.
Exits with 1 when anything is missing.

The key is a title's, or `table` for the house rules of the table.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.kernel.game import Case
from bot.kernel.rule import CARRIERS, Rule
from bot.kit import data_files
from bot.titles import titles
from tests.teeth import SAMPLE, Bite, Tooth, length, memories, passes, read, sample

TESTS = Path(__file__).parent


def told(key: str) -> dict[str, Case]:
    """Read the cases of a title, or of the table.

    Raises `SystemExit` for a key without cases.
    """
    problems: list[data_files.Problem] = []
    cases = {case.id: case for case in data_files.rows(f"{key}/cases.tsv", Case, problems)}
    if problems:
        raise SystemExit("\n".join(map(str, problems)))
    return cases


def load(key: str) -> None:
    """Import whatever may carry a case of this key."""
    if key in titles():
        return
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def test_files(key: str) -> list[str]:
    """Return the test files that may name cases of a key.

    Transcripts name theirs in their headings.
    """
    wanted = [f'"{id}"' for id in told(key)] + ([] if key in titles() else ["mark.case(*"])

    def may_name(file: Path) -> bool:
        text = file.read_text(encoding="utf-8")
        concerns = _room(key) in file.parents or any(map(text.__contains__, wanted))
        return concerns and "mark.case(" in text

    return [str(file) for file in sorted(TESTS.rglob("test_*.py")) if may_name(file)]


def _room(key: str) -> Path:
    return TESTS / key


def named(item: pytest.Item) -> set[str]:
    """Return the cases that a test names; a transcript names those of its heading."""
    return {id for mark in item.iter_markers("case") for id in mark.args}


class Collected:
    """A plugin that keeps the tests that name cases of a key, or any in its folder."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.room = _room(key)
        self.own = set(told(key))
        self.items: list[pytest.Item] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._concerns(item)]
        self.items = sorted(items, key=length)  # The short ones first.

    def _concerns(self, item: pytest.Item) -> bool:
        cases = named(item)
        return bool(cases) and (self.room in item.path.parents or not cases.isdisjoint(self.own))

    def tests(self, id: str) -> list[pytest.Item]:
        """Return the tests that name a case."""
        return [item for item in self.items if id in named(item)]


class Bitten(Collected):
    """A plugin that makes each change, and keeps those that no test notices."""

    def __init__(self, key: str, teeth: Sequence[Tooth]) -> None:
        super().__init__(key)
        self.teeth = teeth
        self.blunt: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        bite = Bite(self.key)
        self.blunt = [why for tooth in self.teeth if (why := bite.toothless(tooth, self.tests(tooth.case)))]
        return True


class Teeth(Bitten):
    """A plugin that also switches off rule after rule."""

    def __init__(self, key: str, rules: Iterable[Rule[Any, Any]], teeth: Sequence[Tooth]) -> None:
        super().__init__(key, teeth)
        self.rules = list(rules)
        self.sound: dict[str, bool] = {}
        self.memories: list[Callable[[], None]] = []
        self.toothless: list[Rule[Any, Any]] = []

    @property
    def failed(self) -> list[str]:
        """The tests that were run as they are, and failed."""
        return [test for test, passes in self.sound.items() if not passes]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.config.option.collectonly:
            return True
        super().pytest_runtestloop(session)
        self.memories = memories()
        self.toothless = [rule for rule in self.rules if not self._bites(rule)]
        return True

    def _passes(self, item: pytest.Item) -> bool:
        for forget in self.memories:
            forget()
        return passes(item)

    def _bites(self, rule: Rule[Any, Any]) -> bool:
        """Return whether a test of a case of the rule fails without it, and only then."""
        test = rule.test
        for item in self.items:
            if not named(item) & set(rule.cites):
                continue
            rule.test = lambda at, action: None
            try:
                unnoticed = self._passes(item)
            finally:
                rule.test = test
            if not unnoticed and self._is_sound(item):
                return True
        return False

    def _is_sound(self, item: pytest.Item) -> bool:
        """Say whether a test passes as it is."""
        if item.nodeid not in self.sound:
            self.sound[item.nodeid] = self._passes(item)
        return self.sound[item.nodeid]


def collect(plugin: Collected, *options: str) -> None:
    """Let pytest find the tests, and run them where the plugin does."""
    quiet = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:hypothesispytest",
        "--tb=native",
        *options,
    ]
    with redirect_stdout(StringIO()) as printed:
        status = pytest.main([*test_files(plugin.key), *quiet], plugins=[plugin])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"pytest could not collect the tests:\n{printed.getvalue()}")


def bitten(key: str, teeth: Sequence[Tooth]) -> list[str]:
    """Return which teeth no test notices that names their case, and why."""
    load(key)
    plugin = Bitten(key, teeth)
    collect(plugin)
    return plugin.blunt


def report(key: str, plugin: Collected) -> Iterator[str]:
    """Yield what is missing, a line each."""
    bitten = {tooth.case for tooth in read(key)}
    for id, case in told(key).items():
        if case.waived:
            if CARRIERS.get(id):
                yield f"{id}: waived ({case.waived}), but carried by code"
            continue
        if not CARRIERS.get(id):
            yield f"{id} {case.title}: no code carries it"
        if not plugin.tests(id):
            yield f"{id} {case.title}: no test names it"
        if id not in bitten:
            yield f"{id} {case.title}: it has no tooth"
    in_room = (item for item in plugin.items if plugin.room in item.path.parents)
    unknown = carried(key).union(*map(named, in_room)) - plugin.own - set(told("table"))
    unknown |= bitten - plugin.own
    yield from (f"{id}: no such case" for id in sorted(unknown))
    if isinstance(plugin, Teeth):
        yield from (f"{test}: fails" for test in plugin.failed)
        yield from (f"{rule}: no test fails without it" for rule in plugin.toothless)
        yield from plugin.blunt


def carried(key: str) -> set[str]:
    """Return the cases that a title's code carries; for the table, all other code."""
    room = f"bot.titles.{key}." if key in titles() else "bot.titles."
    return {
        id
        for id, carriers in CARRIERS.items()
        if any(each.__module__.startswith(room) == (key in titles()) for each in carriers)
    }


def _only(key: str, teeth: Sequence[Tooth]) -> int:
    """Try some teeth, and print those that do not bite."""
    blunt = bitten(key, teeth)
    print(f"{key}: teeth that bite: {len(teeth) - len(blunt)}/{len(teeth)}")
    print(*(f"MISSING {line}" for line in blunt), sep="\n")
    return 1 if blunt else 0


def main(arguments: list[str]) -> int:
    """Print the report; return 1 when anything is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases", description=__doc__)
    parser.add_argument("key", help="a title, such as tide; or table")
    parser.add_argument("--teeth", action="store_true", help="run the tests, switch off the rules, try teeth")
    parser.add_argument("--all", action="store_true", help="try every tooth")
    parser.add_argument("--seed", type=int, default=1, help="of the sample of teeth")
    parser.add_argument("--case", nargs="*", help="try only the teeth of these cases, or of all")
    options = parser.parse_args(arguments)
    teeth = read(options.key)
    if options.case is not None:
        return _only(options.key, [each for each in teeth if not options.case or each.case in options.case])
    cases = told(options.key).values()
    load(options.key)
    game = titles().get(options.key)
    rules = game.rules if game is not None else ()
    tried = teeth if options.all else sample(teeth, SAMPLE, options.seed)
    off = list(dict.fromkeys(rules)) if options.all else sample(list(dict.fromkeys(rules)), SAMPLE, options.seed)
    plugin = Teeth(options.key, off, tried) if options.teeth else Collected(options.key)
    collect(plugin, *([] if options.teeth else ["--collect-only"]))
    missing = list(report(options.key, plugin))
    waived = [case for case in cases if case.waived]
    binding = [case for case in cases if not case.waived]
    carried = sum(bool(CARRIERS.get(case.id)) for case in binding)
    tested = sum(bool(plugin.tests(case.id)) for case in binding)
    print(f"{options.key}: {len(binding)} cases to carry out, {len(waived)} waived")
    print(f"carried by code: {carried}/{len(binding)}; named by a test: {tested}/{len(binding)}")
    if isinstance(plugin, Teeth):
        bite = len(plugin.rules) - len(plugin.toothless)
        print(f"rules without which a test fails: {bite}/{len(plugin.rules)}")
        print(f"teeth that bite: {len(tried) - len(plugin.blunt)}/{len(tried)}")
    print(*(f"  waived {case.id}: {case.waived}" for case in waived), sep="\n")
    print(*(f"MISSING {line}" for line in missing), sep="\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
