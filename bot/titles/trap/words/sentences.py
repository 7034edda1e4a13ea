"""Values of the fields of orders in sentences, and their options in a few words."""

from __future__ import annotations

from typing import Any

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.english import FACES
from bot.titles.trap.field import names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, MarkerId, UnitId


def fill(seen: Seen[State], field: Field, value: Any, one: str, more: str) -> str:
    """Name the value of a field, units with the verb that goes with them."""
    if field.type is UnitId:
        ids = value if field.many else (value,)
        return say.they(seen, ids, one, more) if one else say.who(seen, *ids)
    if field.type is HexId:
        return names.place(value)
    return say.marker(seen, value) if field.type is MarkerId else FACES.get(value, str(value))


OPTIONS = {
    ("who", "all"): "everybody", ("who", "foot"): "only on foot", ("who", "vehicles"): "only vehicles",
    ("chance", "any"): "fire if a hit is possible", ("chance", "third"): "fire only at a 33 % chance or better",
    ("chance", "half"): "fire only at a 50 % chance or better", ("to", ""): "until it is blocked",
    ("where", "cover"): "into cover", ("where", "here"): "in the hexes of their vehicles",
    ("level", "upper"): "upstairs", ("level", "ground"): "on the ground",
    ("how", "fire"): "by fire", ("how", "hand"): "by hand",
}  # fmt: skip


NAMED = {
    "at": "at {}", "units": "with {}", "others": "with {}", "sniper": "with {}", "spotter": "spotted by {}",
    "via": "by {}", "onto": "on {}", "also": "or {}", "to": "up to {}",
}  # fmt: skip
"""Phrases for the options of an order that name something."""


def option(field: Field, value: Any) -> str:
    """Say what an option of an order does; "" if its name and value say it."""
    if field.name == "facing":
        return f"facing {FACES.get(value, 'as usual')}"
    if field.name in NAMED and not field.required and value:
        return NAMED[field.name]
    return OPTIONS.get((field.name, value), "") if field.choices or field.name == "to" else ""
