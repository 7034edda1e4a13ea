"""The public documents of the page at home: the rules of each title with drawings.

They belong to no game, so every reader gets the same.
"""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from bot.kernel.game import Scenario
from bot.kit import facts
from bot.titles import handbooks, titles
from render import LOOKS, draws, paint
from render.drawings import Illustration, Portrait


class Document(NamedTuple):
    """A document: its bytes and their media type."""

    body: bytes
    kind: str


log = logging.getLogger(__name__)
_ONE = asyncio.Lock()
"""Drawings are made one at a time, so that those of games come soon."""


async def document(path: str) -> Document | None:
    """Return the document with this path, `None` if there is none."""
    match path.split("/"):
        case ["index.json"]:
            return Document(_index(), "application/json")
        case ["battles.json"]:
            return Document(await asyncio.to_thread(_battles), "application/json")
        case [title, "map", name] if name.endswith(".webp") and title in titles():
            return await _map(title, name.removesuffix(".webp"))
        case [title, "book.json"] if title in handbooks():
            return Document(_book(title), "application/json")
        case [title, chapter] if chapter.endswith(".png"):
            return await _drawing(title, chapter.removesuffix(".png"))
    return None


@lru_cache(maxsize=1)
def _index() -> bytes:
    """Return the words that lead into the books: numbers of cases, and forms of terms."""
    return msgspec.json.encode(
        [
            {
                "key": key,
                "name": titles()[key].name,
                "cases": list(book.cases),
                "terms": {form: name for name, term in book.terms.items() for form in (term.name, *term.also)},
            }
            for key, book in handbooks().items()
        ]
    )


@lru_cache
def _book(title: str) -> bytes:
    """Return the whole book of a title."""
    book = handbooks()[title]
    chapters = [
        {
            "key": key,
            "name": chapter.name,
            "text": chapter.text,
            "drawing": chapter.drawing.text if chapter.drawing is not None else "",
            "cases": [case.id for case in book.pages[key]],
        }
        for key, chapter in book.chapters.items()
    ]
    cases = {id: {"title": case.title, "text": case.text} for id, case in book.cases.items()}
    terms: dict[str, Any] = {
        key: {"name": term.name, "text": term.text, "cases": term.cases} for key, term in book.terms.items()
    }
    return msgspec.json.encode(
        {"name": titles()[title].name, "chapters": chapters, "cases": cases, "terms": terms}
    )


@lru_cache(maxsize=1)
def _battles() -> bytes:
    """Return the scenarios of all titles, with the facts by which players choose."""
    return msgspec.json.encode(
        [
            {
                "key": key,
                "about": game.about,
                "scenarios": [_battle(key, each) for each in facts.in_order(game.scenarios)],
            }
            for key, game in titles().items()
        ]
    )


def _battle(title: str, scenario: Scenario) -> dict[str, Any]:
    known = scenario.facts
    return {
        "key": scenario.key,
        "name": scenario.name,
        "battle": known.battle,
        "text": scenario.text.strip(),
        "players": len(scenario.seats),
        "measures": facts.measures(scenario),
        "winning": known.winning,
        "balance": facts.balance(known),
        "box": facts.box(scenario),
        "estimated": known.source == "ours" and bool(known.minutes or known.balance),
        "picture": f"{title}/map/{scenario.key}.webp" if draws(title) else "",
    }


async def _map(title: str, scenario: str) -> Document | None:
    if scenario not in titles()[title].scenarios or not draws(title):
        return None
    async with _ONE:
        made = await asyncio.to_thread(paint, Portrait(title, scenario))
    return Document(made.png, "image/webp") if made is not None else None


async def _drawing(title: str, chapter: str) -> Document | None:
    book = handbooks().get(title)
    found = book.chapters.get(chapter) if book is not None else None
    if found is None or found.drawing is None or not draws(title):
        return None
    async with _ONE:
        return await asyncio.to_thread(_drawn, title, chapter)


@lru_cache(maxsize=32)
def _drawn(title: str, chapter: str) -> Document | None:
    drawing = handbooks()[title].chapters[chapter].drawing
    assert drawing is not None
    try:
        return Document(paint(Illustration(title, drawing, LOOKS["standard"])).png, "image/png")
    except Exception:
        log.exception("the drawing of %s %s failed", title, chapter)
        return None
