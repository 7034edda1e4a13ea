"""A unit or the ground of a place with each figure explained."""

from __future__ import annotations

from discord import SelectOption

from bot.chat.controls.buttons import Pick
from bot.chat.desk.answers import fit
from bot.chat.desk.order_text import LONGEST, MOST, AnyGame, AnySeen, clip
from bot.chat.panel.page import Page, laid
from bot.kernel.profile import Figure

MEANING = 170
"""The most letters of a meaning; the case itself says more."""
ROOM = 1900
"""The most letters of a page."""


def page(game: AnyGame, seen: AnySeen, number: int, place: str, at: int = 0) -> Page:
    """Return the explanation of a unit in a place; the last one is the ground.

    `number` is that of the game. A list leads to the others.
    """
    found = list(game.profiles(seen, place))
    if not found:
        return Page("🔎 Nothing here has figures.", laid())
    at = min(at, len(found) - 1)
    shown = found[at]
    lines, told = [f"🔎 **{shown.name}**"], set[str]()
    for each in shown.figures:
        lines.append(_line(game, each, again=each.cite in told))
        told.add(each.cite)
    options = [
        SelectOption(label=clip(each.name, LONGEST), value=str(n), default=n == at)
        for n, each in enumerate([*found[: MOST - 1], *found[MOST - 1 :][-1:]])
    ]
    lists = [Pick(f"figures:{number}:{place}", options, "Explain another")] if len(found) > 1 else []
    return Page(fit("\n".join(lines), ROOM), laid(lists))


def _line(game: AnyGame, each: Figure, *, again: bool) -> str:
    """Name a figure and its case; `again` leaves the meaning out."""
    meaning = "" if again else f" {_meaning(game.cases[each.cite].text)}"
    return f"- **{each.name}:** {each.value}.{meaning} ({each.cite})"


def _meaning(text: str) -> str:
    """Return as many whole sentences of a case as there is room for; at least one."""
    first, *more = text.split(". ")
    said = first
    for each in more:
        if len(said) + len(each) > MEANING:
            break
        said = f"{said}. {each}"
    return said.rstrip(".") + "."
