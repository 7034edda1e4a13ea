"""How entries and states are written as JSON and read again."""

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
"""What is raised for a text that nobody can have written here."""

_encoder = msgspec.json.Encoder()


def encode(value: Any) -> bytes:
    """Return the JSON text of a frozen value. Mappings keep their order, and have it again when they are read."""
    return _encoder.encode(value)


class Decoders(NamedTuple):
    """What reads a title's entries, instructions and states, and orders with the sentences that say them."""

    entry: msgspec.json.Decoder[Any]
    instruction: msgspec.json.Decoder[Any]
    state: msgspec.json.Decoder[Any]
    orders: msgspec.json.Decoder[Any]


_decoders: dict[str, Decoders] = {}


def prepare(game: Game[Any, Any, Any]) -> None:
    """Make what reads a title's entries, states, actions and questions. Do so before threads share the title.

    msgspec describes a class when it is first read, and lets a second thread use a description that is only half
    there: the process then dies of it. Raises `Opaque` where a secret could lie that nothing would blank.
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
    """Return the secrets that a title declares: in its state, its steps, its events and its actions."""
    try:
        return declared(game.state, *game.events, *game.actions)
    except Opaque as error:
        raise Opaque(error.places, game.key) from error


def _decoders_of(game: Game[Any, Any, Any]) -> Decoders:
    if game.key not in _decoders:
        prepare(game)
    return _decoders[game.key]


def decode(game: Game[S, A, E], line: bytes | str) -> Entry[A, E]:
    """Read one entry. Raises one of `UNREADABLE` for a text that is not one."""
    entry: Entry[A, E] = _decoders_of(game).entry.decode(line)
    return entry


def decode_instruction(game: Game[S, A, E], line: bytes | str) -> Instruction[A, E]:
    """Read one instruction. Raises one of `UNREADABLE` for a text that is not one."""
    instruction: Instruction[A, E] = _decoders_of(game).instruction.decode(line)
    return instruction


def decode_state(game: Game[S, A, E], text: bytes | str) -> S:
    """Read a state that this very version has written. Raises one of `UNREADABLE` for a text that is not one."""
    state: S = _decoders_of(game).state.decode(text)
    return state


def decode_orders(game: Game[S, A, E], text: bytes | str) -> tuple[tuple[A, str], ...]:
    """Read orders, each with the sentence that says it. Raises one of `UNREADABLE` for a text that is none."""
    orders: tuple[tuple[A, str], ...] = _decoders_of(game).orders.decode(text)
    return orders
