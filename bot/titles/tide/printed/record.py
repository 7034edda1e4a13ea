"""The base of all records of `data/tide`, card effects, and cards without a deck."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kit.data_limits import Text
from bot.kit.data_names import ref

Source = Literal["printed", "ours"]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record of a data file."""

    source: Source


Number = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Nation = Annotated[str, ref("nation")]
Deck = Annotated[str, ref("deck")]
Vehicle = Annotated[str, ref("vehicle")]
Terrain = Annotated[str, ref("terrain")]


class CardEffect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="does"):
    """An effect with its numbers."""


class LooseCardRecord(Record, frozen=True):
    """A card without a deck, such as an initiative card.

    With a nation, only that nation gets it.
    """

    name: str
    text: Text
    nation: Nation = ""
