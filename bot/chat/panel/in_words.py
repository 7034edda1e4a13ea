"""Orders that a page tells in words, with their chances and dangers, so that a green button gives each at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from bot.chat.desk.order_text import AnyGame, AnySeen, spoken
from bot.chat.panel.page import Choice
from bot.chat.panel.way import Way, led
from bot.kernel.game import kind_of
from bot.kit.advice import Remark, of_odds

MOST = 6
"""So many goals are told in words at the most; who chooses another one sees its order before it is given."""


class Told(NamedTuple):
    """A whole order, and what the page tells of it."""

    action: Any
    chance: Remark
    before: tuple[str, ...]
    """What to know before it is given."""


def told(game: AnyGame, seen: AnySeen, way: Way) -> Told | None:
    """Return the order to which a way leads, if it may be given and a line of words tells all of it.

    What leaves something undone is asked about, and an order for a plan or a list is not given now.
    """
    if way.purpose or kind_of(game, way.name) is None:
        return None
    to = led(game, seen, way)
    if to.asks is not None or game.judge(seen, to.action) is not None or game.undone(seen, to.action):
        return None
    odds = game.odds(seen, to.action)
    if odds is not None and odds.hope is None:
        return None
    return Told(to.action, of_odds(odds), tuple(game.beforehand(seen, to.action)))


def green(game: AnyGame, seen: AnySeen, choices: Iterable[Choice]) -> tuple[list[Choice], list[Told]]:
    """Return choices, those that make an order whole as ones that give it at once, and the orders to be told."""
    found, orders = [], []
    for choice in choices:
        way = Way.read(choice.path.split(":")[1:])
        order = told(game, seen, way) if way is not None else None
        if way is not None and order is not None:
            orders.append(order)
            choice = choice._replace(path=way.path("act"), at_once=True)
        found.append(choice)
    return found, orders


def lines(game: AnyGame, seen: AnySeen, orders: Sequence[Told]) -> list[str]:
    """Tell orders, a line each; what is to be known of all of them is told once, and before them."""
    common = [said for said in orders[0].before if _in_all(said, orders)] if len(orders) > 1 else []
    own = [each._replace(before=tuple(said for said in each.before if said not in common)) for each in orders]
    found = [
        line for _, kind in groupby(own, lambda each: type(each.action)) for line in _of_kind(game, seen, [*kind])
    ]
    return [f"- {line}" for line in [*([f"Each of these: {_within(' '.join(common))}"] if common else []), *found]]


def _in_all(said: str, orders: Sequence[Told]) -> bool:
    return all(said in each.before for each in orders)


def _of_kind(game: AnyGame, seen: AnySeen, orders: Sequence[Told]) -> list[str]:
    """Tell orders of one kind; where all are alike but for what their buttons name, in one line or none."""
    said = {(each.chance, each.before) for each in orders}
    if len(orders) > 1 and len(said) == 1:
        first = orders[0]
        words = _joined(first)
        return [f"{spoken(type(first.action))}, any of them: {_within(words)}"] if words else []
    return [sentence(game, seen, each) for each in orders]


def _within(text: str) -> str:
    """Write sentences as they stand behind a colon."""
    return (
        text[:1].lower() + text[1:]
        if text.startswith(("It ", "They ", "That ", "There ", "Afterwards "))
        else text
    )


def sentence(game: AnyGame, seen: AnySeen, order: Told) -> str:
    """Tell an order with its chance, and what to know before it is given."""
    return " ".join(filter(None, [game.spoken(seen, order.action), _joined(order)]))


def _joined(order: Told) -> str:
    return " ".join(filter(None, [f"{order.chance.words}." if order.chance.words else "", *order.before]))
