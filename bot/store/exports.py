"""An exported game: a file of JSON lines that anybody can check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from bot.kernel.dice import commitment, faces, key
from bot.kernel.game import Game, Options
from bot.kernel.log import Entry, drawn
from bot.kernel.rule import case
from bot.kernel.secret import PUBLIC, Seat, redact
from bot.kit.codec import UNREADABLE, decode, decode_instruction, encode
from bot.kit.fingerprint import fingerprint
from bot.kit.instructions import Instruction, folded
from bot.kit.lots import rolls

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Luck(Struct, frozen=True):
    """The source of a game's dice, if it may be shown."""

    seed: str = ""
    words: dict[Seat, str] = {}


@case("FP-dice")
def told(seed: bytes, words: Mapping[Seat, str], over: bool) -> Luck:
    """Return the seed and the players' words if the game is over, otherwise nothing."""
    return Luck(seed.hex(), dict(words)) if over else Luck()


class Heading(Struct, frozen=True):
    """The first line of an exported game.

    It has the seed and the players' words of luck once the game is over.
    """

    fieldpost: str
    title: str
    scenario: str
    options: Options
    words: dict[Seat, str]
    commitment: str
    seed: str
    state: str
    start: int = 0
    """The id of the press that began the game.

    It is 0 in games of older releases, whose dice do not use it.
    """
    seat: Seat = Seat("*")
    """The seat that may read the file.

    "*" is a file with everything, which is available once the game is over.
    """
    instructions: int = 0
    """The number of instructions, which are the last lines.

    Seats leave instructions with the table, beside the log.
    """


_heading = msgspec.json.Decoder(Heading)


def export(
    game: Game[S, A, E], version: str, scenario: str, options: Options, seed: bytes, words: dict[Seat, str],
    log: Sequence[Entry[A, E]], instructions: Iterable[Instruction[A, E]] = (), reader: Seat | None = None,
    start: int = 0,
) -> bytes:  # fmt: skip
    """Write a game as one file of JSON lines.

    With a reader, the file holds only the facts that this seat may know of a running game.
    """
    left = sorted(instructions, key=lambda each: (each.entries, each.seat, each.number))
    state = folded(game, log, left)
    if reader is not None:
        log = [_as_read_by(reader, entry) for entry in log]
        left = [each for each in left if each.seat == reader]
        state = redact(state, reader)
    luck = told(seed, words, over=reader is None)
    heading = Heading(
        version, game.key, scenario, options, luck.words, commitment(seed),
        luck.seed, fingerprint(state), start, Seat("*") if reader is None else reader, len(left),
    )  # fmt: skip
    return b"\n".join([encode(heading), *map(encode, log), *map(encode, left), b""])


def _as_read_by(reader: Seat, entry: Entry[A, E]) -> Entry[A, E]:
    """Return an entry without the facts that are hidden from the reader.

    The use of a plan or of standing orders is hidden, too.
    """
    if entry.seat != reader and entry.plan is not None:
        return Entry(PUBLIC, "table", drawn=entry.drawn)
    if entry.seat != reader:
        by = "person" if entry.by in ("plan", "orders") else entry.by
        entry = msgspec.structs.replace(entry, by=by, action=None)
    return redact(entry, reader)


@case("FP-dice")
def verify(find: Callable[[str], Game[Any, Any, Any] | None], text: bytes) -> list[str]:
    """Check every die and the final state of an exported game.

    Returns the errors. A file from before the end holds no seed, so a message says that its dice cannot be checked
    yet.
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
    left: list[Instruction[Any, Any]] = []
    for n, line in enumerate(lines, start=2):
        try:
            if n < len(lines) + 2 - heading.instructions:
                log.append(decode(game, line))
            else:
                left.append(decode_instruction(game, line))
        except UNREADABLE as error:
            return [f"line {n}: not an entry of {heading.title} ({error})"]
    try:
        return [*_check_dice(heading, log), *_check_state(game, heading, log, left)]
    except Exception as error:
        return [f"the log does not hold together ({type(error).__name__}: {error})"]


def _check_dice(heading: Heading, log: Sequence[Entry[Any, Any]]) -> list[str]:
    if not heading.seed:
        return ["the seed is not in this file: its dice can be checked when the game is over"]
    seed = bytes.fromhex(heading.seed)
    if commitment(seed) != heading.commitment:
        return ["the seed is not the one that was committed to"]
    secret = key(seed, heading.words, heading.start)
    made = [(n, roll) for n, entry in enumerate(log) for roll in dict.fromkeys(rolls(entry.events))]
    wrong = [
        f"entry {n}: {roll.purpose}: draw {roll.draw} is {roll.faces}, the seed gives {true}"
        for n, roll in made
        if roll.faces != (true := faces(secret, roll.draw, len(roll.faces), roll.sides))
    ]
    return [*wrong, *_check_numbers([roll.draw for _, roll in made], drawn(log))]


def _check_numbers(made: Sequence[int], drawn: int) -> list[str]:
    """Return the errors in the numbers of the draws, which must be 0, 1, 2 and so on."""
    wrong = [f"draw {draw} stands there {n} times" for draw, n in Counter(made).items() if n > 1]
    wrong += [f"draw {draw} was never made" for draw in made if not 0 <= draw < drawn]
    known = {draw for draw in made if 0 <= draw < drawn}
    if len(known) < drawn:
        first = next(draw for draw in count() if draw not in known)
        wrong.append(f"{drawn - len(known)} of {drawn} draws are missing, the first is draw {first}")
    return wrong


def _check_state(
    game: Game[Any, Any, Any], heading: Heading, log: Sequence[Entry[Any, Any]],
    left: Iterable[Instruction[Any, Any]],
) -> list[str]:  # fmt: skip
    state = folded(game, log, left)
    if heading.seat != "*":
        state = redact(state, heading.seat)
    found = fingerprint(state)
    return [] if found == heading.state else [f"the log folds to {found}, the file says {heading.state}"]
