"""Forged actions and component ids: any class, any values, from anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from bot.kernel.fields import Field, fields
from bot.kernel.secret import EVERYONE, PUBLIC, Seat
from tests.match import AnyGame, AnySeen, Match

STRANGERS = (PUBLIC, EVERYONE, Seat("nobody"), Seat("German"), Seat("\ud800"))
"""Seats that no game has."""

GARBAGE: tuple[Any, ...] = (
    None, True, 0, -1, 7, 2**31, 2**70, -(2**70), 0.5, float("nan"), float("inf"),
    "", " ", "0", "-1", "*", "\x00", "\ud800", "\u202e", "é" * 40, "x" * 5000, "' OR 1=1 --", "@everyone",
    b"\xff", (), ("",), ("a", 1, None), ("g1",) * 400, [], [[[]]], {}, {"unit": "g1"}, frozenset({1}), 1j,
    object(), Ellipsis, int, len,
)  # fmt: skip


def forged(game: AnyGame, seen: AnySeen, rnd: Random, kind: type[Any] | None = None) -> Any:
    """Invent an action or question: possible names, names of others, or garbage."""
    kind = kind or rnd.choice(game.actions)
    wild = rnd.random()
    return kind(**{field.name: _value(game, seen, field, rnd, wild) for field in fields(kind)})


def meant(game: AnyGame, views: Sequence[AnySeen], rnd: Random, kind: type[Any]) -> Any:
    """Make an order from names that a player has known, legal or not."""
    named = (field for field in fields(kind) if field.required or rnd.random() < 0.6)
    return kind(**{field.name: _known(game, rnd.choice(views), field, rnd) for field in named})


def _known(game: AnyGame, seen: AnySeen, field: Field, rnd: Random) -> Any:
    values = {bool: (True, False), int: (field.least, rnd.randint(field.least, field.most), field.most)}
    known = list(values.get(field.type) or game.values(seen, field))
    if field.many:
        return tuple(rnd.choice(known) for _ in range(rnd.choice((1, 1, 2, 3)) if known else 0))
    return rnd.choice(known) if known else ""


def _value(game: AnyGame, seen: AnySeen, field: Field, rnd: Random, wild: float) -> Any:
    draw = rnd.random()
    if draw < wild * 0.4:
        return rnd.choice(GARBAGE)
    if draw < 0.3 and not field.required:
        return field.default
    if field.many:
        return tuple(_named(game, seen, field, rnd) for _ in range(rnd.choice((0, 1, 1, 2, 3))))
    return _named(game, seen, field, rnd)


def _named(game: AnyGame, seen: AnySeen, field: Field, rnd: Random) -> Any:
    if field.type is int:
        return rnd.choice((field.least - 1, field.least, field.most, field.most + 1, rnd.randint(-5, 120)))
    if field.type is bool:
        return rnd.random() < 0.5
    if rnd.random() < 0.15:
        field = rnd.choice([each for kind in game.actions for each in fields(kind) if each.is_name] or [field])
    values = list(game.values(seen, field))
    return rnd.choice(values) if values and rnd.random() < 0.95 else ""


def anybody(match: Match, rnd: Random) -> Seat:
    """Return somebody: most often one who has a seat."""
    return rnd.choice(match.seats if rnd.random() < 0.8 else STRANGERS)


def forged_ids(true: Sequence[str], rnd: Random) -> Iterator[str]:
    """Yield component ids forever: true, spoiled, and garbage of up to 100 characters."""
    while True:
        whole = rnd.choice(true) if true else "do:1:1:1"
        yield rnd.choice(_SPOIL)(whole, rnd)[:100]


def _swap_number(whole: str, rnd: Random) -> str:
    parts = whole.split(":")
    parts[rnd.randrange(len(parts))] = str(rnd.choice((-1, 0, 1, 2, 99, 2**31, 2**63, 2**64, 10**40)))
    return ":".join(parts)


def _swap_text(whole: str, rnd: Random) -> str:
    parts = whole.split(":")
    odd = ("", " ", "٣", "1e3", "0x1", "+1", "1_0", "\x00", "\u202e", "é", "None", "do", "x" * 90)
    parts[rnd.randrange(len(parts))] = rnd.choice(odd)
    return ":".join(parts)


def _drop(whole: str, rnd: Random) -> str:
    parts = whole.split(":")
    del parts[rnd.randrange(len(parts))]
    return ":".join(parts)


def _double(whole: str, rnd: Random) -> str:
    return f"{whole}:{rnd.choice(whole.split(':'))}"


def _type_over(whole: str, rnd: Random) -> str:
    at = rnd.randrange(len(whole) + 1)
    return whole[:at] + chr(rnd.choice((0, 32, 45, 58, 59, 65, 122, 0x663, 0x1F3B2))) + whole[at + 1 :]


def _noise(whole: str, rnd: Random) -> str:
    return "".join(chr(rnd.randrange(32, 0x2FF)) for _ in range(rnd.randrange(101)))


_SPOIL: tuple[Callable[[str, Random], str], ...] = (
    lambda whole, rnd: whole, _swap_number, _swap_number, _swap_text, _drop, _double, _type_over, _noise,
)  # fmt: skip
