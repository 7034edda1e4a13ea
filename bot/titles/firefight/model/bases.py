"""What every action, every step and every event has in common."""

from typing import ClassVar

from msgspec import Struct


class Step(Struct, frozen=True, gc=False, tag_field="is"):
    """A decision that is pending, or work that goes on when what lies above it is done.

    Fields of steps are kept in logs: they may be added with defaults (marked `ADDED`), never renamed or dropped.
    """


class Event(Struct, frozen=True, gc=False, tag_field="is"):
    """Something that happened. Fields may be added with defaults, never renamed or dropped."""


class Action(Struct, frozen=True, gc=False, tag_field="do"):
    """What a seat wants to do. The docstring and the descriptions are what players read in Discord.

    Of the ways to pay, candidates name all that differ from the usual one (`ALL_OFFERED`).
    """

    ALL_OFFERED: ClassVar[frozenset[str]] = frozenset({"by"})
