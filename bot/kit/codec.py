"""Entries, states, instructions and orders as JSON."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar, Union

import msgspec

from bot.kernel.game import Game
from bot.kernel.log import Entry
from bot.kernel.secret import Declared, Opaque, declared
from bot.kit.instructions import Instruction

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The exceptions raised for a text that this program did not write."""

_encoder = msgspec.json.Encoder()


def encode(value: Any) -> bytes:
    """Return the JSON text of a frozen value; mappings keep their order."""
    return _encoder.encode(value)


class Decoders(NamedTuple):
    """The decoders of a title; `orders` are pairs of an order and its sentence."""

    entry: msgspec.json.Decoder[Any]
    instruction: msgspec.json.Decoder[Any]
    state: msgspec.json.Decoder[Any]
    orders: msgspec.json.Decoder[Any]


_decoders: dict[str, Decoders] = {}


def prepare(game: Game[Any, Any, Any]) -> None:
    """Build a title's decoders and validate its secrets; call it before threads start.

    msgspec describes a class when it is first read. A second thread that uses a half-built description crashes the
    process. Raises `Opaque` if a secret could be in a place that redaction does not reach.
    """
    secrets_of(game)
    for question in game.questions:
        msgspec.json.Decoder(question)
    actions, events = Union[game.actions], Union[game.events]  # noqa: UP007
    entries = msgspec.json.Decoder(Entry[actions, events])  # type: ignore[valid-type]
    instructions = msgspec.json.Decoder(Instruction[actions, events])  # type: ignore[valid-type]
    orders = msgspec.json.Decoder(tuple[tuple[actions, str], ...])  # type: ignore[valid-type]
    _decoders[game.key] = Decoders(entries, instructions, msgspec.json.Decoder(game.state), orders)


def secrets_of(game: Game[Any, Any, Any]) -> tuple[Declared, ...]:
    """Return the secrets that a title's state, steps, events and actions declare."""
    try:
        return declared(game.state, *game.events, *game.actions)
    except Opaque as error:
        raise Opaque(error.places, game.key) from error


def _decoders_of(game: Game[Any, Any, Any]) -> Decoders:
    if game.key not in _decoders:
        prepare(game)
    return _decoders[game.key]


def decode(game: Game[S, A, E], line: bytes | str) -> Entry[A, E]:
    """Decode an entry. Raises one of `UNREADABLE` for any other text."""
    entry: Entry[A, E] = _decoders_of(game).entry.decode(line)
    return entry


def decode_instruction(game: Game[S, A, E], line: bytes | str) -> Instruction[A, E]:
    """Decode an instruction. Raises one of `UNREADABLE` for any other text."""
    instruction: Instruction[A, E] = _decoders_of(game).instruction.decode(line)
    return instruction


def decode_state(game: Game[S, A, E], text: bytes | str) -> S:
    """Decode a state of this version. Raises one of `UNREADABLE` for any other text."""
    state: S = _decoders_of(game).state.decode(text)
    return state


def decode_orders(game: Game[S, A, E], text: bytes | str) -> tuple[tuple[A, str], ...]:
    """Decode orders with their sentences. Raises one of `UNREADABLE` on failure."""
    orders: tuple[tuple[A, str], ...] = _decoders_of(game).orders.decode(text)
    return orders
