"""Changes of an order: other values of its options, and changes that help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.chat.panel import in_words
from bot.chat.panel.in_words import Told
from bot.chat.panel.page import Choice
from bot.chat.panel.pieces import value_called
from bot.chat.panel.walk import Asked, Walked, led
from bot.chat.panel.way import Way, picked
from bot.kernel.fields import Field, fields
from bot.kit.advice import of_odds
from bot.kit.english import begun, short

FORGOING = {"with": "without", "or": "not", "by": "not by", "only": "not only", "on": "not on"}
"""How a change is called that takes back what an option names."""
ADDING = {"on": "also on"}
"""Names for changes that add a thing, if the plain name would suggest a swap."""
MOST_TRIED = 16
"""The changes of an order that are tested for a better chance."""


def better(
    game: AnyGame, seen: AnySeen, to: Walked, too: Sequence[Choice], name: str, room: int
) -> tuple[list[Choice], list[Told]]:
    """Return better changes of an order, each with a button that gives it at once.

    The best chance comes first; without dice they are companions, and yes or no. If a change adds no facts beyond
    the order's, its button says everything.
    """
    if to.way.purpose or game.undone(seen, to.action):
        return [], []
    stands = of_odds(game.odds(seen, to.action)).order
    options = [asked for asked in to.more if stands or asked.field.type is bool]
    changes = [*too, *(each for asked in options for each in changes_of(game, seen, to, asked))]
    green = (in_words.green(game, seen, [each]) for each in changes[:MOST_TRIED])
    given = [(change, orders[0]) for (change,), orders in green if orders]
    found = [each for each in given if says_all(game, seen, to.action, each[1].action, each[0].label)]
    better = [each for each in found if not stands or each[1].chance.order < stands]
    best = sorted(better, key=lambda each: each[1].chance.order)[: max(0, room)]
    buttons = [
        each._replace(label=joined_to(name, each.label), words=order.chance.mark, place="") for each, order in best
    ]
    known = game.beforehand(seen, to.action)
    told = [order._replace(button=each, change=True) for each, (_, order) in zip(buttons, best, strict=True)]
    return buttons, [order for order in told if any(said not in known for said in order.before)]


def says_all(game: AnyGame, seen: AnySeen, before: Any, action: Any, label: str) -> bool:
    """Return whether a change's name says all of it, companions included."""
    untold = 0
    for field in fields(type(action)):
        was, now = getattr(before, field.name), getattr(action, field.name)
        if was != now:
            new = [(each,) for each in now if each not in was] if field.many else [now]
            untold += any(not each or value_called(game, seen, field, each) not in label for each in new)
    return untold <= 1


def joined_to(name: str, label: str) -> str:
    """Return an order's name with a change: "Attack with Luftflotte 1"."""
    along = f"with {label[2:]}" if label.startswith("+ ") else label
    along = f"{along[:1].lower()}{along[1:]}" if along.startswith(("With ", "Without ")) else along
    return f"{name}{' ' if along.startswith('with ') else ', '}{along}"


def changes_of(game: AnyGame, seen: AnySeen, to: Walked, asked: Asked) -> list[Choice]:
    """Return the ways to other values of an option; ticked things change singly."""
    found = []
    for n, value in asked.shown:
        if asked.ticked and n not in asked.instead:
            numbers, sign = {*asked.now} ^ {n}, "− " if n in asked.now else "+ "
        else:
            numbers, sign = {n}, ""
        if numbers != {*asked.now}:
            way = picked(
                msgspec.structs.replace(to.way, page=0), asked.at, [str(each) for each in sorted(numbers)]
            )
            if n in asked.now and _has_another(game, seen, to, way, asked.field):
                continue
            label = _of_thing(game, seen, asked.field, value, sign) if asked.field.is_name and value else ""
            found.append(Choice(way.path("more"), "", label or _with_name(game, seen, asked.field, value)))
    return found


def _has_another(game: AnyGame, seen: AnySeen, to: Walked, way: Way, field: Field) -> bool:
    """Return whether an order without a thing names it or another again.

    It then cannot do without.
    """
    action = led(game, seen, way).action
    return action == to.action or (
        field.many and len(getattr(action, field.name)) >= len(getattr(to.action, field.name))
    )


def _of_thing(game: AnyGame, seen: AnySeen, field: Field, value: Any, sign: str) -> str:
    """Describe a thing's role in an order: "with 6th Squad", or "without 6th Squad"."""
    name, said = value_called(game, seen, field, value), game.option(field, value)
    if "{}" not in said:
        return f"{named(field)}: {sign}{name}"
    begins, whole = said.partition(" ")[0], said.format(name)
    changed = (FORGOING if sign.startswith("−") else ADDING if sign else {}).get(begins)
    if changed is not None:
        return f"{changed}{whole.removeprefix(begins)}"
    return f"− {whole}" if sign.startswith("−") else whole


def _with_name(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    """Name a value of an option with the option."""
    if (said := game.option(field, value)) and "{}" not in said:
        return said
    label, name = labelled(game, seen, field, value, several=False), named(field)
    return label if label.startswith(f"{name}: ") else f"{name}: {label}"


def labelled(game: AnyGame, seen: AnySeen, field: Field, value: Any, several: bool) -> str:
    """Return the label of a field's value on a button or in a list."""
    if several:
        return game.label(seen, field, value)
    if (said := game.option(field, value)) and "{}" not in said:
        return begun(said)
    if field.many:
        return ", ".join(short(game.label(seen, field, each)) for each in value) or f"{named(field)}: as usual"
    if isinstance(value, bool):
        return f"{named(field)}: {'yes' if value else 'no'}"
    if value in ("", 0):
        return f"{named(field)}: –"
    return game.label(seen, field, value)


def named(field: Field) -> str:
    """Return the readable name of an option, without underscores."""
    return field.name.replace("_", " ")
