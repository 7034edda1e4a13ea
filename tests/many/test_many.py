"""Short runs of `python -m tests.many`: several processes on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.opening import open_database
from bot.store.server import Server
from tests.many import kill, seats
from tests.many.races import race
from tests.postgres import Cluster

CONTESTS = 100
GAMES = 8
TIMES = 3
"""How often each wish is raced."""
PLAN = kill.Plan(
    bots=2, shards=3, games=6, guilds=3, thinking=0.3, pause=0.8,
    deaths=(
        "commit before 1", "send after 3", kill.MOMENT, kill.BACKEND, "lock after 1", kill.RESTART,
        "commit after 2", kill.STOP, "send before 4", kill.MOMENT, "lock before 2",
    ),
)  # fmt: skip


@pytest.fixture
def server(cluster: Cluster) -> Iterator[Server]:
    """A server's database with our tables."""
    with cluster.ready() as server:
        yield server


@pytest.fixture
async def both(server: Server) -> AsyncIterator[tuple[Database, Database]]:
    """The same store, opened as by two processes."""
    one, other = await open_database(server, alone=False), await open_database(server, alone=False)
    yield one, other
    await asyncio.gather(one.close(), other.close())


async def test_orders_for_two_desks_at_once_make_a_log_that_one_desk_could_write(
    both: tuple[Database, Database],
) -> None:
    report = await race(*both, CONTESTS, GAMES)
    assert report.taken > CONTESTS / 2


@pytest.mark.parametrize("wish", seats.WISHES)
async def test_wishes_of_several_people_at_once_are_all_kept_or_refused(
    both: tuple[Database, Database], wish: seats.Wish
) -> None:
    lobbies = seats.Lobbies(*both)
    for _ in range(TIMES):
        await wish(lobbies)


def test_nothing_is_lost_or_doubled_when_bots_and_the_server_die(cluster: Cluster, tmp_path: Path) -> None:
    report = kill.run(PLAN, folder=tmp_path)
    assert report.kills == sum(death not in kill.OTHERS for death in PLAN.deaths)
    assert report.audited.entries > PLAN.games
