"""Measure self-played campaigns: `python -m tests.strike.campaigns`.

Options: `--games 50 --seed 1`.

Prints what each side does with its means, and which cities the Germans hold beside what they held in history.
Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from random import Random
from statistics import mean

from bot.kernel.secret import Seat
from bot.titles.strike import TITLE
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters, victory
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN
from tests.match import Match, step

TURNS = 14
LONGEST = 6000
"""More moves than any campaign has."""
LOOKED_AT = (3, 7, 10, 14)
"""The turns whose ends are compared: 24 August, 16 November, 18 January, 12 April."""
WINTER = (9, 10, 11)
"""7 December to 7 February, when the Soviets struck back."""
CENTRE = ("4", "5", "6")
"""The rows of Army Group Centre, from Suwalki and Lublin to Moscow and Tula."""
HISTORY: dict[str, tuple[int, ...]] = {
    "Riga": (3, 7, 10, 14),
    "Minsk": (3, 7, 10, 14),
    "Smolensk": (3, 7, 10, 14),
    "Novgorod": (3, 7, 10, 14),
    "Kiev": (7, 10, 14),
    "Odessa": (7, 10, 14),
    "Dnepropetrovsk": (7, 10, 14),
    "Kursk": (7, 10, 14),
    "Kharkov": (7, 10, 14),
    "Stalino": (7, 10, 14),
    "Tikhvin": (7,),
    "Kalinin": (7,),
    "Rostov": (),
    "Leningrad": (),
    "Moscow": (),
    "Tula": (),
    "Sevastopol": (),
    "Voronezh": (),
}
"""The turns at whose ends the Germans held each city."""


class Campaign:
    """One campaign, and all that is counted in it."""

    def __init__(self, seed: int) -> None:
        self.count: Counter[tuple[object, ...]] = Counter()
        self.odds: list[float] = []
        """Strength against strength in each Russian attack of the winter."""
        self.turn = 1
        self._points: dict[Seat, int] = {}
        start = time.process_time()
        self.winner = self._play(seed)
        self.seconds = time.process_time() - start

    def _play(self, seed: int) -> str:
        """Play to the end and return the winner, "" for a draw."""
        game, rnd = TITLE, Random(seed)
        options = game.scenarios["campaign"].usual
        match = Match(game, "campaign", options, seed.to_bytes(8, "big"))
        self._note(match.state, match.log[-1].events)
        while not match.over and len(match.log) < LONGEST:
            step(match, rnd, match.seats)
            self._note(match.state, match.log[-1].events)
        assert match.state.outcome is not None, f"campaign {seed} does not end"
        return next(iter(match.state.outcome.winners), "")

    def _note(self, after: State, events: Iterable[ev.Event]) -> None:
        """Count what has happened; `after` is how the table stands then."""
        for event in events:
            match event:
                case ev.PointsCame():
                    self._points[event.seat] = event.points
                    self.count["points", event.seat] += event.points
                case ev.Paid():
                    self._points[event.seat] -= event.points
                case ev.Railed():
                    self.count["trains", after.units[event.unit].side] += 1
                case ev.Converted():
                    self.count["converted",] += len(event.areas)
                case ev.Bombed():
                    self.count["bombs",] += 1
                    self.count["hits",] += event.hit
                case ev.Flown(mission="supply"):
                    self.count["supply flown",] += 1
                case ev.Fought():
                    self._fought(event)
                case ev.TurnBegan() | ev.GameEnded():
                    self._turn_ends(after)

    def _fought(self, fight: ev.Fought) -> None:
        self.count["fights", fight.attacker] += 1
        self.count["supported",] += bool(fight.air)
        attacks = "attacker" if fight.attacker == GERMAN else "defender"
        self.count["unsupplied",] += any(shift.why == f"the {attacks} lacks supply" for shift in fight.shifts)
        if fight.attacker == RUSSIAN and self.turn in WINTER:
            self.count["winter",] += 1
            self.count["winter won",] += fight.result[0] == "D"
            self.odds.append(fight.attack / max(1, fight.defence))

    def _turn_ends(self, after: State) -> None:
        for seat in (GERMAN, RUSSIAN):
            self.count["unused", seat, self.turn] = self._points.pop(seat, 0)
            self.count["unused", seat] += self.count["unused", seat, self.turn]
        for city in HISTORY:
            self.count[city, self.turn] = victory.holds(after, GERMAN, city)
        entered = counters.held(after, RUSSIAN).intersection(counters.map_of(after).region("west"))
        self.count["home entered",] += bool(entered)
        self.count["Warsaw entered",] += "A5" in entered
        centre = (unit for unit in counters.of(after, GERMAN) if unit.place[1:] in CENTRE)
        self.count["centre",] += counters.stacked(centre)
        self.turn += 1


def means(games: Sequence[Campaign]) -> Iterator[str]:
    """Describe the winners, and how the sides use their means."""

    def each(*key: object) -> float:
        return mean(game.count[key] for game in games)

    wins = Counter(game.winner or "nobody" for game in games)
    yield f"{len(games)} campaigns, {mean(game.seconds for game in games):.1f} s each: " + ", ".join(
        f"{who} wins {n}" for who, n in wins.most_common()
    )
    for seat in (GERMAN, RUSSIAN):
        unused, first, points = each("unused", seat), each("unused", seat, 1), each("points", seat)
        yield f"operations points unused, {seat}: {unused:.1f} of {points:.1f}; in turn 1 {first:.1f}"
    yield f"areas of railway converted: {each('converted'):.1f}"
    yield f"trains: german {each('trains', GERMAN):.1f}, russian {each('trains', RUSSIAN):.1f}"
    yield (
        f"bombs dropped {each('bombs'):.2f}, hits {each('hits'):.2f}; "
        f"supply flown {each('supply flown'):.2f}; battles supported {each('supported'):.1f}"
    )
    yield f"battles: german attacks {each('fights', GERMAN):.1f}, russian {each('fights', RUSSIAN):.1f}"
    yield f"battles of Germans without supply: {each('unsupplied'):.1f}"
    odds = [n for game in games for n in game.odds]
    yield (
        f"russian attacks in turns 9 to 11: {each('winter'):.1f}, successful {each('winter won'):.1f}, "
        f"strength {mean(odds) if odds else 0:.1f} to 1"
    )
    yield (
        f"turns that end with Russians in an ox of the west edge: {each('home entered'):.1f}, "
        f"in Warsaw {each('Warsaw entered'):.1f}"
    )
    yield f"German corps, or as much, in the centre at the end of a turn: {each('centre') / TURNS:.1f}"


def cities(games: Sequence[Campaign]) -> Iterator[str]:
    """List how often the Germans hold each city after some turns, beside history."""
    yield "per cent of campaigns with a city in German hands; * where it was in history"
    yield f"{'':14}" + "".join(f"{f'turn {turn}':>9}" for turn in LOOKED_AT)
    apart = 0.0
    for city, held in HISTORY.items():
        row = f"{city:14}"
        for turn in LOOKED_AT:
            share = mean(game.count[city, turn] for game in games)
            apart += abs(share - (turn in held))
            row += f"{share:>8.0%}{'*' if turn in held else ' '}"
        yield row.rstrip()
    yield f"cities that are not as in history: {apart / len(LOOKED_AT):.1f} of {len(HISTORY)}"


def main(words: Sequence[str]) -> int:
    """Play and print the table."""
    ask = argparse.ArgumentParser(
        prog="python -m tests.strike.campaigns", description=(__doc__ or "").split("\n")[0]
    )
    ask.add_argument("--games", type=int, default=50)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--processes", type=int, default=1)
    wanted = ask.parse_args(words)
    with get_context("spawn").Pool(wanted.processes) as pool:
        games = pool.map(Campaign, range(wanted.seed, wanted.seed + wanted.games), chunksize=1)
    print("\n".join([*means(games), "", *cities(games)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
