"""Plays a scenario to its end by computer players, for its author."""

from __future__ import annotations

import traceback
from typing import Any

from bot.kernel.dice import SeededDice
from bot.kernel.game import By, answer, decide
from bot.kernel.log import Entry, fold
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, see
from bot.kit.advice import Adviser
from bot.kit.codec import decode, encode
from bot.kit.english import count
from render.look import STANDARD
from render.titles import PICTURES

MOST = 20_000
"""A game that has not ended after this many orders will not end."""
EACH = 50
"""Number of orders from one look at the position to the next."""

AnyTitle = Adviser[Any, Any, Any]


class Broken(Exception):
    """A scenario that cannot be played. The message is one line, for its author."""


def rehearse(title: AnyTitle, scenario: str, seed: bytes = b"rehearsal") -> str:
    """Play a scenario with its usual options to its end, and return the outcome.

    Raises `Broken`.
    """
    try:
        return _Rehearsal(title, scenario, seed).play()
    except Broken:
        raise
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        raise Broken(f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})") from error


class _Rehearsal:
    """A game that is being rehearsed."""

    def __init__(self, title: AnyTitle, scenario: str, seed: bytes) -> None:
        self.title = title
        self.scenario = scenario
        self.seats = title.scenarios[scenario].seats
        self.dice = SeededDice(seed)
        self.state = title.blank()
        self.log: list[Entry[Any, Any]] = []

    def play(self) -> str:
        chosen = self.title.scenarios[self.scenario].usual
        self._enter(PUBLIC, "table", None, tuple(self.title.open(self.scenario, chosen, self.dice)))
        while (outcome := self.title.outcome(self.state)) is None:
            if len(self.log) > MOST:
                raise Broken(f"is not over after {MOST} orders")
            self._move()
        self._look()
        if fold(self.title, [decode(self.title, encode(entry)) for entry in self.log]) != self.state:
            raise Broken("its log leads to another state when it is read again")
        return f"{count(len(self.log) - 1, 'order')}. {outcome.why}"

    def _move(self) -> None:
        """Let the next seat act, as the computer or as it must."""
        found = answer(self.title, self.state, self.seats)
        if found is None:
            raise Broken(f"after order {len(self.log) - 1} no seat is asked, and the game is not over")
        seat, by, action = found
        said = self.title.spoken(see(self.state, seat), action)
        result = decide(self.title, self.state, seat, action, self.dice)
        if isinstance(result, Refusal):
            raise Broken(f"order {len(self.log)} of {seat} is refused: {said} {result.why} ({result.cite})")
        self._enter(seat, by, action, result)
        if len(self.log) % EACH == 1:
            self._look()

    def _enter(self, seat: Seat, by: By, action: Any, events: tuple[Any, ...]) -> None:
        """Let events happen, each told to the public and to every seat."""
        for event in events:
            for viewer in (*self.seats, PUBLIC):
                seen = see(self.state, viewer)
                self.title.tell(seen, event)
                self.title.scene(seen, event)
            self.state = self.title.evolve(self.state, event)
        self.log.append(Entry(seat, by, action, events, self.dice.drawn))

    def _look(self) -> None:
        """Describe and draw the position for the public and for every seat."""
        for viewer in (*self.seats, PUBLIC):
            seen = see(self.state, viewer)
            for describe in (self.title.prompts, self.title.status, self.title.hand, self.title.held):
                describe(seen)
            PICTURES[self.title.key].board(seen, STANDARD)
