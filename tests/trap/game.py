"""A whole game that tests lead on step by step."""

from __future__ import annotations

from typing import Any

from bot.kernel.dice import Dice, SeededDice
from bot.kernel.game import decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat, see
from bot.kit.events import evolve
from bot.titles.trap import TITLE
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State


class Game:
    """A whole game that is led on step by step."""

    def __init__(self, scenario: str = "historical", seed: bytes = b"columns", **options: str) -> None:
        self.dice: Dice = SeededDice(seed)
        self.state = State()
        self.events: list[Any] = []
        self._happen(TITLE.open(scenario, options, self.dice))

    def _happen(self, events: Any) -> None:
        self.events = list(events)
        for event in self.events:
            self.state = evolve(self.state, event)

    @property
    def seat(self) -> Seat:
        """The seat that is asked."""
        return TITLE.asked(self.state)[0]

    def do(self, action: Any) -> None:
        """Take a legal action."""
        found = decide(TITLE, self.state, self.seat, action, self.dice)
        assert not isinstance(found, Refusal), found
        self._happen(found)

    def cite(self, action: Any, seat: Seat | None = None) -> str:
        """Return the case that forbids an action; "" if it is legal."""
        found = TITLE.judge(see(self.state, seat or self.seat), action)
        return found.cite if found is not None else ""

    def unit(self, counter: str) -> Any:
        """Return the unit of a counter."""
        return next(each for each in self.state.units.values() if each.counter.open() == counter)

    def until(self, step: type[Any], **fields: object) -> None:
        """Let everybody be done until a step is reached."""
        for _ in range(60):
            top = self.state.steps[-1]
            if isinstance(top, step) and all(getattr(top, name) == value for name, value in fields.items()):
                return
            seen = see(self.state, self.seat)
            done = TITLE.judge(seen, do.Done()) is None
            self.do(do.Done() if done else TITLE.play(seen))
        raise AssertionError(f"{step} is not reached")
