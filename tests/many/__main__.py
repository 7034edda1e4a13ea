"""Proofs at length: `python -m tests.many kill`, or `race`.

`kill` lets people play with several bots on one server, and kills bots and connections. `race` gives the orders of
the same games to two desks at once.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bot.store.opening import open_database
from bot.store.server import Server
from tests.many import kill, seats
from tests.many.races import race
from tests.postgres import Cluster


async def raced(server: Server, contests: int, games: int, seed: int) -> None:
    """Race on a server, and print the counts."""
    one, other = await open_database(server, alone=False), await open_database(server, alone=False)
    try:
        wishes = Counter[str]()
        for _ in range(max(1, contests // 100)):
            for wish in seats.WISHES:
                wishes += await wish(seats.Lobbies(one, other))
        print(", ".join(f"{times:,} {name}" for name, times in wishes.items()), flush=True)
        print(await race(one, other, contests, games, seed))
    finally:
        await asyncio.gather(one.close(), other.close())


def main(words: Sequence[str]) -> int:
    """Run a proof; returns 0, or raises `AssertionError`."""
    ask = argparse.ArgumentParser(prog="python -m tests.many", description=(__doc__ or "").splitlines()[0])
    ask.add_argument("proof", choices=["kill", "race"])
    sizes = {
        "bots": 4, "shards": 8, "games": 60, "guilds": 20, "points": 200, "moments": 100, "stops": 20,
        "backends": 10, "restarts": 5, "most": 20, "contests": 10_000, "seed": 1,
    }  # fmt: skip
    for name, usual in sizes.items():
        ask.add_argument(f"--{name}", type=int, default=usual)
    ask.add_argument("--thinking", type=float, default=6.0, help="seconds; with less, games end before the kills")
    ask.add_argument("--pause", type=float, default=3.0, help="most seconds between a death, a start, and a death")
    ask.add_argument("--folder", type=Path, help="keeps the logs of the bots there")
    wanted = ask.parse_args(words)
    if wanted.proof == "race":
        cluster = Cluster()
        try:
            with cluster.ready() as server:
                asyncio.run(raced(server, wanted.contests, wanted.games, wanted.seed))
        finally:
            cluster.remove()
        return 0
    deaths = kill.deaths(
        wanted.points, wanted.moments, wanted.stops, wanted.backends, wanted.restarts, wanted.most, wanted.seed
    )
    plan = kill.Plan(
        wanted.bots, wanted.shards, wanted.games, wanted.guilds, deaths, wanted.thinking, wanted.pause
    )
    if wanted.folder is not None:
        wanted.folder.mkdir(parents=True, exist_ok=True)
    print(kill.run(plan, wanted.seed, wanted.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
