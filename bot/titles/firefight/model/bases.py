"""The base classes of actions and steps."""

from typing import ClassVar

from msgspec import Struct


class Step(Struct, frozen=True, gc=False, tag_field="is"):
    """A pending decision, or work that continues when the steps above it are done.

    Fields of steps are kept in logs: they may be added with defaults (marked `ADDED`), never renamed or dropped.
    """


class Action(Struct, frozen=True, gc=False, tag_field="do"):
    """An action that a seat wants to take.

    The docstring and the descriptions are player-facing text in Discord. `ALL_OFFERED` names the fields with which
    candidates list every value, such as the payment.
    """

    ALL_OFFERED: ClassVar[frozenset[str]] = frozenset({"by"})
