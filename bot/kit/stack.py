"""The course of the game: its stages, and the stack of pending steps."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

S = TypeVar("S", bound=Struct)


class OfStep(Protocol):
    """An event with the new form of a step."""

    @property
    def step(self) -> Any:
        """The step."""


class OfStage(Protocol):
    """An event for the beginning of a stage of the sequence."""

    @property
    def stage(self) -> int:
        """Its number."""

    @property
    def phase(self) -> Any:
        """The phase that it belongs to."""


def began(state: S, event: OfStage) -> S:
    """Begin a stage."""
    return replace(state, stage=event.stage, phase=event.phase)


def laid(state: S, event: OfStep) -> S:
    """Push a step on the stack."""
    return replace(state, steps=(*_steps(state), event.step))


def changed(state: S, event: OfStep) -> S:
    """Replace the step on top."""
    return replace(state, steps=(*_steps(state)[:-1], event.step))


def lifted(state: S, event: object) -> S:
    """Pop the step on top of the stack: it is done."""
    return replace(state, steps=_steps(state)[:-1])


def _steps(state: Any) -> tuple[Any, ...]:
    steps: tuple[Any, ...] = state.steps
    return steps
