"""How a log is written down, and how anybody can check one."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from typing import Any, NamedTuple, TypeVar, Union, get_type_hints

import msgspec
from msgspec import UNSET, Struct

from bot.kernel.dice import commitment, faces, key, told
from bot.kernel.game import Game, Options
from bot.kernel.log import Entry, drawn, fold, rolls
from bot.kernel.rule import case
from bot.kernel.secret import Declared, Opaque, Seat, declared, redact

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What is raised for a text that nobody can have written here."""

_encoder = msgspec.json.Encoder()
_sorting = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    """Return the JSON text of a frozen value. Mappings keep their order, and have it again when they are read."""
    return _encoder.encode(value)


class Decoders(NamedTuple):
    """What reads a title's entries and its states."""

    entry: msgspec.json.Decoder[Any]
    state: msgspec.json.Decoder[Any]


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
    _decoders[game.key] = Decoders(entries, msgspec.json.Decoder(game.state))


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


def decode_state(game: Game[S, A, E], text: bytes | str) -> S:
    """Read a state that this very version has written. Raises one of `UNREADABLE` for a text that is not one."""
    state: S = _decoders_of(game).state.decode(text)
    return state


ADDED = object()
"""Marks a field that a class gained after games were exported, where the class writes its defaults down:
`Annotated[int, ADDED]`. As long as it has its default, the state has the fingerprint that it had without it."""


def fingerprint(state: Any) -> str:
    """Return the SHA-256 of a state's JSON text with sorted keys: equal states have equal ones."""
    return hashlib.sha256(_sorting.encode(_without_added(state))).hexdigest()


def _without_added(node: Any) -> Any:
    """Return a frozen tree without the added fields that have their defaults; what is `UNSET` is not written."""
    if isinstance(node, tuple):
        return tuple(map(_without_added, node))
    if isinstance(node, dict):
        return {key: _without_added(part) for key, part in node.items()}
    if not isinstance(node, Struct):
        return node
    parts = {name: getattr(node, name) for name in node.__struct_fields__}
    added = _added(type(node))
    return msgspec.structs.replace(
        node,
        **{
            name: UNSET if name in added and part == added[name] else _without_added(part)
            for name, part in parts.items()
        },
    )


@cache
def _added(kind: type[Struct]) -> dict[str, Any]:
    """Return the added fields of a class with their defaults."""
    hints = get_type_hints(kind, include_extras=True)
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return {
        name: default.factory() if hasattr(default, "factory") else default
        for name, default in zip(fields[len(fields) - len(defaults) :], defaults, strict=True)
        if ADDED in getattr(hints[name], "__metadata__", ())
    }


class Heading(Struct, frozen=True):
    """The first line of an exported game. The seed and the words of luck are there when the game is over."""

    fieldpost: str
    title: str
    scenario: str
    options: Options
    words: dict[Seat, str]
    commitment: str
    seed: str
    state: str
    seat: Seat = Seat("*")
    """Whose eyes the file was written for; "*" holds everything and is given out when the game is over."""


_heading = msgspec.json.Decoder(Heading)


def export(
    game: Game[S, A, E], version: str, scenario: str, options: Options, seed: bytes, words: dict[Seat, str],
    log: Sequence[Entry[A, E]], reader: Seat | None = None,
) -> bytes:  # fmt: skip
    """Write a game as one file of JSON lines. With a reader it holds what that seat may know of a running game."""
    state = fold(game, log)
    if reader is not None:
        log = [_as_read_by(reader, entry) for entry in log]
        state = redact(state, reader)
    luck = told(seed, words, over=reader is None)
    heading = Heading(
        version, game.key, scenario, options, luck.words, commitment(seed),
        luck.seed, fingerprint(state), Seat("*") if reader is None else reader,
    )  # fmt: skip
    return b"\n".join([encode(heading), *map(encode, log), b""])


def _as_read_by(reader: Seat, entry: Entry[A, E]) -> Entry[A, E]:
    own = entry.action if entry.seat == reader else None
    return redact(msgspec.structs.replace(entry, action=own), reader)


@case("FP-dice")
def verify(find: Callable[[str], Game[Any, Any, Any] | None], text: bytes) -> list[str]:
    """Check an exported game: every die and the final state. Returns what is wrong, nothing when it agrees.

    A file that was exported before the end holds no seed; its dice cannot be checked yet, and it says so.
    """
    first, *lines = text.splitlines() or [b""]
    try:
        heading = _heading.decode(first)
    except UNREADABLE as error:
        return [f"line 1: not the heading of a Fieldpost game ({error})"]
    game = find(heading.title)
    if game is None:
        return [f"line 1: this version knows no title {heading.title!r}"]
    log: list[Entry[Any, Any]] = []
    for n, line in enumerate(lines, start=2):
        try:
            log.append(decode(game, line))
        except UNREADABLE as error:
            return [f"line {n}: not an entry of {heading.title} ({error})"]
    try:
        return [*_check_dice(heading, log), *_check_state(game, heading, log)]
    except Exception as error:
        return [f"the log does not hold together ({type(error).__name__}: {error})"]


def _check_dice(heading: Heading, log: Sequence[Entry[Any, Any]]) -> list[str]:
    if not heading.seed:
        return ["the seed is not in this file: its dice can be checked when the game is over"]
    seed = bytes.fromhex(heading.seed)
    if commitment(seed) != heading.commitment:
        return ["the seed is not the one that was committed to"]
    secret = key(seed, heading.words)
    made = [(n, roll) for n, entry in enumerate(log) for roll in dict.fromkeys(rolls(entry.events))]
    wrong = [
        f"entry {n}: {roll.purpose}: draw {roll.draw} is {roll.faces}, the seed gives {true}"
        for n, roll in made
        if roll.faces != (true := faces(secret, roll.draw, len(roll.faces), roll.sides))
    ]
    return [*wrong, *_check_numbers([roll.draw for _, roll in made], drawn(log))]


def _check_numbers(made: Sequence[int], drawn: int) -> list[str]:
    """Return what is wrong with the numbers of the draws: each from 0 on must be there once."""
    wrong = [f"draw {draw} stands there {n} times" for draw, n in Counter(made).items() if n > 1]
    wrong += [f"draw {draw} was never made" for draw in made if not 0 <= draw < drawn]
    known = {draw for draw in made if 0 <= draw < drawn}
    if len(known) < drawn:
        first = next(draw for draw in count() if draw not in known)
        wrong.append(f"{drawn - len(known)} of {drawn} draws are missing, the first is draw {first}")
    return wrong


def _check_state(game: Game[Any, Any, Any], heading: Heading, log: Sequence[Entry[Any, Any]]) -> list[str]:
    state = fold(game, log)
    if heading.seat != "*":
        state = redact(state, heading.seat)
    found = fingerprint(state)
    return [] if found == heading.state else [f"the log folds to {found}, the file says {heading.state}"]
