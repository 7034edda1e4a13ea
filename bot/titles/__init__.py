"""The titles. This is the only list of them."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.kernel.game import Case
from bot.kit import data_files, handbook
from bot.kit.advice import Adviser
from bot.kit.codec import prepare
from bot.kit.data_names import Names
from bot.kit.handbook import Handbook
from bot.kit.lessons import Lesson, check
from bot.kit.title import Title
from bot.titles import firefight, strike, tide, trap

TITLES: tuple[Title[Any, Any, Any], ...] = (tide.TITLE, strike.TITLE, trap.TITLE, firefight.TITLE)


@cache
def house_rules() -> dict[str, Case]:
    """Return the table's own rules, which hold in every title."""
    return {case.id: case for case in data_files.rows("table/cases.tsv", Case, [])}


@cache
def titles() -> dict[str, Adviser[Any, Any, Any]]:
    """Read the data of every title once.

    Raises `data_files.Unreadable` if a title cannot be played at all.
    """
    for title in TITLES:
        title.read()
        prepare(title)
    _lessons()
    return {title.key: title for title in TITLES}


@cache
def _handbooks() -> tuple[dict[str, Handbook], list[data_files.Problem]]:
    """Read the books of all titles, with the table's own rules in each."""
    table, problems = handbook.read("table", house_rules(), ())
    books = {}
    for key, title in titles().items():
        own, found = handbook.read(key, title.cases, title.scenarios)
        problems += found
        books[key] = Handbook(
            {**own.chapters, **table.chapters}, {**table.terms, **own.terms}, {**own.cases, **table.cases}
        )
    return books, problems


def handbooks() -> dict[str, Handbook]:
    """Return the rules of every title as a book."""
    return _handbooks()[0]


@cache
def _lessons() -> tuple[dict[str, dict[str, Lesson]], list[data_files.Problem]]:
    """Read the lessons of every title. Returns them and the problems in their files."""
    problems: list[data_files.Problem] = []
    found = {}
    for title in TITLES:
        read = data_files.folder(f"{title.key}/lessons", Lesson, problems)
        found[title.key] = dict(sorted(read.items(), key=lambda each: (each[1].number, each[0])))
    return found, problems


def lessons(title: str) -> dict[str, Lesson]:
    """Return the lessons of a title by key, in the order in which they are learned."""
    return _lessons()[0].get(title, {})


def problems() -> list[object]:
    """Return the problems of the data files, also of unread files."""
    own = (problem for title in titles().values() for problem in title.problems)
    return [*own, *_handbooks()[1], *_lessons()[1], *data_files.unread()]


def unplayable_lessons() -> list[object]:
    """Play every lesson as its steps want, and return the problems."""
    return [
        problem
        for title in titles().values()
        for key in lessons(title.key)
        for problem in data_files.told(f"{title.key}/lessons/{key}", check(title, lessons(title.key), key))
    ]


def names() -> dict[str, Names]:
    """Return the names that the data files of each title may use."""
    _handbooks()
    return {title.key: title.names for title in TITLES}


@cache
def edition() -> str:
    """Return the SHA-256 of the rules' code and the data files."""
    code = Path(__file__).parents[1]
    digest = sha256()
    for folder in (code / "kernel", code / "kit", code / "titles", *data_files.FOLDERS):
        for top, below, names in os.walk(folder):
            below.sort()
            for name in sorted(names):
                if name.endswith((".py", ".tsv", *data_files.SUFFIXES)):
                    contents = _contents(f"{top}/{name}")
                    digest.update(f"{top.removeprefix(str(folder))}/{name} {len(contents)} ".encode() + contents)
    return digest.hexdigest()


def _contents(file: str) -> bytes:
    try:
        with open(file, "rb") as read:
            return read.read()
    except OSError:
        return b""  # A file that cannot be read says nothing; the title reports it.
