"""The sequence of play as a list that can be read off the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.kernel.game import Course
from bot.kernel.secret import PUBLIC, Seat

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True)
class Stage(Generic[S, E]):
    """A stage of the game: its phase, its name, what begins it, and whose it is where it has an owner."""

    phase: str
    name: str
    begin: Callable[[Course[S, E]], None]
    """It works, or lays steps on the stack."""
    seat: Seat = PUBLIC


@dataclass(frozen=True)
class Sequence(Generic[S, E]):
    """The stages in their order; after the last one the game goes back to the stage `again`."""

    stages: tuple[Stage[S, E], ...]
    began: Callable[[int, Stage[S, E]], E]
    """The event that says that a stage has begun."""
    again: int = 0
    skips: Callable[[S, Stage[S, E]], bool] = lambda state, stage: False
    """Whether a stage is passed over as things stand, when it comes next."""

    def begin(self, play: Course[S, E], at: int) -> None:
        """Begin a stage."""
        stage = self.stages[at]
        play.emit(self.began(at, stage))
        stage.begin(play)

    def after(self, state: S, at: int) -> int:
        """Return the stage that follows, as things stand."""
        while True:
            at = at + 1 if at + 1 < len(self.stages) else self.again
            if not self.skips(state, self.stages[at]):
                return at
