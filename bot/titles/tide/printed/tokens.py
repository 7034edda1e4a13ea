"""Tokens of works: two-sided tokens, and their number for summer and winter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.kernel.rule import case
from bot.titles.tide.printed.tables import Tables

Token = tuple[str, bool]
"""The work on the front of a token, and whether it is one of the winter set."""


@case("FB-winter-1")
def token(printed: Tables, kind: str, snow: bool) -> Token:
    """Return the token of a work; two works share the sides of a token.

    These are entrenchments and pillboxes, and tank traps and wire.
    """
    return printed.works[kind].back_of or kind, snow


def limit(printed: Tables, token: Token) -> int | None:
    """Return how many of a token there are, `None` without a limit."""
    front, snow = token
    work = printed.works.get(front)
    return None if work is None else work.winter if snow else work.summer


@case("FB-winter-1")
def short(printed: Tables, laid: Iterable[Token]) -> dict[Token, int]:
    """Return the tokens that are overused, with their number."""
    limits = {each: (n, limit(printed, each)) for each, n in Counter(laid).items()}
    return {each: most for each, (n, most) in limits.items() if most is not None and n > most}
