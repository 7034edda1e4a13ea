"""Events with their effect on the state, their text and their picture.

A title writes its events as subclasses of `Event`, one page a family. The base events of every title are here; a
title names the types of their fields and adds its own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.game import Effect, Luck, Outcome, Scene
from bot.kernel.secret import PUBLIC, Seat, Seen, redact
from bot.kit.english import begun, sentences

FOR = "**For the {} side:** "
"""How a tip for a side begins."""
FOR_SIDE = re.compile("> 💡 " + re.escape(FOR).replace(r"\{\}", "(.+?)"))
S = TypeVar("S", bound=Struct)
P = TypeVar("P")
"""The phases of a title."""
T = TypeVar("T")
"""The steps of a title."""
O = TypeVar("O")  # noqa: E741
"""The standing orders of a title, as a secret of the side that gave them."""


class Event(Struct, Generic[S], frozen=True, gc=False, tag_field="is"):
    """Something that happened."""

    def apply(self, state: S) -> S:
        """Return the state after the event.

        It uses no rules and rolls no dice, because an event is a fact.
        """
        return state

    def tell(self, seen: Seen[S]) -> str:
        """Describe the event, given the state before it; "" if there is nothing to say."""
        return ""

    def scene(self, seen: Seen[S]) -> Scene | None:
        """Return the picture that the event deserves, given the state before it."""
        return None

    def effects(self, seen: Seen[S]) -> Iterable[Effect]:
        """Return the event's changes for the sides, given the state before it."""
        return ()

    def fortune(self, seen: Seen[S]) -> Iterable[Luck]:
        """Return how lucky the sides were in the event, given the state before it."""
        return ()


class StageBegan(Event[S], Generic[S, P], frozen=True, tag="stage"):
    """A stage of the sequence of play began."""

    stage: int
    phase: P
    name: str

    def apply(self, state: S) -> S:
        """Move to the stage."""
        return replace(state, stage=self.stage, phase=self.phase)


class Begun(Event[S], Generic[S, T], frozen=True, tag="begun"):
    """A step was put on top of the stack."""

    step: T

    def apply(self, state: S) -> S:
        """Put the step on the stack."""
        return replace(state, steps=(*_steps(state), self.step))


class Changed(Event[S], Generic[S, T], frozen=True, tag="changed"):
    """The step on top of the stack changed."""

    step: T

    def apply(self, state: S) -> S:
        """Replace the step on top."""
        return replace(state, steps=(*_steps(state)[:-1], self.step))


class Ended(Event[S], frozen=True, tag="ended"):
    """The step on top of the stack is done."""

    def apply(self, state: S) -> S:
        """Take the step off the stack."""
        return replace(state, steps=_steps(state)[:-1])


class OrdersGiven(Event[S], Generic[S, O], frozen=True, tag="orders given"):
    """A player set standing orders."""

    seat: Seat
    orders: O

    def apply(self, state: S) -> S:
        """Keep the orders of the seat."""
        before: Any = state
        return replace(state, orders={**before.orders, self.seat: self.orders})


class GameEnded(Event[S], frozen=True, tag="game ended"):
    """The game is over."""

    outcome: Outcome

    def apply(self, state: S) -> S:
        """Note the outcome; nothing is pending any more."""
        return replace(state, phase="over", outcome=self.outcome, steps=())


def _steps(state: Any) -> tuple[Any, ...]:
    steps: tuple[Any, ...] = state.steps
    return steps


def evolve(state: S, event: Event[S]) -> S:
    """Return the state after an event."""
    return event.apply(state)


def tell(seen: Seen[S], event: Event[S]) -> str:
    """Describe an event, given the state before it; "" if there is nothing to say."""
    return sentences(event.tell(seen))


def tell_openly(seen: Seen[S], event: Event[S], *, own: bool = False) -> str:
    """Describe an event as everybody reads it.

    With `own` the seat reads the names that it knows itself.
    """
    if not has_words(event):
        return ""
    return "\n".join(map(begun, event.tell(seen if own else openly(seen)).split("\n")))


def openly(seen: Seen[S]) -> Seen[S]:
    """Return the view of a seat without anything that only this seat knows."""
    return seen.then(redact(seen.state, PUBLIC)) if seen.seat else seen


def scene(seen: Seen[S], event: Event[S]) -> Scene | None:
    """Return the picture that an event deserves, given the state before it."""
    return event.scene(seen)


def effects(seen: Seen[S], event: Event[S]) -> Iterable[Effect]:
    """Return an event's changes for the sides, given the state before it."""
    return event.effects(seen)


def fortune(seen: Seen[S], event: Event[S]) -> Iterable[Luck]:
    """Return the luck of the sides in an event, given the state before it."""
    return event.fortune(seen)


def has_words(event: Event[Any]) -> bool:
    """Return whether the class of an event describes it."""
    return type(event).tell is not Event.tell


def has_picture(event: Event[Any]) -> bool:
    """Return whether the class of an event may give it a picture."""
    return type(event).scene is not Event.scene


class Tip(Protocol):
    """Advice for learners, as a title's data has it."""

    @property
    def text(self) -> str:
        """The advice."""

    @property
    def side(self) -> str:
        """The side that it is for; "" for all."""


def tip_lines(options: Mapping[str, str], tips: Iterable[Tip]) -> list[str]:
    """Return the tips of a moment as lines, unless the players turned tips off."""
    if options.get("tips") == "off":
        return []
    return [f"> 💡 {FOR.format(tip.side.title()) if tip.side else ''}{tip.text}" for tip in tips]


def advised(line: str) -> str:
    """Return the side that a tip's line is for, such as "German".

    It is "" for a tip for all sides, and for every other line.
    """
    found = FOR_SIDE.match(line)
    return found[1] if found else ""


def kinds(*pages: ModuleType) -> tuple[type[Any], ...]:
    """Return the event classes that modules define, in their order."""
    return tuple(kind for page in pages for kind in _kinds(page))


def _kinds(page: ModuleType) -> Iterator[type[Event[Any]]]:
    for each in vars(page).values():
        if isinstance(each, type) and issubclass(each, Event) and each.__module__ == page.__name__:
            yield each
