"""Dice that anybody can check when the game is over.

Draw number *i* of a game is a function of (key, i): HMAC-SHA-256 in counter mode, rejection-sampled. The key
is made from the table's seed, a word of luck from each player, and an id. Discord gives this id to the press that
begins the game, after which no word can change. The SHA-256 of the seed is posted before the first word is
given, the seed itself when the game ends.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Protocol

from bot.kernel.roll import Roll as Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat


class Dice(Protocol):
    """The dice for `open` and `resolve`, which are the only chance in a game."""

    drawn: int

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Draw this many dice at once."""


class SeededDice:
    """The dice of a real game: draw `drawn` is next, and no draw is ever made twice."""

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self.key = key
        self.drawn = drawn

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Draw this many dice at once."""
        self.drawn += 1
        return Roll(purpose, sides, faces(self.key, self.drawn - 1, dice, sides), self.drawn - 1)


@case("FP-dice")
def commitment(seed: bytes) -> str:
    """Return the SHA-256 of the seed in hexadecimal, which is posted before the game."""
    return hashlib.sha256(seed).hexdigest()


@case("FP-dice")
def key(seed: bytes, words: Mapping[Seat, str], start: int = 0) -> bytes:
    """Make the key of a game's dice from the seed, the words and the start id.

    Every part is led by its length, so that no two games share a message. Games of older releases have no id, and
    join their words by lines.
    """
    parts = [f"{len(s)}:{s}{len(words[s])}:{words[s]}" if start else f"{s}={words[s]}" for s in sorted(words)]
    message = f"{''.join(parts)}at {start}" if start else "\n".join(parts)
    return hmac.digest(seed, message.encode(), "sha256")


@case("FP-dice")
def faces(key: bytes, draw: int, dice: int, sides: int) -> tuple[int, ...]:
    """Return the faces of one draw.

    Words past the last whole multiple of `sides` are discarded.
    """
    if not 1 <= sides <= 1 << 32:
        raise ValueError(f"a die has 1 to 2**32 sides, not {sides}")
    limit = (1 << 32) // sides * sides
    words = (word for word in _words(key, draw) if word < limit)
    return tuple(next(words) % sides + 1 for _ in range(dice))


def _words(key: bytes, draw: int) -> Iterator[int]:
    """Yield the 32-bit words of a draw's stream, block after block."""
    for block in count():
        digest = hmac.digest(key, draw.to_bytes(8, "big") + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4))
