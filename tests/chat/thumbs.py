"""Somebody who never types: they press, pick from lists, and page through them.

What they want is the computer player's choice; how they say it is found by reading what the panel offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.chat.pieces import beginning, subject_of
from bot.chat.table import Table
from bot.chat.way import Way, led, picked
from bot.kernel.fields import fields
from bot.kernel.game import kind_of
from bot.local import Message
from tests.chat.evening import DONE, PATIENCE, Player, answer
from tests.match import AnyGame, AnySeen

MOST_PAGES = 40


class Control(NamedTuple):
    """Something on a page that leads on: its id, what is picked there, the way it leads to, and the taps."""

    custom_id: str
    values: tuple[str, ...]
    way: Way
    taps: int
    acts: bool = False


class Thumbs:
    """Gives orders, and counts the taps: one for a button, two for a list, three where it is ticked."""

    def __init__(self) -> None:
        self.taps = 0
        self.orders = 0

    async def play(self, player: Player, table: Table, page: Message | None = None) -> Message:
        """Make the next move of whoever is asked, from a page of now or else the last post; returns the answer."""
        seat = table.seat_of(player.id)
        assert seat is not None
        return await self.give(player, table, table.game.play(table.seen(seat)), page)

    async def give(self, player: Player, table: Table, wanted: Any, page: Message | None = None) -> Message:
        """Give an order with nothing but buttons and lists."""
        before = len(table.log)
        if page is None or not is_of_now(table, page):
            page = await player.clicks(player.last(), "Your orders")
            self.taps += 1
        seat = table.seat_of(player.id)
        assert seat is not None
        page = await self.fill(player, table.game, table.seen(seat), wanted, page)
        assert page.content.startswith(DONE), page.content
        assert table.log[before].action == wanted
        self.orders += 1
        return page

    async def fill(
        self, player: Player, game: AnyGame, seen: AnySeen, wanted: Any, page: Message, *, act: bool = True
    ) -> Message:
        """Walk to an order and give it, or stop before that."""
        gone: set[tuple[str, tuple[str, ...]]] = set()
        for _ in range(MOST_PAGES):
            best = next_step(game, seen, wanted, page, gone)
            assert best is not None, f"no way to {wanted}: {page.content}"
            if best.acts and not act:
                return page
            gone.add((best.custom_id, best.values))
            self.taps += best.taps
            page = await press(player, page, best)
            if best.acts:
                return page
        raise AssertionError(f"no way to {wanted}: {page.content}")


def is_of_now(table: Table, page: Message) -> bool:
    """Say whether the buttons of a page belong to the present moment."""
    undo = next((b.custom_id for b in page.buttons if (b.custom_id or "").startswith("fp:undo:")), None)
    more = [each.way.moment for each in controls(table.game, page, None)]
    return f":{len(table.log)}" in (undo or "") or more[:1] == [len(table.log)]


async def press(player: Player, page: Message, control: Control) -> Message:
    """Press a button, or pick from a list."""
    if control.custom_id.startswith("fp:"):
        return await player.clicks(page, control.custom_id)
    return answer(await (await player.person.select(page, control.custom_id, *control.values)).done(PATIENCE))


def next_step(
    game: AnyGame, seen: AnySeen, wanted: Any, page: Message, gone: set[tuple[str, tuple[str, ...]]]
) -> Control | None:
    """Return what leads furthest towards an order, among equals by the fewest taps."""
    best: tuple[float, Control] | None = None
    for each in controls(game, page, wanted):
        far = agrees(game, seen, wanted, each)
        fresh = (each.custom_id, each.values) not in gone
        if far is not None and fresh and (best is None or (far, -each.taps) > (best[0], -best[1].taps)):
            best = (far, each)
    return best and best[1]


def agrees(game: AnyGame, seen: AnySeen, wanted: Any, control: Control) -> float | None:
    """Say how many fields of an order are as they are wanted; `None` for what leads elsewhere."""
    way, kind = control.way, kind_of(game, control.way.name)
    if kind is None:
        subject, field = subject_of(game, seen, way), beginning(game, type(wanted))
        if subject is None or field is None:
            return None
        value = getattr(wanted, field.name)
        named = value if field.many else (value,)
        return 0.2 if set(named) == set(subject.pieces) else 0.1 if set(named) < set(subject.pieces) else None
    if kind is not type(wanted):
        return None
    to = led(game, seen, way)
    if control.acts:
        return 100 if to.action == wanted else None
    if any(getattr(wanted, name) != value for name, value in to.known.items()):
        return None
    if to.action is not None:
        return sum(getattr(to.action, field.name) == getattr(wanted, field.name) for field in fields(kind)) + 0.5
    return len(to.known) + 0.3


def controls(game: AnyGame, page: Message, wanted: Any) -> Iterator[Control]:
    """Yield everything on a page that leads on."""
    for button in page.buttons:
        what, *parts = (button.custom_id or "").removeprefix("fp:").split(":")
        way = Way.read(parts[:5])
        if what in ("more", "act") and way is not None:
            yield Control(button.custom_id or "", (), way, 1, what == "act")
    for part in page.selects:
        what, *parts = part["custom_id"].removeprefix("fs:").split(":")
        way = Way.read(parts[:5])
        if way is not None and what in ("goal", "pick"):
            yield from _listed(game, part, what, way, parts, wanted)


def _listed(
    game: AnyGame, part: dict[str, Any], what: str, way: Way, parts: list[str], wanted: Any
) -> Iterator[Control]:
    values = [str(option["value"]) for option in part["options"]]
    for value in values:
        if what == "goal":
            name, _, picks = value.partition(":")
            goal = Way(way.game, way.moment, name, tuple(picks.split(".")) if picks else ())
            yield Control(part["custom_id"], (value,), goal, 2)
        else:
            yield Control(part["custom_id"], (value,), picked(way, int(parts[5]), [value]), 2)
    if what == "pick" and part["max_values"] > 1:
        kind = kind_of(game, way.name)
        assert kind is not None
        many = len(getattr(wanted, fields(kind)[int(parts[5])].name)) if kind is type(wanted) else 0
        for chosen in _together(values, many) if 1 < many <= part["max_values"] else ():
            yield Control(part["custom_id"], chosen, picked(way, int(parts[5]), chosen), 1 + many + 1)


def _together(values: list[str], many: int) -> Iterator[tuple[str, ...]]:
    from itertools import permutations

    yield from permutations([value for value in values if value.isdecimal()], many)
