"""The laws at length: `python -m tests.soak [title] [--games 300 --full 30 ...]`.

`python -m tests.soak kill [--points 160 --moments 200]` kills a bot in the middle of everything instead.

Prints the work done and the failures, for people and as a line of JSON. Every match that broke a law is kept as an
exported game, to be looked at and replayed. Everything follows from the seed, so that it breaks again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from signal import SIGTERM, default_int_handler, signal
from typing import Any, NamedTuple

from bot.kernel.secret import Seat
from bot.store.exports import export
from bot.titles import titles
from tests import laws
from tests.cases import bitten
from tests.forgery import anybody, forged
from tests.hooks import Hooks
from tests.match import AnyGame, Match, moment, play, random_options
from tests.teeth import read

ON_THE_WAY = tuple(law for law in laws.MOMENTS if law not in (laws.keeps_secrets, laws.ends))
"""Laws for some moments of every game; pictures are tested by the pairs."""


class Job(NamedTuple):
    """One piece of work for one process: some of a part."""

    part: str
    title: str
    scenario: str
    seed: int
    times: int = 1
    side: str = ""


class Found(NamedTuple):
    """The result of a job: its counts, and its failures with their matches."""

    part: str
    done: Counter[str]
    broken: tuple[str, ...] = ()


def hooks(title: str) -> Hooks:
    """Return a title's hooks."""
    found: Hooks = import_module(f"tests.{title}.law_hooks").HOOKS
    return found


def begin(job: Job) -> tuple[Match, Random]:
    """Return the match of a job at its beginning, and the luck of its players."""
    game, rnd = titles()[job.title], Random(f"{job.part} {job.seed}")
    return Match(game, job.scenario, random_options(game, job.scenario, rnd), job.seed.to_bytes(8, "big")), rnd


def self_play(job: Job) -> Found:
    """Play a game to its end, people and computers mixed, and apply all laws."""
    match, rnd = begin(job)
    computers = [seat for seat in match.seats if rnd.random() < 0.5]
    with Keeper(job, match) as keeper:
        play(match, rnd, computers, moves=hooks(job.title).longest)
        assert match.over, f"not over after {len(match.log)} entries"
        for law in laws.COURSES:
            law(match, hooks(job.title), rnd)
        for n in rnd.sample(range(1, len(match.log) + 1), 3):
            for law in ON_THE_WAY:
                law(match.cut(n), hooks(job.title), rnd)
    return keeper.found({"games": 1, "actions": len(match.log) - 1})


def duel(job: Job) -> Found:
    """Let the computer play one side against somebody who acts by lot."""
    match, rnd = begin(job)
    with Keeper(job, match) as keeper:
        play(match, rnd, [Seat(job.side)], moves=hooks(job.title).longest)
    outcome = match.game.outcome(match.state)
    won = outcome is not None and outcome.winners == (job.side,)
    return keeper.found({f"games as {job.side}": 1, f"won as {job.side}": int(won)})


def forgeries(job: Job) -> Found:
    """Submit forged actions at moments all over a game."""
    match, rnd = begin(job)
    usual = hooks(job.title).usual[job.scenario]
    done = 0
    with Keeper(job, match) as keeper:
        while done < job.times:
            some = moment(begin(job)[0], rnd, (), rnd.randint(0, usual))
            for _ in range(min(250, job.times - done)):
                done += 1
                action = forged(some.game, some.seen(rnd.choice(some.seats)), rnd)
                laws.judged_forgery(some, hooks(job.title), anybody(some, rnd), action)
    return keeper.found({"actions": done})


def pairs(job: Job) -> Found:
    """Compare moments that differ only in a viewer's unknown: equal to the byte."""
    match, rnd = begin(job)
    done, differ = 0, 0
    with Keeper(job, match) as keeper:
        computers = [seat for seat in match.seats if rnd.random() < 0.5]
        play(match, rnd, computers, moves=hooks(job.title).longest)
        while differ < job.times and done < 3 * job.times:
            some, viewer = match.cut(rnd.randint(1, len(match.log))), rnd.choice(match.viewers)
            other = laws.redealt(some, hooks(job.title), viewer, rnd)
            laws.tells_no_difference(some, hooks(job.title), viewer, other, rnd.random())
            done += 1
            differ += other != some.state
    return keeper.found({"pairs": done, "pairs that differ": differ})


def presses(job: Job) -> Found:
    """Press forged buttons and lists on a running bot."""
    from tests.chat.forged import run  # Only this part needs a whole bot.

    done = 0
    with Keeper(job) as keeper:
        done = run(job.times, job.seed)
    return keeper.found({"components": done})


PARTS = {part.__name__: part for part in (self_play, duel, forgeries, pairs, presses)}


class Keeper:
    """Notes what breaks, and keeps the match that shows it as an exported game."""

    folder = Path("build/soak")

    def __init__(self, job: Job, match: Match | None = None) -> None:
        self.job = job
        self.match = match
        self.broken: tuple[str, ...] = ()

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> bool:
        if not isinstance(error, Exception):
            return False
        where = f" (see {self._keep(self.match)})" if self.match is not None else ""
        self.broken = (f"{self.job}: {type(error).__name__}: {error}"[:1000] + where,)
        return True

    def _keep(self, match: Match) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / f"{self.job.title}-{self.job.part}-{self.job.seed}.jsonl"
        file.write_bytes(
            export(
                match.game,
                "soak",
                match.scenario,
                match.options,
                match.seed,
                match.words,
                match.log,
                match.instructions,
            )
        )
        return file

    def found(self, count: dict[str, int]) -> Found:
        """Return the result of the job."""
        return Found(self.job.part, Counter(count), self.broken)


def jobs(game: AnyGame, wanted: argparse.Namespace) -> Iterator[Job]:
    """Yield all the work, the long games first."""
    usual = hooks(game.key).usual
    short = min(usual, key=lambda scenario: usual[scenario])
    longer = [scenario for scenario in usual if scenario != short] or [short]
    seed = wanted.seed
    for n in range(wanted.full):
        yield Job("self_play", game.key, longer[n % len(longer)], seed + n)
    for n in range(wanted.games):
        yield Job("self_play", game.key, short, seed + n)
    for side in game.scenarios[short].seats:
        for n in range(wanted.duels):
            yield Job("duel", game.key, short, seed + n, side=side)
    for n, times in enumerate(_split(wanted.forgeries, 1000)):
        yield Job("forgeries", game.key, (short, *longer)[n % (1 + len(longer))], seed + n, times)
    for n, times in enumerate(_split(wanted.pairs, 60)):
        yield Job("pairs", game.key, (short, short, *longer)[n % (2 + len(longer))], seed + n, times)
    for n, times in enumerate(_split(wanted.presses, 1000)):
        yield Job("presses", game.key, short, seed + n, times)


def _split(total: int, most: int) -> Iterator[int]:
    for done in range(0, total, most):
        yield min(most, total - done)


def work(job: Job) -> Found:
    """Do a job."""
    return PARTS[job.part](job)


def soak(todo: Sequence[Job], processes: int = 1) -> dict[str, Found]:
    """Do all jobs, in as many processes, and add up what came of each part."""
    if processes == 1:
        return _added(_told(map(work, todo), len(todo)))
    with get_context("spawn").Pool(processes) as pool:
        return _added(_told(pool.imap_unordered(work, todo), len(todo)))


def _added(all_found: Iterable[Found]) -> dict[str, Found]:
    total: dict[str, Found] = {}
    for found in all_found:
        before = total.get(found.part, Found(found.part, Counter()))
        total[found.part] = Found(found.part, before.done + found.done, before.broken + found.broken)
    return total


def _told(all_found: Iterable[Found], many: int) -> Iterator[Found]:
    """Show progress on the terminal, and failures at once.

    Ctrl-C or a kill ends it with the results so far.
    """
    try:
        for n, found in enumerate(all_found, start=1):
            for line in found.broken:
                print(f"\nBROKEN: {line}", file=sys.stderr)
            print(f"\r{n} of {many}", end="", file=sys.stderr, flush=True)
            yield found
    except KeyboardInterrupt:
        print("\nstopped", end="", file=sys.stderr)
    print(file=sys.stderr)


def weak(found: Found, least: float = 0.9) -> list[str]:
    """Return the sides on which the computer wins less than nine games in ten."""
    sides = [name.removeprefix("games as ") for name in found.done if name.startswith("games as ")]
    return [side for side in sides if found.done[f"won as {side}"] < least * found.done[f"games as {side}"]]


def report(total: dict[str, Found], seconds: float) -> str:
    """Describe the work and the failures for people."""
    lines = []
    for part in PARTS:
        if part in total:
            done = ", ".join(f"{n:,} {what}" for what, n in total[part].done.items())
            lines.append(f"{part:>10}: {done}; {len(total[part].broken)} broken")
            lines += (f"            {line}" for line in total[part].broken)
    if "duel" in total:
        lines += (f"the computer is weak as {side}" for side in weak(total["duel"]))
    return "\n".join([*lines, f"{seconds:,.0f} seconds"])


def killed(planned: Sequence[str], seed: int) -> str:
    """Kill a bot as planned while people play, and say what came of it."""
    from tests.chat.kill import run  # Only this part needs a whole bot.

    return str(run(planned, seed))


def kills(points: int, moments: int, seed: int, processes: int) -> int:
    """Kill a bot at each commit and request and at random; returns 0, or raises."""
    from tests.chat.kill import deaths

    planned = deaths(points, moments, seed)
    parts = [(planned[n::processes], seed + n) for n in range(processes)]
    with get_context("spawn").Pool(processes) as pool:
        print("\n\n".join(pool.starmap(killed, parts)))
    return 0


def main(words: Sequence[str]) -> int:
    """Run the soak; returns 0 when nothing broke and the computer is good enough."""
    ask = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").splitlines()[0])
    ask.add_argument("title", nargs="?", choices=[*sorted(titles()), "kill"], default=next(iter(titles())))
    for name, usual in (("games", 300), ("full", 30), ("duels", 100), ("forgeries", 100_000), ("pairs", 10_000)):
        ask.add_argument(f"--{name}", type=int, default=usual)
    for name, usual in (("presses", 10_000), ("points", 160), ("moments", 200)):
        ask.add_argument(f"--{name}", type=int, default=usual)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--processes", type=int, default=2)
    ask.add_argument("--teeth", action=argparse.BooleanOptionalAction, default=True, help="try every tooth")
    wanted = ask.parse_args(words)
    if wanted.title == "kill":
        return kills(wanted.points, wanted.moments, wanted.seed, wanted.processes)
    signal(SIGTERM, default_int_handler)
    start = time.monotonic()
    total = soak(list(jobs(titles()[wanted.title], wanted)), wanted.processes)
    seconds = time.monotonic() - start
    print(report(total, seconds))
    broken = [line for found in total.values() for line in found.broken]
    if wanted.teeth:
        teeth = read(wanted.title)
        broken += (blunt := bitten(wanted.title, teeth))
        print(f"teeth that bite: {len(teeth) - len(blunt)}/{len(teeth)}", *blunt, sep="\n")
    good = not broken and not ("duel" in total and weak(total["duel"]))
    counts = {part: dict(found.done) for part, found in total.items()}
    print(json.dumps({"title": wanted.title, "counts": counts, "broken": broken, "ok": good, "seconds": seconds}))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
