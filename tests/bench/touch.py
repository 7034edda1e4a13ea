"""Speed of panel and map on the largest scenarios: orders and pictures after taps.

Milliseconds are those of the processor, so that a busy machine does not count; the collector looks at no more than
it does in the bot. In Discord the picture is a crop, at home the whole map.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from bot.chat.panel import at, panel
from bot.chat.panel.page import Shown
from bot.chat.panel.pieces import subjects
from bot.chat.panel.values import possible
from bot.chat.panel.way import Way
from bot.kernel.game import open_kinds
from bot.running import attend_to_people
from bot.titles import titles
from render.look import STANDARD
from render.titles import PICTURES
from tests.bench.rows import Row, percentile
from tests.bench.strike import spent
from tests.match import Match

LARGEST = {"tide": "korsun", "strike": "campaign", "trap": "historical", "firefight": "armour"}
MOMENTS, BETWEEN = 8, 15
"""The moments of a game with taps, and the orders between them."""
PIECES = 4
"""The pieces tapped at a moment."""
ORDERS = 200
"""The orders of a game before which the panel is opened."""


class Touched(NamedTuple):
    """The milliseconds of taps."""

    previews: list[float]
    crops: list[float]
    maps: list[float]


def touched(title: str, scenario: str) -> Touched:
    """Let the computer play, and tap pieces of the player in turn."""
    game, found, first = titles()[title], Touched([], [], []), True
    match = Match(game, scenario, {}, b"touch")
    for _ in range(MOMENTS + 1):
        _let_play(match)
        if match.over:
            break
        if first and found.previews:  # The map is drawn and its lines of sight are found once, at the first touch.
            found, first = Touched([], [], []), False
        seen = match.seen(match.asked[0])
        for subject in subjects(game, seen, open_kinds(game, seen))[:PIECES]:
            start = time.process_time()
            shown = at.page(game, seen, Way(1, len(match.log)), subject.place).shown
            taken = (time.process_time() - start) * 1000
            if shown is not None:
                found.previews.append(taken)
                found.crops.append(spent(_draw, title, shown, "crop"))
                found.maps.append(spent(_draw, title, shown, "board"))
    return found


@contextmanager
def attended() -> Iterator[None]:
    """Set the process up as the bot is."""
    titles()
    usual = sys.getswitchinterval()
    attend_to_people()
    try:
        yield
    finally:
        sys.setswitchinterval(usual)
        gc.unfreeze()


def _let_play(match: Match) -> None:
    for _ in range(BETWEEN):
        if match.over:
            return
        (seat, *_) = match.asked
        seen = match.seen(seat)
        action = match.game.answer(seen) or match.game.play(seen)
        assert match.act(seat, action, "computer") is None
        match.states.clear()


def _draw(title: str, shown: Shown, how: str) -> Any:
    pictures = PICTURES[title]
    if how == "crop":
        return pictures.crop(shown.seen, shown.sketch, STANDARD, picks=shown.picks)
    return pictures.board(shown.seen, STANDARD, sketch=shown.sketch, picks=shown.picks)


def touches() -> Iterator[Row]:
    """The cost of a tap on an own piece: weighed orders in words, and their pictures."""
    for title, scenario in LARGEST.items():
        with attended():
            found = touched(title, scenario)
        for what, taken in (
            ("orders of what is tapped", found.previews),
            ("their tinted crop", found.crops),
            ("their tinted map", found.maps),
        ):
            yield Row(f"{scenario}: {what}, p95 of {len(taken)}", percentile(taken, 95), "ms", most=250.0)


def opened(title: str, scenario: str) -> list[float]:
    """Open "Your orders" before each computer order; returns the milliseconds."""
    game, taken = titles()[title], list[float]()
    match = Match(game, scenario, {}, b"panel")
    for _ in range(ORDERS):
        if match.over:
            break
        (seat, *_) = match.asked
        seen = match.seen(seat)
        start = time.process_time()
        panel.begin(game, seen, Way(1, len(match.log)), possible(game, seen), "")
        taken.append((time.process_time() - start) * 1000)
        assert match.act(seat, game.answer(seen) or game.play(seen), "computer") is None
        match.states.clear()
    return taken


def panels() -> Iterator[Row]:
    """The cost of "Your orders" at any moment: all beginnings, weighed and in words."""
    learning = [(title, "first", 40.0) for title in LARGEST]
    for title, scenario, most in (*learning, *((*largest, 80.0) for largest in LARGEST.items())):
        with attended():
            taken = opened(title, scenario)
        name = f"{titles()[title].name}, {scenario}: panel"
        yield Row(f"{name}, p95 of {len(taken)}", percentile(taken, 95), "ms", most=most)
        yield Row(f"{name}, the slowest", max(taken), "ms", most=1000.0)


MEASURES = (touches, panels)
