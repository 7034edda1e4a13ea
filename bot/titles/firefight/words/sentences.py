"""The effects of the options of orders, in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.kernel.fields import Field
from bot.kit.advice import Advice
from bot.kit.english import FACES, count, join
from bot.titles.firefight.field import economy, phrases
from bot.titles.firefight.model.state import State
from bot.titles.firefight.words import remarks, volleys


def _of_rolls(caps: Sequence[int]) -> str:
    """Describe the CAPs on a single roll, or on the first two rolls."""
    if not any(caps):
        return "No CAPs on the roll"
    if len(caps) == 1:
        return f"{caps[0]:+} on the roll by CAPs"
    first, *others = (f"{n:+}" if n else "none" for n in caps)
    return f"{first} on the first roll by CAPs, {join(others)} on the next"


WAYS_TO_PAY = {
    "": "Paid as usual",
    "activation": "Paid in action points",
    "opportunity": "As an opportunity action",
    "command": "Paid in CAPs alone",
    "card": "By a Command Action card",
}


def option(field: Field, value: Any) -> str:
    """Describe an option of an order: a card's units, a payment, or CAPs."""
    if field.name == "units":
        return "on {}"
    if field.name == "by":
        return WAYS_TO_PAY[value]
    if field.name == "pay":
        return {"ap": "For one action point", "cap": "For one CAP"}.get(value, "Paid as usual")
    if field.name == "card" and not value:
        return "without the card"
    if field.name == "via":
        return "by {}"
    if field.name == "facing":
        return f"facing {FACES.get(value, 'as usual')}"
    if field.name == "weapon":
        return "With the flamethrower" if value else "Without the flamethrower"
    if field.name == "aim":
        return _of_rolls(value)
    if field.name != "caps":
        return ""
    if field.most > economy.MOST_AIM:  # A roll takes at most two CAPs (1.5a); a cost may take more.
        return f"{count(value, 'CAP')} for the cost" if value else "No CAPs for the cost"
    return f"{value:+} by CAPs" if value else "No CAPs"


ADVICE: Advice[State] = Advice(
    where=remarks.where,
    weigh=remarks.weigh,
    fill=phrases.fill,
    threats=remarks.threats,
    option=option,
    rests=remarks.rests,
    fewer=volleys.fewer,
)
