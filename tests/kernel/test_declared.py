"""A title's types are checked before play: `redact` must be able to read each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, TypeVar

import pytest
from msgspec import Meta, Struct

from bot.kernel.secret import PUBLIC, Opaque, Seat, Secret, declared, private, redact
from bot.kit.codec import prepare
from tests.toys.bluff import Bluff

RED = Seat("red")
T = TypeVar("T")
Name = NewType("Name", str)


class Colour(Enum):
    RED = "red"


class Card(Struct, frozen=True):
    name: Name
    note: Annotated[Secret[str], Meta(description="its owner")]


class Pair(NamedTuple):
    left: Secret[int]
    right: int


@dataclass(frozen=True)
class Drawer:
    inside: Secret[int]


class Piece(Struct, frozen=True):
    place: str = ""


class Spy(Piece, frozen=True):
    """A piece that has a secret which the class of pieces does not declare."""

    works_for: Secret[str] = private("nobody")


class Box(Struct, Generic[T], frozen=True):
    inside: T


class Keyed(Struct, frozen=True):
    note: Secret[int]


def holder(hint: Any) -> type[Struct]:
    """Make a state whose pool has cards of this type."""
    pool = type("Pool", (Struct,), {"__annotations__": {"cards": hint}, "__module__": __name__}, frozen=True)
    return type("State", (Struct,), {"__annotations__": {"pool": pool}, "__module__": __name__}, frozen=True)


@pytest.mark.parametrize(
    ("hint", "named"),
    [
        (object, "object"),
        (Any, "Any"),
        (Piece, "Piece"),
        (dict[str, Piece | None], "Piece"),
        (list[Card], "list[Card]"),
        (set[Secret[int]], "set[Secret[int]]"),
        (frozenset[Secret[int]], "frozenset[Secret[int]]"),
        (Pair, "Pair"),
        (Drawer, "Drawer"),
        (Mapping[str, Card], "Mapping[str, Card]"),
        (tuple, "tuple"),
        (dict, "dict"),
        (Box, "T"),
        (Box[object], "object"),
        (Secret[list[int]], "list[int]"),
        (Secret, "Secret"),
        (tuple[int, ...] | list[int], "list[int]"),
    ],
    ids=str,
)
def test_a_type_that_redact_cannot_walk_is_named_with_its_path(hint: Any, named: str) -> None:
    with pytest.raises(Opaque) as told:
        declared(holder(hint))
    assert told.value.places == (f"State.pool.cards{'.inside' * (hint in (Box, Box[object]))}: {named}",)


def test_a_key_that_holds_a_secret_cannot_be_blanked() -> None:
    with pytest.raises(Opaque, match=r"State\.pool\.cards: dict\[Keyed, int\]"):
        declared(holder(dict[Keyed, int]))


@pytest.mark.parametrize(
    "hint",
    [
        int, str | None, Name, Colour, Literal["a", 1], dict[Name, tuple[int, ...]], tuple[str, int],
        Annotated[int, Meta(ge=0)], tuple[()], Box[bool],
    ],
    ids=str,
)  # fmt: skip
def test_plain_values_hold_no_secret(hint: Any) -> None:
    assert declared(holder(hint)) == ()


def test_secrets_are_listed_with_their_field_their_paths_and_their_readers() -> None:
    first, second = holder(dict[str, Card]), holder(tuple[Box[Card | None], ...])
    (found,) = declared(first, second)
    assert (found.field, found.holds, found.readers) == ("Card.note", "str", "its owner")
    assert found.paths == ("State.pool.cards.note", "State.pool.cards.inside.note")


def test_all_types_that_redact_cannot_walk_are_named_at_once() -> None:
    with pytest.raises(Opaque) as told:
        declared(holder(object), holder(list[int]))
    assert told.value.places == ("State.pool.cards: object", "State.pool.cards: list[int]")


class Leaky(Struct, frozen=True, tag="leaky", tag_field="is"):
    """An event of no game."""

    found: object


class Careless(Bluff):
    key = "careless"
    events = (*Bluff.events, Leaky)


def test_a_title_that_declares_such_a_field_is_not_read() -> None:
    with pytest.raises(Opaque, match=r"careless: Leaky\.found: object"):
        prepare(Careless())


class Shelf(Struct, frozen=True):
    """A value in a field with too wide a type. Its actual content is checked anyway."""

    piece: Piece = Piece()
    things: object = None


def test_at_play_a_secret_is_blanked_whatever_its_field_was_declared_as() -> None:
    assert not redact(Shelf(piece=Spy(works_for=private("red", RED))), PUBLIC).piece.works_for.known  # type: ignore[attr-defined]
    assert not redact(Shelf(things=private(1, RED)), PUBLIC).things.known  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "thing", [[private(1, RED)], {private(1, RED)}, Pair(private(1, RED), 2), Drawer(private(1))]
)
def test_at_play_what_cannot_be_walked_is_never_handed_out(thing: Any) -> None:
    with pytest.raises(TypeError, match="cannot be redacted"):
        redact(Shelf(things=thing), PUBLIC)
