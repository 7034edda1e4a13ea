"""A person who never types, but presses, picks from lists and pages through them.

They want the computer's choice, and find its buttons by reading the panel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.chat.desk.table import Table
from bot.chat.panel.pieces import beginning, standing, subject_of
from bot.chat.panel.walk import begun, led, walked
from bot.chat.panel.way import Way
from bot.kernel.fields import fields
from bot.kernel.game import kind_of
from bot.local import Message
from tests.chat.evening import DONE, PATIENCE, Player, answer
from tests.match import AnyGame, AnySeen

MOST_PAGES = 40


class Control(NamedTuple):
    """A control on a page: its id, its picked values, and the taps it takes."""

    custom_id: str
    values: tuple[str, ...]
    far: float
    """How far it leads."""
    taps: int
    acts: bool = False


class Thumbs:
    """Gives orders, and counts taps: one a button, two a list, three if it is ticked."""

    def __init__(self) -> None:
        self.taps = 0
        self.orders = 0

    async def play(self, player: Player, table: Table, page: Message | None = None) -> Message:
        """Make the next move of the player in turn from a page or the last post."""
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
        assert alike(table.log[before].action, wanted)
        self.orders += 1
        return page

    async def fill(
        self, player: Player, game: AnyGame, seen: AnySeen, wanted: Any, page: Message, *, act: bool = True
    ) -> Message:
        """Walk to an order and give it, or stop before that."""
        gone: set[tuple[str, tuple[str, ...]]] = set()
        vain: set[tuple[str, tuple[str, ...]]] = set()
        for _ in range(MOST_PAGES):
            best = next_step(game, seen, wanted, page, gone)
            if best is None and vain:
                gone, vain = vain, set()
                page = await player.types("game play")
                continue
            assert best is not None, f"no way to {wanted}: {page.content}"
            if best.acts and not act:
                return page
            gone.add((best.custom_id, best.values))
            if is_partly(best):
                vain.add((best.custom_id, best.values))
            self.taps += best.taps
            page = await press(player, page, best)
            if best.acts:
                return page
        raise AssertionError(f"no way to {wanted}: {page.content}")


def is_of_now(table: Table, page: Message) -> bool:
    """Say whether the buttons of a page belong to the present moment."""
    ids = [(button.custom_id or "").split(":") for button in page.buttons]
    return any(len(parts) > 3 and parts[3] == str(len(table.log)) for parts in ids)


async def press(player: Player, page: Message, control: Control) -> Message:
    """Press a button, or pick from a list."""
    if control.custom_id.startswith("fp:"):
        return await player.clicks(page, control.custom_id)
    return answer(await (await player.person.select(page, control.custom_id, *control.values)).done(PATIENCE))


def next_step(
    game: AnyGame, seen: AnySeen, wanted: Any, page: Message, gone: set[tuple[str, tuple[str, ...]]]
) -> Control | None:
    """Return the control that leads furthest towards an order, with the fewest taps."""
    found = [each for each in controls(game, seen, page, wanted) if (each.custom_id, each.values) not in gone]
    found = [each for each in found if possible(page, each)]
    return max(found, key=lambda each: (each.far, -each.taps), default=None)


def possible(page: Message, control: Control) -> bool:
    """Return whether a list allows this number of picks."""
    most: dict[str, int] = {part["custom_id"]: part["max_values"] for part in page.selects}
    return len(control.values) <= most.get(control.custom_id, 1)


def controls(game: AnyGame, seen: AnySeen, page: Message, wanted: Any) -> Iterator[Control]:
    """Yield everything on a page that leads on towards an order."""
    for button in page.buttons:
        what, *parts = (button.custom_id or "").removeprefix("fp:").split(":")
        way = Way.read(parts[:5])
        if what in ("more", "act", "lay") and way is not None:
            far = agrees(game, seen, wanted, way, acts=what != "more")
            if far is not None:
                yield Control(button.custom_id or "", (), far - (what == "lay"), 1, what != "more")
    for part in page.selects:
        what, *parts = part["custom_id"].removeprefix("fs:").split(":")
        way = Way.read(parts[:5])
        values = [str(option["value"]) for option in part["options"]]
        if way is not None and what == "goal":
            for value in values:
                name, _, picks = value.partition(":")
                goal = Way(way.game, way.moment, name, tuple(picks.split(".")) if picks else ())
                far = agrees(game, seen, wanted, goal, acts=False)
                if far is not None:
                    yield Control(part["custom_id"], (value,), far, 2)
        elif way is not None and what == "some":
            yield from _ticked(game, seen, part["custom_id"], values, way, wanted)
        elif way is not None and what == "pick" and kind_of(game, way.name) is type(wanted):
            yield from _listed(game, seen, part["custom_id"], values, way, int(parts[5]), wanted)


def agrees(game: AnyGame, seen: AnySeen, wanted: Any, way: Way, *, acts: bool) -> float | None:
    """Return how much of an order is right; `None` if it is another."""
    kind = kind_of(game, way.name)
    if kind is None:
        subject, field = subject_of(game, seen, way), beginning(game, type(wanted))
        if subject is None or field is None:
            return None
        value = getattr(wanted, field.name)
        named, there = set(value if field.many else (value,)), set(subject.pieces)
        first = value[: len(there)] if field.many else ()
        if there < named and there == set(first):
            goes_on = sum(each.required for each in fields(type(wanted))) > 1
            together = {standing(game, seen).get(piece) for piece in named} == {subject.place}
            return _partly(len(there) / len(named)) if goes_on or together else None
        return 0.4 if named == there else 0.305 if named < there else None
    if kind is not type(wanted):
        return None
    if acts:
        return 100 if alike(led(game, seen, way).action, wanted) else None
    to = begun(game, seen, way)
    right = all(_same(getattr(wanted, name), value) for name, value in to.known.items())
    if not right:
        return _on_the_way(game, to.known, wanted)
    if to.asks is not None and to.asks.own is not None:
        value, own = getattr(wanted, to.asks.field.name), to.asks.own
        return len(to.known) + 0.4 + 0.01 * len(own) if len(value) > 1 and value[: len(own)] == own else None
    if to.asks is not None:
        return len(to.known) + 0.3 if not any(way.picks[len(to.way.picks) :]) else None
    action = led(game, seen, way).action
    options = [field.name for field in fields(kind) if not field.required]
    like = sum(_same(getattr(action, name), getattr(wanted, name)) for name in options)
    return len(to.known) + 0.5 + 0.2 * like / (len(options) + 1)


def _on_the_way(game: AnyGame, known: Mapping[str, Any], wanted: Any) -> float | None:
    """Return how much of an order with some of its pieces is right; others can join."""
    field = beginning(game, type(wanted))
    if field is None or not field.many or not known.get(field.name):
        return None
    rest = all(_same(getattr(wanted, name), value) for name, value in known.items() if name != field.name)
    own, pieces = known[field.name], getattr(wanted, field.name)
    begins = len(own) < len(pieces) and own == pieces[: len(own)]
    return len(known) - 1 + _partly(len(own) / len(pieces)) if rest and begins else None


def _partly(share: float) -> float:
    """Return the value of a share of the pieces, between none and all."""
    return 0.31 + 0.08 * share


def is_partly(control: Control) -> bool:
    """Return whether a control has other pieces than wanted, so that it may fail."""
    return 0.301 < control.far % 1 < 0.395


def alike(one: Any, other: Any) -> bool:
    """Say whether two orders are the same, in whatever order they name their pieces."""
    names = [field.name for field in fields(type(other))]
    return type(one) is type(other) and all(_same(getattr(one, name), getattr(other, name)) for name in names)


def _same(one: Any, other: Any) -> bool:
    """Return whether two values of a field are the same, in any order."""
    several = isinstance(one, tuple) and isinstance(other, tuple)
    return one == other or (several and sorted(map(str, one)) == sorted(map(str, other)))


def _ticked(
    game: AnyGame, seen: AnySeen, select: str, values: list[str], way: Way, wanted: Any
) -> Iterator[Control]:
    """Yield the pieces of a place that are to be ticked."""
    field = beginning(game, type(wanted))
    named = getattr(wanted, field.name) if field is not None else ()
    pieces = named if field is not None and field.many else (named,)
    there = {value: subject_of(game, seen, replace(way, picks=(value,))) for value in values}
    chosen = tuple(
        value for value, subject in there.items() if subject is not None and subject.pieces[0] in pieces
    )
    if len(chosen) == len(pieces):
        yield Control(select, chosen, 0.4, 2 + len(chosen))


def _listed(
    game: AnyGame, seen: AnySeen, select: str, values: list[str], way: Way, at: int, wanted: Any
) -> Iterator[Control]:
    """Yield what is to be picked in the list of a field, or to be turned over to."""
    to = walked(game, seen, way)
    asked = next((each for each in (to.asks, *to.more) if each is not None and each.at == at), None)
    if asked is None or any(getattr(wanted, n) != v for n, v in to.known.items() if n != asked.field.name):
        return
    value = getattr(wanted, asked.field.name)
    things = value if asked.ticked else (value,)
    numbers = tuple(str(n) for thing in things for n, shown in asked.shown if shown == thing)
    if to.action is not None and _same(getattr(to.action, asked.field.name), value):
        return
    far = len(to.known) + (1.3 if to.action is None else 1.5)
    if asked.several and to.action is None and len(things) > 1:
        far -= 0.999  # A single thing is a button, and others can be added.
    if len(numbers) == len(things) and set(numbers) <= set(values):
        yield Control(select, numbers, far, 2 if asked.most == 1 or not asked.ticked else 2 + len(numbers))
    elif "more" in values:
        yield Control(select, ("more",), far - 1, 2)
