"""The course of the game, as the events of every title change it: its stages, and the stack of pending steps."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

S = TypeVar("S", bound=Struct)


class OfStep(Protocol):
    """An event that says how a step is now."""

    @property
    def step(self) -> Any:
        """The step."""


class OfStage(Protocol):
    """An event that says which stage of the sequence has begun."""

    @property
    def stage(self) -> int:
        """Its number."""

    @property
    def phase(self) -> Any:
        """The phase that it belongs to."""


def began(state: S, event: OfStage) -> S:
    """Go on to a stage."""
    return replace(state, stage=event.stage, phase=event.phase)


def laid(state: S, event: OfStep) -> S:
    """Lay a step on the stack."""
    return replace(state, steps=(*_steps(state), event.step))


def changed(state: S, event: OfStep) -> S:
    """Let the step on top go on."""
    return replace(state, steps=(*_steps(state)[:-1], event.step))


def lifted(state: S, event: object) -> S:
    """Take the step on top off the stack: it is done."""
    return replace(state, steps=_steps(state)[:-1])


def _steps(state: Any) -> tuple[Any, ...]:
    steps: tuple[Any, ...] = state.steps
    return steps
