"""Firefights of the computer against itself: `python -m tests.firefight.balance [first intro ...] [--games 20]`.

Prints for each guideline who wins, with how many points, how many actions players take, and how long the computer
thinks about one. `--chance` lets each side in turn act by lot instead. Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import mean

from bot.kernel.game import forced
from bot.kernel.secret import Seat
from bot.titles.firefight import TITLE
from bot.titles.firefight.field.units import other
from bot.titles.firefight.model.ids import SIDES, Side
from bot.titles.firefight.printed.guidelines import guidelines
from tests.match import Match, random_action

LONGEST = 4000
"""More actions than any firefight has."""


class Battle:
    """One firefight, and what came of it."""

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


def interval(won: int, of: int) -> tuple[float, float]:
    """Return between which shares the true one lies, nineteen times in twenty (Wilson)."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, won / of
    middle, half = share + z * z / of / 2, z * sqrt(share * (1 - share) / of + (z / of / 2) ** 2)
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def row(name: str, battles: Sequence[Battle]) -> str:
    """Say what came of the firefights of a guideline."""
    wins = Counter(battle.winner for battle in battles)
    decided = wins["german"] + wins["soviet"]
    german, soviet = (mean(battle.points[n] for battle in battles) for n in (0, 1))
    actions = mean(battle.kinds.total() for battle in battles)
    thought = sorted(each for battle in battles for each in battle.thought)
    least, most = interval(wins["german"], decided)
    return (
        f"{name:14} german {wins['german']:3} : {wins['soviet']:<3} soviet, {wins['']:2} drawn; Germans "
        f"{least:.0%} to {most:.0%} of the decided; points {german:4.1f} : {soviet:4.1f}; {actions:5.0f} actions; "
        f"thinks {mean(thought) * 1000:3.0f} ms, p95 {thought[len(thought) * 95 // 100] * 1000:3.0f} ms"
    )


def kinds(battles: Sequence[Battle]) -> str:
    """Say what players do in a firefight."""
    total: Counter[str] = sum((battle.kinds for battle in battles), Counter())
    return ", ".join(f"{name} {n / len(battles):.1f}" for name, n in total.most_common())


def sources(battles: Sequence[Battle]) -> Iterator[str]:
    """Say what brought the points of a firefight, and which cards were played how often."""
    for side in SIDES:
        total: Counter[str] = Counter()
        for battle in battles:
            for award in battle.match.state.awards:
                if award.side == side:
                    total[award.why.partition(":")[0] if ":" in award.why else "units"] += award.points
        yield f"{side}: " + ", ".join(f"{why} {n / len(battles):.1f}" for why, n in total.most_common())
    halves = Counter((each.card, each.half) for battle in battles for each in battle.match.state.record)
    yield "cards: " + ", ".join(f"{card} {half} {n}" for (card, half), n in sorted(halves.items()))


def beaten(scenario: str, seeds: Sequence[int], options: dict[str, str]) -> Iterator[str]:
    """Say how often the computer beats chance on either side."""
    for side in SIDES:
        won = sum(Battle(scenario, seed, options, other(side)).winner == side for seed in seeds)
        yield f"{scenario:14} as {side}: beats chance in {won} of {len(seeds)}"


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
    wanted = ask.parse_args(words)
    seeds, options = range(wanted.seed, wanted.seed + wanted.games), {"economy": wanted.economy}
    for scenario in wanted.scenarios or known:
        if wanted.chance:
            print("\n".join(beaten(scenario, seeds, options)), flush=True)
            continue
        battles = [Battle(scenario, seed, options) for seed in seeds]
        print(row(scenario, battles), flush=True)
        if wanted.kinds:
            print(f"{'':14} {kinds(battles)}", *sources(battles), sep=f"\n{'':15}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
