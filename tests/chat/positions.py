"""Moments of games played in memory, one for each action that is legal there."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from bot.kernel.game import legal, open_kinds, verb
from bot.kernel.secret import Seat
from bot.titles import titles
from tests.match import Match, step

GAMES = (
    ("first", 1, ""),
    ("kalach", 1, ""),
    ("barrikady", 5, "molotov"),
    *(("kalach", seed, "") for seed in range(2, 60)),
)
"""The scenario, the seed, and a preferred order.

Random play rarely throws Molotov cocktails.
"""
MOST_MOVES = 600
ANYTIME = ("order", "resign")
BARRAGE = "barrage"
"""A position in which a card may be played on more hexes than a list can show."""
LONE = "lone card"
"""A position in which a side can discard only one card."""

VERBS = (BARRAGE, *(verb(kind) for kind in titles()["tide"].actions if verb(kind) not in ANYTIME))
"""The names of the positions that have to be found."""


class Position(NamedTuple):
    """A moment, and the seat that can act."""

    match: Match
    seat: Seat


@cache
def positions() -> dict[str, Position]:
    """Return a position for each verb; some arise only late, and not in every battle."""
    game = titles()["tide"]
    wanted = {LONE, *VERBS}
    found: dict[str, Position] = {}
    for scenario, seed, wish in GAMES:
        if wanted <= found.keys():
            break
        rnd = Random(seed)
        match = Match(game, scenario, {}, seed.to_bytes(32, "big"))
        while not match.over and len(match.log) < MOST_MOVES:
            for seat in match.asked:
                seen = match.seen(seat)
                for kind in open_kinds(game, seen):
                    if verb(kind) not in found and next(legal(game, seen, kind), None) is not None:
                        found[verb(kind)] = Position(match.cut(len(match.log)), seat)
                    if verb(kind) == "card" and BARRAGE not in found and len(list(legal(game, seen, kind))) > 100:
                        found[BARRAGE] = Position(match.cut(len(match.log)), seat)
                    if verb(kind) == "subvert" and LONE not in found and len(list(legal(game, seen, kind))) == 1:
                        found[LONE] = Position(match.cut(len(match.log)), seat)
            if not (wish and _played(match, wish)):
                step(match, rnd)
    assert wanted <= found.keys(), wanted - found.keys()
    return {**found, **dict.fromkeys(ANYTIME, found["advance"])}


def _played(match: Match, wish: str) -> bool:
    """Take an action that has to do with a wish, where somebody can."""
    for seat in match.asked:
        seen = match.seen(seat)
        for kind in open_kinds(match.game, seen):
            if verb(kind) in ("card", "special"):
                for action in legal(match.game, seen, kind):
                    if wish in str(action):
                        return match.act(seat, action) is None
    return False
