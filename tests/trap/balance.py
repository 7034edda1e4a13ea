"""Games of the computer against itself: `python -m tests.trap.balance`.

Options: `--games 20 --seed 1`.

For each scenario it prints the Russian win rate and lead in points. It also prints the Russian units on the map
after the first turn, and the computer's thinking time. The seed decides everything.

`--to FILE` writes a row for each game, and plays only games that are not in the file. A second run with `--games
100` continues to a hundred games, and `--games 0` prints the file. Rows with the same mark belong together; it
names what was measured, such as a commit, and is the edition of the rules and the data unless `--mark` is given.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

from msgspec import Struct

from bot.kernel.game import forced
from bot.titles import edition
from bot.titles.trap import TITLE
from bot.titles.trap.field.points import lead
from bot.titles.trap.field.units import of
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import RUSSIAN
from tests.balance import interval, keep, kept
from tests.match import Match


class Row(Struct, frozen=True):
    """The result of a battle: a row of the file."""

    mark: str
    scenario: str
    seed: int
    winner: str
    lead: float
    """By how many points the Russians lead at the end."""
    on_map: int
    """How many Russian units were on the map after the first turn."""
    actions: int
    seconds: float
    """How long the computer thought, all together."""


def fought(mark: str, scenario: str, seed: int) -> Row:
    """Play a battle, and return its row."""
    options = TITLE.scenarios[scenario].usual
    match, seconds, on_map = Match(TITLE, scenario, options, seed.to_bytes(8, "big")), 0.0, 0
    first: int = match.state.turn
    while not match.over:
        (seat,) = match.asked
        seen = match.seen(seat)
        start = time.process_time()
        action = TITLE.answer(seen) or forced(TITLE, seen) or TITLE.play(seen)
        seconds += time.process_time() - start
        refusal = match.act(seat, action, "computer")
        assert refusal is None, f"{action} is refused: {refusal}"
        match.states.clear()
        if not on_map and match.state.turn > first:
            on_map = len(of(match.state, RUSSIAN))
    state: State = match.state
    assert state.outcome is not None
    winner = next(iter(state.outcome.winners), "")
    return Row(mark, scenario, seed, winner, lead(state) / 2, on_map, len(match.log), round(seconds, 2))


def table(name: str, rows: Sequence[Row]) -> str:
    """Say what came of the battles of a scenario."""
    won = sum(each.winner == RUSSIAN for each in rows)
    least, most = interval(won, len(rows))
    leads = [each.lead for each in rows]
    return (
        f"{name:11} Russians win {won} of {len(rows)}, {won / len(rows):.0%} (surely {least:.0%} to {most:.0%}); "
        f"lead {mean(leads):+.1f}, median {median(leads):+g}; {mean(each.on_map for each in rows):.0f} on the map "
        f"after the first turn; {mean(each.actions for each in rows):.0f} actions, "
        f"{mean(each.seconds for each in rows):.1f} s"
    )


def games(scenario: str, wanted: argparse.Namespace) -> list[Row]:
    """Return the battles in the file, and those still to be played."""
    mark = wanted.mark or edition()[:12]
    there = [
        each for each in (kept(wanted.to, Row) if wanted.to else [])
        if (each.mark, each.scenario) == (mark, scenario)
    ]  # fmt: skip
    done = {each.seed for each in there}
    for seed in range(wanted.seed, wanted.seed + wanted.games):
        if seed not in done:
            there.append(fought(mark, scenario, seed))
            if wanted.to:
                keep(wanted.to, there[-1])
    return there


def main(words: Sequence[str]) -> int:
    """Play and print the table."""
    ask = argparse.ArgumentParser(prog="python -m tests.trap.balance", description=(__doc__ or "").split("\n")[0])
    known = list(TITLE.scenarios)
    ask.add_argument("scenarios", nargs="*", choices=[[], *known])
    ask.add_argument("--games", type=int, default=20)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--to", type=Path, help="the file for a row a game, with which to go on")
    ask.add_argument("--mark", default="", help="what was measured; without it the edition of rules and data")
    wanted = ask.parse_args(words)
    for scenario in wanted.scenarios or known:
        if rows := games(scenario, wanted):
            print(table(scenario, rows), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
