"""The table of tide transcripts: the open field, or a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bot.kernel.dice import Dice
from bot.kernel.secret import Seat
from bot.kit.advice import Adviser
from bot.titles.tide import TITLE
from bot.titles.tide.model.state import State
from bot.titles.tide.play.sequence import SEQUENCE
from tests import transcripts
from tests.tide import field


class Board:
    """The open field is in a folder over the data.

    `forget` makes the data be read again.
    """

    seats = (Seat("german"), Seat("soviet"))

    def __init__(self, folder: Path, forget: Callable[[], None]) -> None:
        self.folder, self.forget = folder, forget

    def set_up(self, lines: Sequence[str]) -> State:
        """Set the field up as the lines have it."""
        return field.set_up(lines, self.folder, self.forget)

    def game(self) -> Adviser[Any, Any, Any]:
        """Return the title with the overlay data."""
        return TITLE

    def begin(self, state: State, stage: str, dice: Dice) -> tuple[State, Sequence[Any]]:
        """Let a stage of the round begin."""
        return transcripts.begin(TITLE, SEQUENCE, state, stage, dice)

    def facts(self, state: State) -> Iterator[str]:
        """Yield all that there is to see, with nothing hidden."""
        return field.facts(state)
