"""Orders in words on a page, with chances and dangers, each with a green button."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from bot.chat.desk.order_text import AnyGame, AnySeen, spoken
from bot.chat.panel.page import Choice
from bot.chat.panel.walk import led
from bot.chat.panel.way import Way
from bot.kernel.fields import fields
from bot.kernel.game import kind_of
from bot.kit.advice import Remark, of_odds

MOST = 6
"""The most goals in words; other choices show their order before it is given."""


FILLERS = {"you", "at", "to", "in", "the", "a", "an"}
"""Words of a sentence that its button need not have."""


class Told(NamedTuple):
    """A whole order, and its description on the page."""

    action: Any
    chance: Remark
    before: tuple[str, ...]
    """Facts to know before it is given."""
    button: Choice | None = None
    """The button that gives it, and the facts it names."""
    change: bool = False
    """Whether it changes a described order; then its button names the change."""

    @property
    def untold(self) -> tuple[str, ...]:
        """The facts that its button does not say: its chance and cost."""
        words, says = (self.button.words, self.button.says) if self.button is not None else ("", ())
        chance = [f"{self.chance.words}."] if self.chance.words and self.chance.mark not in words else []
        return (*chance, *(said for said in self.before if said not in says))


def told(game: AnyGame, seen: AnySeen, way: Way) -> Told | None:
    """Return the order of a way, if it is legal and a line of words describes it.

    Orders that leave work undone need a question, and orders for a plan or list are given later. A hopeless order
    may be wanted, such as a shot that helps the next, but needs a second tap.
    """
    if way.purpose or kind_of(game, way.name) is None:
        return None
    to = led(game, seen, way)
    if to.asks is not None or game.judge(seen, to.action) is not None or game.undone(seen, to.action):
        return None
    odds = game.odds(seen, to.action)
    if odds is not None and (odds.hope is None or not odds.hope[1]):
        return None
    return Told(to.action, of_odds(odds), tuple(game.beforehand(seen, to.action)))


def green(game: AnyGame, seen: AnySeen, choices: Iterable[Choice]) -> tuple[list[Choice], list[Told]]:
    """Return the choices, made immediate if complete, and the orders to describe."""
    found, orders = [], []
    for choice in choices:
        way = Way.read(choice.path.split(":")[1:])
        order = told(game, seen, way) if way is not None else None
        if way is not None and order is not None:
            choice = choice._replace(path=way.path("act"), at_once=True)
            orders.append(order._replace(button=choice))
        found.append(choice)
    return found, orders


def lines(game: AnyGame, seen: AnySeen, orders: Sequence[Told]) -> list[str]:
    """Describe orders, a line each; facts common to all come first."""
    untold = [each.untold for each in orders]
    common = [said for said in untold[0] if all(said in each for each in untold)] if len(orders) > 1 else []
    found = [f"Whichever you choose: {_within(' '.join(common))}"] if common else []
    own = [_own(game, seen, each, common) for each in orders]
    known = Counter(each.begins for each in own)
    for _, kind in groupby(own, lambda each: type(each.order.action)):
        found += _of_kind([*kind], known)
    return [f"- {line}" for line in found]


class Own(NamedTuple):
    """An order in words, without the common facts."""

    order: Told
    sentence: str
    begins: str
    """The sentence up to the thing that the button names; "" if it names none."""
    said: tuple[str, ...]
    """Further facts."""

    @property
    def whole(self) -> str:
        """The order in words with its facts; "" if its button says all, as with "Done"."""
        label = self.order.button.label if self.order.button is not None else ""
        bare = not self.said and (not fields(type(self.order.action)) or _words(self.sentence) <= _words(label))
        if self.order.change and self.order.button is not None:
            return " ".join((f"**{self.order.button.label}.**", *self.said)) if self.said else ""
        return "" if bare else " ".join((self.sentence, *self.said))

    @property
    def short(self) -> str:
        """The order beyond its button's name, such as its way; "" if there is no more."""
        assert self.order.button is not None
        goal = next(each for each in _goals(self.order) if self.sentence.startswith(f"{self.begins}{each}"))
        further = self.sentence[len(self.begins) + len(goal) :].rstrip(".")
        label = self.order.button.label
        named = f"**{label}**{further}." if further else f"**{label}.**"
        return " ".join((named, *self.said)) if further or self.said else ""


def _words(text: str) -> set[str]:
    """Return the meaningful words: the button "Attack: C4" has those of the sentence."""
    return {*re.findall(r"\w+", text.casefold())} - FILLERS


def _own(game: AnyGame, seen: AnySeen, order: Told, common: Sequence[str]) -> Own:
    sentence = game.spoken(seen, order.action)
    ends = (re.search(rf" (?={re.escape(goal)}(?!\w))", sentence) for goal in _goals(order))
    begins = next((sentence[: found.end()] for found in ends if found), "")
    return Own(order, sentence, begins, tuple(said for said in order.untold if said not in common))


def _goals(order: Told) -> Iterator[str]:
    """Yield the thing a button may name last: "E5" in "Advance: E5"."""
    named = order.button.label.rpartition(": ")[2] if order.button is not None else ""
    yield from dict.fromkeys(filter(None, (named, named.rpartition(", ")[2])))


def _of_kind(orders: Sequence[Own], known: Mapping[str, int]) -> list[str]:
    """Describe orders of one kind; alike orders share a line, or need none.

    How several begin is on their buttons already, and is not said of each.
    """
    if len(orders) > 1 and len({(each.order.chance, each.order.before) for each in orders}) == 1:
        first = orders[0]
        name = spoken(type(first.order.action))
        return [f"{name}, whichever you choose: {_within(' '.join(first.said))}"] if first.said else []
    told = (each.short if each.begins and known[each.begins] > 1 else each.whole for each in orders)
    return [line for line in told if line]


BEGIN = ("It ", "They ", "That ", "This ", "There ", "The ", "An enemy ", "Enemies ", "Afterwards ")
"""How sentences begin whose first word is no name."""


def _within(text: str) -> str:
    """Write sentences as they stand behind a colon."""
    return text[:1].lower() + text[1:] if text.startswith(BEGIN) else text
