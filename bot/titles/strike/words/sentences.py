"""Values of the fields of orders in sentences, and the effects of their options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.advice import Advice
from bot.titles.strike.field import names
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import UnitId
from bot.titles.strike.words import remarks


def fill(seen: Seen[State], field: Field, value: Any, one: str, more: str) -> str:
    """Return the value of a field by its name, units with the matching verb."""
    if field.type is not UnitId:
        return names.place(seen.state, value)
    ids = value if field.many else (value,)
    return names.they(seen, ids, one, more) if one else names.called(seen, ids)


CHANGED: Mapping[tuple[str, Any], str] = {
    ("method", "best"): "by the better method",
    ("method", "odds"): "by odds",
    ("method", "differential"): "by differential",
    ("supply", True): "paying for supply",
    ("supply", False): "without paying for supply",
    ("full", True): "at full strength",
    ("full", False): "reduced",
}
NAMED: Mapping[str, str] = {
    "air": "with {}", "airlift": "with supply by {}", "bomb": "bombing {} first", "bomber": "bombs by {}",
    "units": "only {}", "reserves": "with {}", "leader": "with {}", "supplied": "supply for {}", "at": "at {}",
    "via": "by {}",
}  # fmt: skip
"""The part in the order of the thing that an option names."""
WITHOUT: Mapping[str, str] = {
    "air": "without air support", "airlift": "without supply by air", "bomb": "without bombs",
    "leader": "by the best leader",
}  # fmt: skip
"""The effect of an option that names nothing."""


def option(field: Field, value: Any) -> str:
    """Return the effect of an option in a few words; "" if its name says it all."""
    if field.is_name:
        return (NAMED if value else WITHOUT).get(field.name, "")
    return CHANGED.get((field.name, value), "")


ADVICE: Advice[State] = Advice(
    where=remarks.where,
    weigh=remarks.weigh,
    fill=fill,
    beforehand=remarks.beforehand,
    threats=remarks.threats,
    option=option,
    rests=remarks.rests,
)
