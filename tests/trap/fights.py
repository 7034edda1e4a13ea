"""Fights set up by hand: units, an activation, and dice given or enumerated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Course, Odds, decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat, Secret, private, see
from bot.kit.decisions import At
from bot.kit.events import evolve
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import (
    CHECHEN,
    RUSSIAN,
    SEATS,
    Battery,
    BatteryId,
    CounterId,
    HexId,
    MarkerId,
    Orders,
    Unit,
    UnitId,
)
from bot.titles.trap.printed.units import counters
from tests.scripted import ScriptedDice


class Fight:
    """A table during an activation. Units have the keys of their counters as ids."""

    def __init__(
        self, seat: Seat, marker: str = "", *, number: int = 0, turn: int = 2, scenario: str = "historical"
    ) -> None:
        """Begin an activation: nine Chechen units, or the Russians of a marker."""
        counted = number or (9 if seat == CHECHEN else 0)
        step = Activation(seat, MarkerId(marker or ("chechen" if seat == CHECHEN else "1/81")), counted)
        self.seat = seat
        self.state = State(
            scenario=scenario,
            turn=turn,
            phase="activations",
            steps=(step,),
            spent={each: private({}, each) for each in SEATS},
            orders={each: private(Orders(), each) for each in SEATS},
            batteries={BatteryId(f"a{n}"): Battery(BatteryId(f"a{n}")) for n in range(1, 10)},
        )

    def put(self, counter: str, hex: str, **fields: Any) -> UnitId:
        """Put a unit on the map."""
        key = CounterId(counter)
        side = Seat(counters().units[key].side)
        height = len(self.state.units) + 1
        unit = Unit(UnitId(counter), side, Secret(tuple(sorted(SEATS)), key), HexId(hex), height=height, **fields)
        self.state = replace(self.state, units={**self.state.units, unit.id: unit}, serial=height)
        return unit.id

    def set(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **fields)

    def options(self, **values: str) -> None:
        """Agree on options."""
        self.set(options=values)

    @property
    def step(self) -> Activation:
        """The activation."""
        step = self.state.steps[-1]
        assert isinstance(step, Activation)
        return step

    def at(self) -> At[State, Any]:
        """Return the view of the acting side."""
        return At(self.seat, see(self.state, self.seat).state, self.state.steps[-1])

    def refusal(self, action: Any) -> Refusal | None:
        """Return why an action is refused."""
        return TITLE.judge(see(self.state, self.seat), action)

    def cite(self, action: Any) -> str:
        """Return the case that forbids an action; "" if it is legal."""
        found = self.refusal(action)
        return found.cite if found is not None else ""

    def do(self, action: Any, *script: int | tuple[int, ...], seat: Seat | None = None) -> list[Any]:
        """Take a legal action; every die that falls is written down."""
        dice = ScriptedDice([each if isinstance(each, tuple) else (each,) for each in script])
        found = decide(TITLE, self.state, seat or self.seat, action, dice)
        assert not isinstance(found, Refusal), found
        for event in found:
            self.state = evolve(self.state, event)
        assert not dice.script, f"{dice.script} did not fall"
        return list(found)

    def odds(self, action: Any) -> Odds:
        """Return the odds of an action."""
        found = TITLE.odds(see(self.state, self.seat), action)
        assert found is not None
        return found

    def __getitem__(self, id: str) -> Unit:
        return self.state.units[UnitId(id)]


def of(events: list[Any], kind: type[Any]) -> Any:
    """Return the only event of a kind."""
    (found,) = (each for each in events if isinstance(each, kind))
    return found


class More(Exception):
    """An enumeration needs another die: this number, with this number of sides."""


class Branch:
    """Dice that fall along a path, and ask for more at its end."""

    def __init__(self, path: tuple[tuple[int, ...], ...]) -> None:
        self.path = path
        self.drawn = 0

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Return the next faces of the path."""
        if self.drawn == len(self.path):
            raise More(dice, sides)
        faces = self.path[self.drawn]
        self.drawn += 1
        return Roll(purpose, sides, faces, self.drawn)


def _faces(dice: int, sides: int) -> Iterator[tuple[int, ...]]:
    if dice == 0:
        yield ()
        return
    for first in range(1, sides + 1):
        for rest in _faces(dice - 1, sides):
            yield (first, *rest)


Faces = Callable[[int, int], Iterable[tuple[int, ...]]]


def run_through(
    fight: Fight, action: Any, faces_of: Faces = _faces
) -> Iterator[tuple[Fraction, State, list[ev.Event]]]:
    """Yield every fall of an action's dice: its chance, the final state, the events.

    If only some faces are tried, the chances are not those of the dice.
    """
    room = TITLE._room(fight.step)
    verb = room.verb(type(action))  # type: ignore[union-attr]
    assert verb is not None
    stack: list[tuple[Fraction, tuple[tuple[int, ...], ...]]] = [(Fraction(1), ())]
    while stack:
        chance, path = stack.pop()
        play: Course[State, ev.Event] = Course(evolve, fight.state, Branch(path), fight.seat)
        try:
            verb.resolve(play, fight.step, action)
        except More as more:
            dice, sides = more.args
            stack += [(chance / sides**dice, (*path, faces)) for faces in faces_of(dice, sides)]
        else:
            yield chance, play.state, play.events


def enumerated(fight: Fight, action: Any, happens: Callable[[State, list[ev.Event]], bool]) -> Fraction:
    """Return the chance of something, by running through all dice."""
    return sum(
        (chance for chance, state, events in run_through(fight, action) if happens(state, events)), Fraction()
    )


def chances(odds: Odds) -> dict[str, float]:
    """Return the chances of odds by their names."""
    return dict(odds.chances)


__all__ = ["CHECHEN", "RUSSIAN", "Fight", "chances", "enumerated", "of", "run_through"]
