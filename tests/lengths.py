"""How long battles take, and their winners: `python -m tests.lengths tide:first`.

The computer plays both sides. For each scenario it prints the winners, the orders of players, and how often the
game passes from a player to another. `[facts]` in the scenarios' files are estimated from these: an order takes a
player 20 seconds, and by post the game passes four times a day.

Options: `--games 5 --longest 600`, in seconds of a game.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from statistics import mean

from bot.kernel.game import forced
from bot.kit.english import count
from bot.titles import titles
from tests.match import AnyGame, Match

ORDER_SECONDS = 20
HANDOVERS_A_DAY = 4


def played(game: AnyGame, scenario: str, seed: int, longest: float) -> tuple[str, int, int] | None:
    """Play a battle, and return its winners, orders and handovers.

    Returns `None` if it takes too long.
    """
    match = Match(game, scenario, game.scenarios[scenario].usual, seed.to_bytes(8, "big"))
    orders, handovers, last, start = 0, 0, "", time.monotonic()
    while not match.over:
        if time.monotonic() - start > longest:
            return None
        seat = match.asked[0]
        seen = match.seen(seat)
        action = game.answer(seen) or forced(game, seen)
        if action is None:
            action = game.play(seen)
            orders += 1
            handovers += seat != last
            last = seat
        refusal = match.act(seat, action, "computer")
        assert refusal is None, f"{action} is refused: {refusal}"
        match.states.clear()
    outcome = game.outcome(match.state)
    assert outcome is not None
    sides = {seat: game.fights(match.state, seat) for seat in outcome.winners}
    return " and ".join(sides.values()) or "a draw", orders, handovers


def row(game: AnyGame, scenario: str, games: int, longest: float) -> str:
    """Describe the battles of a scenario in a line."""
    name = f"{game.key}:{scenario}"
    found = [each for each in (played(game, scenario, seed, longest) for seed in range(1, games + 1)) if each]
    if not found:
        return f"{name:28} takes more than {longest:.0f} seconds"
    won = ", ".join(f"{who} {n}" for who, n in Counter(each[0] for each in found).most_common())
    orders, handovers = mean(each[1] for each in found), mean(each[2] for each in found)
    minutes, days = orders * ORDER_SECONDS / 60, handovers / HANDOVERS_A_DAY
    return (
        f"{name:28} {count(len(found), 'game')}: {won}; {orders:.0f} orders, {minutes:.0f} minutes;"
        f" {handovers:.0f} handovers, {days:.0f} days"
    )


def wanted(names: list[str]) -> Iterator[tuple[AnyGame, str]]:
    """Yield the scenarios with names such as "tide" or "tide:first"; by default all."""
    for game in titles().values():
        for scenario in game.scenarios:
            if not names or game.key in names or f"{game.key}:{scenario}" in names:
                yield game, scenario


def main(arguments: list[str]) -> int:
    """Print a line for each scenario."""
    parser = argparse.ArgumentParser(prog="python -m tests.lengths")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--longest", type=float, default=600.0)
    chosen = parser.parse_args(arguments)
    for game, scenario in wanted(chosen.names):
        print(row(game, scenario, chosen.games, chosen.longest), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
