"""Count the orders of an activation: `python -m tests.trap.activations`.

`--scenario first --games 2` chooses the games.

The Russians follow the hints, as a sensible player would. With `--russians computer` the computer plays them, as
it plays the Chechens. It counts the orders for each kind of marker, the last one included, and how often the move
changes sides in a turn. It also reports the Russian lead in points at the end. The seed decides everything.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from statistics import mean, median
from typing import NamedTuple

from bot.kernel.secret import Seen
from bot.titles.trap import TITLE
from bot.titles.trap.field.points import lead
from bot.titles.trap.model.actions import Action
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import ARTILLERY, RUSSIAN
from tests.match import Match

FEW = 12
"""The most orders of an activation for a sensible player."""
LONGEST = 4000
"""More orders than any game has."""


class Given(NamedTuple):
    """The orders of an activation, and in which turn it was."""

    turn: int
    orders: list[Action]


class Counted:
    """The counts of some games."""

    def __init__(self) -> None:
        self.given: dict[str, list[Given]] = {"battalion": [], "artillery": [], "chechen": [], "bonus": []}
        """The orders of each activation, by whose it was."""
        self.handed: list[int] = []
        """How often the move went from one side to the other, turn by turn."""
        self.leads: list[float] = []
        """By how many points the Russians led at the end, game by game."""

    def play(self, scenario: str, seed: int, player: Callable[[Seen[State]], Action] = TITLE.advise) -> None:
        """Play a game and count."""
        options = TITLE.scenarios[scenario].usual
        match = Match(TITLE, scenario, options, seed.to_bytes(8, "big"))
        turn, last, handed = match.state.turn, "", 0
        before: object = None
        while not match.over and len(match.log) < LONGEST:
            (seat,) = match.asked
            handed += bool(last) and seat != last
            step = match.state.steps[-1]
            if isinstance(step, Activation):
                began = (match.state.turn, match.state.gone, step)
                if began != before:
                    before = began
                    self.given[kind(step)].append(Given(match.state.turn, []))
            seen = match.seen(seat)
            action = TITLE.answer(seen) or player(seen)
            if isinstance(step, Activation):
                self.given[kind(step)][-1].orders.append(action)
            assert match.act(seat, action, "computer") is None
            last = seat
            if match.state.turn != turn or match.over:
                self.handed.append(handed)
                turn, handed = match.state.turn, 0
            match.states.clear()
        assert match.over, f"game {seed} does not end"
        self.leads.append(lead(match.state) / 2)


def kind(step: Activation) -> str:
    """Say whose activation it is."""
    if not step.marker:
        return "bonus"
    if step.seat != RUSSIAN:
        return "chechen"
    return "artillery" if step.marker == ARTILLERY else "battalion"


def lines(counted: Counted) -> Iterator[str]:
    """Yield the report."""
    for name, given in counted.given.items():
        if orders := [len(each.orders) for each in given]:
            share = sum(number <= FEW for number in orders) / len(orders)
            typical = f"median {median(orders):g}, mean {mean(orders):.1f}, most {max(orders)}"
            yield f"{name}: {len(orders)} activations; orders in one: {typical}; at most {FEW} in {share:.0%}"
    handed = counted.handed
    yield f"hand-overs a turn: median {median(handed):g}, most {max(handed)}"
    yield f"the Russians lead by {mean(counted.leads):.1f} ({', '.join(f'{each:g}' for each in counted.leads)})"


def longest(counted: Counted) -> Iterator[str]:
    """Yield the orders of each battalion activation that took too many."""
    for given in counted.given["battalion"]:
        if len(given.orders) > FEW:
            yield f"turn {given.turn}, {len(given.orders)} orders:"
            yield from (f"  {order}" for order in given.orders)


def main(arguments: Sequence[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.trap.activations", description=__doc__)
    parser.add_argument("--scenario", default="historical")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--russians", choices=("person", "computer"), default="person")
    parser.add_argument("--list", action="store_true", help="print the orders of the longest")
    options = parser.parse_args(arguments)
    counted = Counted()
    for seed in range(options.seed, options.seed + options.games):
        counted.play(options.scenario, seed, TITLE.advise if options.russians == "person" else TITLE.play)
    print(*lines(counted), *(longest(counted) if options.list else ()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
