"""Presses on panel pages without a Discord in between."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.chat.panel.order_page import go_on
from bot.chat.panel.page import Page
from bot.chat.panel.panel import begin
from bot.chat.panel.values import possible
from bot.chat.panel.walk import led
from bot.chat.panel.way import Way, picked
from tests.chat.thumbs import Control, is_partly, next_step
from tests.match import AnyGame, AnySeen

MOST_PAGES = 40


class Lost(AssertionError):
    """No offer leads to this order."""


class Button(NamedTuple):
    """A button of a page."""

    custom_id: str
    label: str


class Leaf(NamedTuple):
    """A page as a message shows it."""

    content: str
    buttons: list[Button]
    selects: list[dict[str, Any]]


def leaf(page: Page) -> Leaf:
    """Return a page as a message shows it."""
    parts = [part for row in page.view.to_components() for part in row["components"]]
    buttons = [Button(part["custom_id"], part.get("label") or "") for part in parts if part["type"] == 2]
    return Leaf(page.text, buttons, [part for part in parts if part["type"] == 3])


def first(game: AnyGame, seen: AnySeen) -> Page:
    """Return the page with which one begins."""
    return begin(game, seen, Way(1, 1), possible(game, seen), "Your orders")


def put_together(game: AnyGame, seen: AnySeen, wanted: Any, page: Page) -> Any:
    """Press from the first page towards an order, and return the last button's order.

    Raises `Lost`.
    """
    gone: set[tuple[str, tuple[str, ...]]] = set()
    vain: set[tuple[str, tuple[str, ...]]] = set()
    begin = page
    for _ in range(MOST_PAGES):
        shown: Any = leaf(page)
        best = next_step(game, seen, wanted, shown, gone)
        if best is None and vain:
            page, gone, vain = begin, vain, set()
            continue
        if best is None:
            raise Lost(f"no way to {wanted}: {shown.content}\n{[button.label for button in shown.buttons]}")
        gone.add((best.custom_id, best.values))
        if is_partly(best):
            vain.add((best.custom_id, best.values))
        to = followed(best)
        if best.acts:
            return led(game, seen, to).action
        found = go_on(game, seen, to)
        assert found is not None
        page = found
    raise Lost(f"no way to {wanted}")


def followed(control: Control) -> Way:
    """Return the way to which a button or a choice leads."""
    what, *parts = control.custom_id.partition(":")[2].split(":")
    way = Way.read(parts[:5])
    assert way is not None
    if what == "pick":
        return picked(way, int(parts[5]), control.values)
    if what == "goal":
        name, _, picks = control.values[0].partition(":")
        return Way(way.game, way.moment, name, tuple(picks.split(".")) if picks else ())
    return replace(way, picks=("+".join(control.values),)) if what == "some" else way
