"""The sequence of play as a list that reads like the printed one."""

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
    """A stage of the game: its phase, name and beginning, and its owner if it has one."""

    phase: str
    name: str
    begin: Callable[[Course[S, E]], None]
    """Carries out the stage, or puts its steps on the stack."""
    seat: Seat = PUBLIC


@dataclass(frozen=True)
class Sequence(Generic[S, E]):
    """The stages in their order; the last is followed by the stage `again`."""

    stages: tuple[Stage[S, E], ...]
    began: Callable[[int, Stage[S, E]], E]
    """The event for the beginning of a stage."""
    again: int = 0
    skips: Callable[[S, Stage[S, E]], bool] = lambda state, stage: False
    """Whether a stage is skipped in the present state, when it comes next."""

    def begin(self, play: Course[S, E], at: int) -> None:
        """Begin a stage."""
        stage = self.stages[at]
        play.emit(self.began(at, stage))
        stage.begin(play)

    def after(self, state: S, at: int) -> int:
        """Return the stage that follows in the present state."""
        while True:
            at = at + 1 if at + 1 < len(self.stages) else self.again
            if not self.skips(state, self.stages[at]):
                return at
