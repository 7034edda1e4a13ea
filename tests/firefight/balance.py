"""Games of the computer against itself: `python -m tests.firefight.balance`.

Options: `first intro ... --games 20`.

For each guideline it prints the winners, their points, the actions of players, and the computer's thinking time.
`--chance` lets each side in turn act at random instead. The seed decides everything.

`--to FILE` writes a row for each game, and plays only missing games. A second run with `--games 100` continues to
a hundred games, and `--games 0` prints the file. Rows with the same mark belong together. The mark names the
subject, such as a commit; its default is the edition of rules and data.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean

from msgspec import Struct

from bot.kernel.game import forced
from bot.kernel.secret import Seat
from bot.titles import edition
from bot.titles.firefight import TITLE
from bot.titles.firefight.field.units import other
from bot.titles.firefight.model.ids import SIDES, Side
from bot.titles.firefight.printed.guidelines import guidelines
from tests.balance import interval, keep, kept
from tests.match import Match, random_action

LONGEST = 4000
"""More actions than any firefight has."""


class Battle:
    """A firefight, and its result."""

    def __init__(self, scenario: str, seed: int, options: dict[str, str], chance: Side | None = None) -> None:
        self.kinds: Counter[str] = Counter()
        self.thought: list[float] = []
        self.match = Match(TITLE, scenario, options, seed.to_bytes(8, "big"))
        self._chance, self._rnd = chance, Random(seed)
        while not self.match.over:
            if not self._react():
                self._act(*self.match.asked[:1])
            assert len(self.match.log) < LONGEST, f"{scenario} {seed} does not end"
        outcome = self.match.state.outcome
        assert outcome is not None
        self.winner = next((self.side(seat) for seat in outcome.winners), "")

    def side(self, seat: Seat) -> str:
        """Return which side a seat has taken."""
        return str(self.match.state.players[seat].side)

    def _react(self) -> bool:
        """Let a computer play a card while another is asked; say whether one did."""
        seats = [seat for seat in self.match.seats if self._chance is None or self.side(seat) != self._chance]
        for seat in seats:
            if (action := TITLE.react(self.match.seen(seat))) is not None:
                assert self.match.act(seat, action, "computer") is None, action
                return True
        return False

    def _act(self, seat: Seat) -> None:
        seen = self.match.seen(seat)
        if (by_itself := TITLE.answer(seen) or forced(TITLE, seen)) is not None:
            assert self.match.act(seat, by_itself, "forced") is None
            return
        if self._chance is not None and self.side(seat) == self._chance:
            action = random_action(TITLE, seen, self._rnd)
        else:
            start = time.process_time()
            action = TITLE.play(seen)
            self.thought.append(time.process_time() - start)
        self.kinds[type(action).__name__] += 1
        refusal = self.match.act(seat, action, "computer")
        assert refusal is None, f"{action} is refused: {refusal}"

    @property
    def points(self) -> tuple[int, int]:
        """The victory points of the Germans and of the Soviets."""
        german, soviet = (self.match.state.points.get(side, 0) for side in SIDES)
        return german, soviet

    def sources(self) -> Counter[str]:
        """Count what brought each side its points."""
        found: Counter[str] = Counter()
        for award in self.match.state.awards:
            source = award.why.partition(":")[0] if ":" in award.why else "units"
            found[f"{award.side} {source}"] += award.points
        return found


class Row(Struct, frozen=True):
    """The result of a firefight: a row of the file."""

    mark: str
    scenario: str
    economy: str
    seed: int
    winner: str
    german: int
    soviet: int
    seconds: float
    """How long the computer thought, all together."""
    slow: float
    """How long it thought about one action of twenty, at least."""
    kinds: str
    sources: str
    cards: str


def fought(mark: str, scenario: str, seed: int, options: dict[str, str]) -> Row:
    """Play a firefight, and return its row."""
    battle = Battle(scenario, seed, options)
    thought = sorted(battle.thought)
    cards = Counter(f"{each.card} {each.half}" for each in battle.match.state.record)
    return Row(
        mark, scenario, options["economy"], seed, battle.winner, *battle.points,
        round(sum(thought), 2), round(thought[len(thought) * 95 // 100], 3),
        listed(battle.kinds), listed(battle.sources()), listed(cards),
    )  # fmt: skip


def listed(count: Counter[str]) -> str:
    """Write a count into a cell."""
    return ", ".join(f"{name} {n}" for name, n in count.most_common())


def counted(cells: Sequence[str]) -> Counter[str]:
    """Add up the counts in cells."""
    found: Counter[str] = Counter()
    for name, _, n in (each.rpartition(" ") for cell in cells for each in cell.split(", ") if each):
        found[name] += int(n)
    return found


def table(name: str, rows: Sequence[Row]) -> str:
    """Say what came of the firefights of a guideline."""
    wins = Counter(each.winner for each in rows)
    decided = wins["german"] + wins["soviet"]
    actions = counted([each.kinds for each in rows]).total()
    thought = sum(each.seconds for each in rows) / actions
    least, most = interval(wins["german"], decided)
    return (
        f"{name:14} german {wins['german']:3} : {wins['soviet']:<3} soviet, {wins['']:2} drawn; Germans "
        f"{least:.0%} to {most:.0%} of the decided; "
        f"points {mean(each.german for each in rows):4.1f} : {mean(each.soviet for each in rows):4.1f}; "
        f"{actions / len(rows):5.0f} actions; thinks {thought * 1000:3.0f} ms, "
        f"p95 {mean(each.slow for each in rows) * 1000:3.0f} ms"
    )


def each_game(count: Counter[str], games: int) -> str:
    """Say how much of everything there is in a firefight."""
    return ", ".join(f"{name} {n / games:.1f}" for name, n in count.most_common())


def details(rows: Sequence[Row]) -> Iterator[str]:
    """Describe actions, sources of points, and how often each card was played."""
    yield each_game(counted([each.kinds for each in rows]), len(rows))
    sources = counted([each.sources for each in rows])
    for side in SIDES:
        won = Counter({why.removeprefix(side + " "): n for why, n in sources.items() if why.startswith(side)})
        yield f"{side}: {each_game(won, len(rows))}"
    cards = counted([each.cards for each in rows])
    yield "cards: " + ", ".join(f"{card} {n}" for card, n in sorted(cards.items()))


def beaten(scenario: str, seeds: Sequence[int], options: dict[str, str]) -> Iterator[str]:
    """Say how often the computer beats chance on either side."""
    for side in SIDES:
        won = sum(Battle(scenario, seed, options, other(side)).winner == side for seed in seeds)
        yield f"{scenario:14} as {side}: beats chance in {won} of {len(seeds)}"


def games(scenario: str, wanted: argparse.Namespace) -> list[Row]:
    """Return the firefights in the file, and those still to be played."""
    mark = wanted.mark or edition()[:12]
    there = [
        each
        for each in (kept(wanted.to, Row) if wanted.to else [])
        if (each.mark, each.scenario, each.economy) == (mark, scenario, wanted.economy)
    ]
    done = {each.seed for each in there}
    for seed in range(wanted.seed, wanted.seed + wanted.games):
        if seed not in done:
            there.append(fought(mark, scenario, seed, {"economy": wanted.economy}))
            if wanted.to:
                keep(wanted.to, there[-1])
    return there


def main(words: Sequence[str]) -> int:
    """Play and print the table."""
    ask = argparse.ArgumentParser(
        prog="python -m tests.firefight.balance", description=(__doc__ or "").split("\n")[0]
    )
    known = ["first", *guidelines().found]
    ask.add_argument("scenarios", nargs="*", choices=[[], *known])
    ask.add_argument("--games", type=int, default=20)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--economy", choices=["action points", "spent checks"], default="action points")
    ask.add_argument("--kinds", action="store_true", help="what players do, too, and what brings points")
    ask.add_argument("--chance", action="store_true", help="against somebody who acts by lot")
    ask.add_argument("--to", type=Path, help="the file for a row a game, with which to go on")
    ask.add_argument("--mark", default="", help="what was measured; without it the edition of rules and data")
    wanted = ask.parse_args(words)
    for scenario in wanted.scenarios or known:
        if wanted.chance:
            seeds = range(wanted.seed, wanted.seed + wanted.games)
            print("\n".join(beaten(scenario, seeds, {"economy": wanted.economy})), flush=True)
        elif rows := games(scenario, wanted):
            print(table(scenario, rows), flush=True)
            if wanted.kinds:
                print(*(f"{'':14} {line}" for line in details(rows)), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
