"""Values of the fields of orders in sentences, and the effects of their options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.advice import Advice
from bot.kit.english import join
from bot.titles.tide.field import names
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, DeckId, UnitId
from bot.titles.tide.words import remarks


def fill(seen: Seen[State], field: Field, value: Any, one: str, more: str) -> str:
    """Return the value of a field by its name, units as the reader calls them."""
    if field.type is UnitId:
        return names.for_reader(seen, value)
    if field.type is CardId:
        return names.card(value)
    return names.deck(value) if field.type is DeckId else str(value)


AFTER_FIRE: Mapping[str, str] = {
    "": "when fired at: as your standing orders say, or else you are asked",
    "ask": "when fired at: stop and ask me",
    "go on": "when fired at: continue",
    "stop": "when fired at: stop there",
}
"""A moving unit's reaction to fire or surprise."""
CHANGED: Mapping[tuple[str, Any], str] = {
    ("mode", "normal"): "to kill",
    ("mode", "suppressive"): "to suppress",
    ("first", "fire"): "fire first",
    ("first", "move"): "move first",
    ("concealed", True): "concealed",
    ("concealed", False): "not concealed",
}
NAMED: Mapping[str, str] = {
    "support": "with {}", "helper": "with {}", "crew": "moved along by {}", "only": "only the {}",
    "mg_only": "only the MG of {}", "clear": "clearing the wire at {}", "via": "by {}",
}  # fmt: skip
"""The role in the order of a thing that an option names."""


def option(field: Field, value: Any) -> str:
    """Describe an option's effect: fire mode, figures, support, reaction to fire."""
    if field.name == "after_fire" and value in AFTER_FIRE:
        return AFTER_FIRE[value]
    if field.name == "using":
        named = [names.PLURALS[kind] if kind in names.RIFLES else names.SINGULARS[kind] for kind in value]
        return f"only the {join(named)}" if named else "with all that helps"
    if field.name == "figure" and value:
        return names.article(names.SINGULARS[value])
    if field.name == "back" and value:
        return f"for {names.some(value)}"
    if field.name == "to" and not field.required:
        return "from {}"
    return NAMED.get(field.name, "") or ("" if field.many else CHANGED.get((field.name, value), ""))


ADVICE: Advice[State] = Advice(
    where=remarks.where,
    weigh=remarks.weigh,
    fill=fill,
    threats=remarks.threats,
    option=option,
)
