"""Lessons: a position of a real game, and steps that each wait for one order.

A lesson is data. The rules judge every order, also those that the lesson gives for the other side. A step only
compares a legal order with the orders that it wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from bot.kernel.dice import Roll, SeededDice
from bot.kernel.fields import fields
from bot.kernel.game import Game, answer, decide, kind_of, legal
from bot.kernel.log import Entry, after
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, Seen, see
from bot.kit.data_limits import Text
from bot.kit.data_shape import Finding

AnyGame = Game[Any, Any, Any]
AnyEntry = Entry[Any, Any]

LESSON = "lesson"
"""The option of a game that names its lesson."""
LEARNED = "learned"
"""The option that marks a finished lesson."""
LUCK = b"lesson"
"""The key of dice that are not set, so that a position is always the same."""
ASKED = "FP-lesson"
"""The case of a legal order that a step does not want."""

SET = "the lesson says which numbers they show, so that everybody sees the same."
"""The difference between the dice of a lesson and those of other games."""

Wanted = dict[str, Any]
"""A tag and fields of an order or event, such as `{ do = "advance", to = "C5" }`."""
Sentence = Annotated[str, Meta(max_length=300)]


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """An order that the lesson itself gives, with the dice that it rolls."""

    side: str
    order: Wanted
    dice: tuple[int, ...] = ()


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: a place on the map, one idea, and the order that it waits for."""

    text: Text
    """The idea; a new term is explained here."""
    ask: Sentence
    """The buttons and places to press, in quotation marks and in order."""
    at: Annotated[tuple[str, ...], Meta(min_length=1, max_length=6)]
    """The marked places, the most important first."""
    wants: Annotated[tuple[Wanted, ...], Meta(min_length=1)]
    """The orders that the step accepts."""
    wrong: Sentence
    """Why another legal order is not what this step asks for."""
    happens: Wanted = {}
    """An event that the order must cause."""
    dice: tuple[int, ...] = ()
    """The faces that the order and its automatic consequences roll, in order."""
    then: tuple[Order, ...] = ()
    """The orders that follow before the next step."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: its position, and its steps."""

    number: int
    name: str
    text: Text
    """The subjects that it covers."""
    end: Text
    """The last sentence to the player."""
    scenario: str
    side: str
    source: str
    steps: Annotated[tuple[Step, ...], Meta(min_length=5, max_length=8)]
    dice: tuple[int, ...] = ()
    """The faces that the set-up of the scenario rolls."""
    after: str = ""
    """The lesson at whose end this one begins; else it begins with the scenario."""
    opening: tuple[Order, ...] = ()
    """The orders that lead to its position."""


class Broken(Exception):
    """A lesson gives an order that is not legal."""


class SetDice(SeededDice):
    """Dice that show the faces which a lesson sets, and else those of a fixed key."""

    def __init__(self, drawn: int = 0) -> None:
        super().__init__(LUCK, drawn)
        self.left: list[int] = []
        """The faces that come next."""
        self.unset: list[str] = []
        """The rolls since the faces were set that found none left, such as "attack 4d6"."""

    def set(self, faces: Iterable[int]) -> None:
        """Set the next faces."""
        self.left, self.unset = list(faces), []

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Draw this many dice at once. Raises `Broken` for faces that these dice lack."""
        if not self.left:
            self.unset.append(f"{purpose} {dice}d{sides}")
            return super().roll(purpose, dice, sides)
        shown, self.left = tuple(self.left[:dice]), self.left[dice:]
        if len(shown) < dice or not all(1 <= face <= sides for face in shown):
            raise Broken(f"{purpose} rolls {dice} dice of {sides} sides, and the dice are set to {shown}")
        self.drawn += 1
        return Roll(purpose, sides, shown, self.drawn - 1)


def matches(said: Any, wanted: Wanted) -> bool:
    """Return whether an order or event has the wanted fields.

    Lists may be in any order.
    """
    plain: dict[str, Any] = msgspec.to_builtins(said)
    tag = said.__struct_config__.tag_field
    fields = {name: getattr(said, name) for name in said.__struct_fields__}
    known = {**msgspec.to_builtins(fields), **plain, tag: said.__struct_config__.tag}
    return all(name in known and _alike(known[name], value) for name, value in wanted.items())


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return sorted(map(str, one)) == sorted(map(str, other))
    return bool(one == other)


def meant(game: AnyGame, seen: Seen[Any], wanted: Wanted) -> Any | None:
    """Return the first legal order with the wanted fields, None if there is none."""
    kind = kind_of(game, str(wanted.get("do", "")))
    if kind is None:
        return None
    hints = msgspec.structs.fields(kind)
    try:
        fixed = {each.name: msgspec.convert(wanted[each.name], each.type) for each in hints if each.name in wanted}
    except msgspec.ValidationError:
        return None
    if all(each.name in fixed for each in fields(kind) if each.required):
        whole = kind(**fixed)
        if game.judge(seen, whole) is None:
            return whole
    return next((each for each in legal(game, seen, kind, fixed) if matches(each, wanted)), None)


def _why(game: AnyGame, state: Any, seat: Seat, wanted: Wanted) -> str:
    """Return the reason of the rules against an order, if the order can be read."""
    kind = kind_of(game, str(wanted.get("do", "")))
    try:
        refusal = game.judge(see(state, seat), msgspec.convert(wanted, kind)) if kind is not None else None
    except msgspec.ValidationError as error:
        return f": {error}"
    return f": {refusal.why} ({refusal.cite})" if refusal is not None else ""


def asks_for(step: Step, action: Any) -> bool:
    """Return whether a step wants an order."""
    return any(matches(action, wanted) for wanted in step.wants)


def requested(step: Step) -> str:
    """Return the line that asks for a step's order."""
    return f"➜ **{step.ask}**"


def instead(step: Step) -> Refusal:
    """Return why a legal order is not what a step asks for."""
    return Refusal(ASKED, step.wrong, step.ask)


def root(lessons: Mapping[str, Lesson], lesson: Lesson) -> Lesson:
    """Return the lesson in which the game of a lesson begins."""
    before = lessons.get(lesson.after)
    return root(lessons, before) if before is not None else lesson


def position(lessons: Mapping[str, Lesson], lesson: Lesson) -> list[Order]:
    """Return the orders that lead from the scenario to the position of a lesson."""
    before = lessons.get(lesson.after)
    found: list[Order] = []
    if before is not None:
        found = position(lessons, before)
        for step in before.steps:
            found += [Order(before.side, step.wants[0], step.dice), *step.then]
    return [*found, *lesson.opening]


def played(game: AnyGame, state: Any, orders: Iterable[Order], dice: SetDice) -> Iterator[AnyEntry]:
    """Yield the entries of orders, with the automatic answers before and after each.

    Raises `Broken` if an order is not legal.
    """
    for entry in answers(game, state, dice):
        yield entry
        state = after(game, state, entry.events)
    for order in orders:
        seat = Seat(order.side)
        action = meant(game, see(state, seat), order.order)
        if action is None:
            raise Broken(f"{order.side} cannot give the order {order.order}{_why(game, state, seat, order.order)}")
        dice.set(order.dice)
        events = decide(game, state, seat, action, dice)
        assert not isinstance(events, Refusal), events
        yield Entry(seat, "computer", action, events, dice.drawn)
        state = after(game, state, events)
        for entry in answers(game, state, dice):
            yield entry
            state = after(game, state, entry.events)


def answers(game: AnyGame, state: Any, dice: SetDice) -> Iterator[AnyEntry]:
    """Yield the entries of standing orders and forced moves, until a seat must decide."""
    while game.outcome(state) is None and (found := answer(game, state, ())) is not None:
        seat, by, action = found
        events = decide(game, state, seat, action, dice)
        if isinstance(events, Refusal):
            raise Broken(f"{by} of {seat} is refused: {events.why}")
        yield Entry(seat, by, action, events, dice.drawn)
        state = after(game, state, events)


def options(game: AnyGame, lesson: Lesson) -> dict[str, str]:
    """Return the options of a lesson's game: it gives no tips beside its steps."""
    known = {each.name for each in game.scenarios[lesson.scenario].options}
    return {"tips": "off"} if "tips" in known else {}


def check(game: AnyGame, lessons: Mapping[str, Lesson], key: str) -> Iterator[Finding]:
    """Play a lesson as its steps want, and yield the faults that this shows."""
    lesson, dice = lessons[key], SetDice()
    scenario = game.scenarios.get(lesson.scenario)
    if scenario is None or Seat(lesson.side) not in scenario.seats:
        yield ("scenario",), f"{lesson.scenario!r} is no scenario with a side {lesson.side!r}"
        return
    if lesson.after and lesson.after not in lessons:
        yield ("after",), f"there is no lesson {lesson.after!r}"
        return
    try:
        dice.set(root(lessons, lesson).dice)
        state = after(game, game.blank(), game.open(lesson.scenario, options(game, lesson), dice))
        for entry in played(game, state, position(lessons, lesson), dice):
            state = after(game, state, entry.events)
    except Broken as error:
        yield ("opening",), str(error)
        return
    known = set(_places(game, see(state, Seat(lesson.side))))
    for n, step in enumerate(lesson.steps):
        try:
            state, wrong = _played(game, state, lesson, n, dice)
        except Broken as error:
            yield ("steps", str(n)), str(error)
            return
        wrong += [("at", f"there is no place {place}") for place in step.at if place not in known]
        yield from ((("steps", str(n), field), why) for field, why in wrong)


def _played(game: AnyGame, state: Any, lesson: Lesson, n: int, dice: SetDice) -> tuple[Any, list[tuple[str, str]]]:
    """Play a step. Returns the state after it, and its faults by field."""
    step, seat, wrong = lesson.steps[n], Seat(lesson.side), list[tuple[str, str]]()
    found = [meant(game, see(state, seat), wanted) for wanted in step.wants]
    wrong += [("wants", f"{step.wants[i]} is not legal here") for i, each in enumerate(found) if each is None]
    if found[0] is None:
        raise Broken(f"{step.wants[0]} is not legal here{_why(game, state, seat, step.wants[0])}")
    for i, action in enumerate(found[1:], start=1):
        if action is not None:
            try:
                for _ in _steps(game, state, step, seat, action, dice):
                    pass
            except Broken as error:
                wrong.append(("wants", f"{step.wants[i]}: {error}"))
    for entry in _steps(game, state, step, seat, found[0], dice):
        state = after(game, state, entry.events)
    if n + 1 < len(lesson.steps) and seat not in game.prompts(see(state, PUBLIC)):
        raise Broken(f"{lesson.side} is not asked after this step")
    return state, wrong


def _steps(game: AnyGame, state: Any, step: Step, seat: Seat, action: Any, dice: SetDice) -> Iterator[AnyEntry]:
    """Yield the entries of a step.

    Raises `Broken` if its dice or its event differ from the file.
    """
    dice.set(step.dice)
    events = decide(game, state, seat, action, dice)
    assert not isinstance(events, Refusal), events
    if not happened(step, events):
        raise Broken(f"the order causes no event {step.happens}")
    yield Entry(seat, "person", action, events, dice.drawn)
    state = after(game, state, events)
    for entry in answers(game, state, dice):
        yield entry
        state = after(game, state, entry.events)
    if dice.left or dice.unset:
        rolled = ", ".join(dice.unset) or "nothing more"
        raise Broken(f"the dice of this step: it also rolls {rolled}, and leaves {dice.left}")
    yield from played(game, state, step.then, dice)


def happened(step: Step, events: Iterable[Any]) -> bool:
    """Return whether the events of an order include the one that a step wants."""
    return not step.happens or any(matches(event, step.happens) for event in events)


def _places(game: AnyGame, seen: Seen[Any]) -> Iterator[str]:
    """Yield the places of the map, as orders name them."""
    for kind in game.actions:
        for field in fields(kind):
            if field.type is game.place:
                yield from map(str, game.values(seen, field))
