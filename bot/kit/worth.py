"""What is worth knowing of an order before it is given, for every title that says nothing of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot.kernel.fields import Field, fields, given
from bot.kernel.game import Game, Odds, Worth, verb
from bot.kernel.secret import Seen
from bot.kit.words import join, percent, short

Some = Mapping[str, Any]
"""Fields of an order that are known."""
Where = Callable[[Seen[Any], Any], str]
"""The place on the map where a piece stands."""


def weighed(
    game: Game[Any, Any, Any],
    where: Where,
    seen: Seen[Any],
    kind: type[Any],
    known: Some,
    field: Field,
    values: Sequence[Any],
) -> list[Worth]:
    """Say of each value where it is on the map, and its chance where it makes the order whole."""
    found = []
    for value in values:
        action = completed(kind, known, field, value)
        worth = of_odds(game.odds(seen, action) if action is not None else None)
        found.append(msgspec.structs.replace(worth, place=place_of(game, where, seen, field, value)))
    return found


def of_odds(odds: Odds | None) -> Worth:
    """Return what the chance is of what is hoped for: the best comes first."""
    if odds is None or odds.hope is None:
        return Worth()
    what, chance = odds.hope
    return Worth((-chance,), f"{percent(chance)} {what}", percent(chance))


def together(plain: Worth, told: Worth) -> Worth:
    """Return what odds and a title's own words tell together: the best chance first, then the title's order."""
    words = ", ".join(filter(None, (plain.words, told.words)))
    order = (*(plain.order or (0.0,)), *told.order)
    return Worth(order, words, told.mark or plain.mark, told.place or plain.place)


def completed(kind: type[Any], known: Some, field: Field, value: Any) -> Any | None:
    """Return the order that a value makes whole, all options as usual; `None` where it lacks more."""
    said = {**known, field.name: (value,) if field.many and not isinstance(value, tuple) else value}
    if any(each.required and each.name not in said for each in fields(kind)):
        return None
    return kind(**said)


def place_of(game: Game[Any, Any, Any], where: Where, seen: Seen[Any], field: Field, value: Any) -> str:
    """Return where on the map a value of a field is; of several together, where the first one is."""
    one = value[0] if isinstance(value, tuple) and value else value
    if not one or isinstance(one, tuple | bool):
        return ""
    if field.type is game.place:
        return str(one)
    return where(seen, one) if field.is_name else ""


def spoken(game: Game[Any, Any, Any], seen: Seen[Any], action: Any) -> str:
    """Say an order by its fields: "Advance: 2nd Squad, to C6." of `advance unit:2nd Squad to:C6`."""
    named = fields(type(action))
    said = given(action)
    parts = [_said(game, seen, field, said[field.name], n) for n, field in enumerate(named) if field.name in said]
    told = f": {', '.join(parts)}" if parts else ""
    return f"{verb(type(action)).replace('-', ' ').capitalize()}{told}."


def _said(game: Game[Any, Any, Any], seen: Seen[Any], field: Field, value: Any, n: int) -> str:
    name = field.name.replace("_", " ")
    if isinstance(value, bool):
        return name if value else f"no {name}"
    values = value if isinstance(value, tuple) else (value,)
    called = join(short(game.label(seen, field, each)) if field.is_name else str(each) for each in values)
    return called if n == 0 and field.required else f"{name} {called}"


def hoped(odds: Odds | None) -> str:
    """Say how likely it is what is hoped for: "58 % hits."."""
    return f"{of_odds(odds).words}." if odds is not None and odds.hope is not None else ""
