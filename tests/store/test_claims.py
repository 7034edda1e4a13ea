"""Several processes on one server, their duties and their lost connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.chat.gateway import division
from bot.chat.gateway.division import Division
from bot.store.database import Database
from bot.store.games import Games, Outdated
from bot.store.opening import open_database
from bot.store.server import Server
from tests.chat.evening import until
from tests.store.test_postgres import END, complaint, raw

pytestmark = pytest.mark.asyncio


@pytest.fixture
async def three(server: Server) -> AsyncIterator[list[Database]]:
    """The same database in three processes."""
    opened = [await open_database(server, alone=False) for _ in range(3)]
    yield opened
    for each in opened:
        await each.close()


async def test_a_table_at_home_shares_with_nobody(server: Server) -> None:
    bot = await open_database(server, alone=False)
    assert "is in use by another process" in await complaint(server)
    await bot.close()
    home = await open_database(server)
    with pytest.raises(Exception, match="is in use by another process"):
        await open_database(server, alone=False)
    await home.close()


async def test_a_duty_is_of_one_process_at_a_time(three: list[Database]) -> None:
    one, two, _ = three
    assert await one.duties.claim("posts", 7)
    assert not await two.duties.claim("posts", 7)
    assert not await one.duties.claim("posts", 7), "nor twice of the same"
    assert await two.duties.claim("posts", 8)
    assert await two.duties.claim("letters", 7)
    await one.duties.release("posts", 7)
    async with two.duties.on_duty("posts", 7) as on_duty:
        assert on_duty
        assert two.duties.has("posts", 7)
    assert not two.duties.has("posts", 7)


async def test_a_process_that_ends_gives_up_its_duties(three: list[Database]) -> None:
    one, two, _ = three
    assert await one.duties.claim("shard", 0)
    await one.close()
    while not await two.duties.claim("shard", 0):  # noqa: ASYNC110 - the server ends the connection
        await asyncio.sleep(0.01)
    assert (await two.duties.rank())[1] == 2


async def test_a_process_keeps_its_duties_after_a_lost_connection(three: list[Database], server: Server) -> None:
    one, two, _ = three
    assert await one.duties.claim("shard", 0)
    assert await two.duties.claim("shard", 1)
    await raw(server, END)
    assert await one.duties.rank() != await two.duties.rank()
    assert one.duties.has("shard", 0)
    assert two.duties.has("shard", 1)
    assert one.duties.returned > 0
    assert not await two.duties.claim("shard", 0)


async def test_a_duty_that_another_process_has_taken_meanwhile_is_lost(
    three: list[Database], server: Server
) -> None:
    one, two, _ = three
    assert await one.duties.claim("shard", 0)
    [mine] = await raw(server, f"{END} AND pid = (SELECT pid FROM pg_locks WHERE classid = 0 AND objsubid = 2)")
    assert mine
    assert await two.duties.claim("shard", 0)
    await one.duties.rank()
    assert not one.duties.has("shard", 0)


async def test_all_processes_agree_on_the_bot_and_on_the_number_of_shards(
    three: list[Database], server: Server
) -> None:
    one, two, third = three
    assert [await each.duties.agree("bot", 9 - n) for n, each in enumerate(three)] == [9, 9, 9]
    assert [await one.duties.agree("shards", 4), await two.duties.agree("shards", 5)] == [4, 4]
    await raw(server, END)
    for each in (one, two):
        await each.duties.rank()
    assert await third.duties.agree("shards", 6) == 4
    for each in (one, two):
        await each.close()
    while await third.duties.agree("shards", 7) == 4:  # noqa: ASYNC110 - the server ends their connections
        await asyncio.sleep(0.01)
    assert await third.duties.agree("shards", 8) == 8, "it is alone now"


async def test_shards_are_divided_evenly_and_change_hands_only_if_processes_come_or_go(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(division, "LOOK", 0.02)
    served: dict[int, set[int]] = {}
    changes: list[int] = []

    async def serve(number: int, database: Database) -> None:
        async for ids in Division(database.duties).shards(5):
            served[number] = set(ids)
            changes.append(number)
            held = [shard for ids in served.values() for shard in ids]
            assert len(held) == len(set(held)), "no shard is served twice"

    def evenly(*parts: int) -> bool:
        return sorted(len(ids) for ids in served.values()) == sorted(parts)

    opened = [await open_database(server, alone=False)]
    tasks = [asyncio.create_task(serve(0, opened[0]))]
    await until(lambda: evenly(5))
    for number in (1, 2):
        opened.append(await open_database(server, alone=False))
        tasks.append(asyncio.create_task(serve(number, opened[number])))
        await until(lambda: evenly(*((3, 2) if len(opened) == 2 else (2, 2, 1))))
    before, gone = len(changes), served.pop(0)
    tasks[0].cancel()
    await opened[0].close()
    await until(lambda: evenly(3, 2))
    assert gone <= served[1] | served[2]
    assert len(changes) - before <= 3, "the others keep theirs"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for database in opened[1:]:
        await database.close()


async def test_only_one_change_at_a_revision_takes_effect(three: list[Database]) -> None:
    games = [Games(each) for each in three]
    await games[0].new_game("tide", "first", bytes(32), 1, 2, 3, [], 4, b"notice")
    known = await games[1].game(1)
    assert known is not None
    told = await asyncio.gather(
        *(each.append(1, [(0, f"by {n}")], revision=known.revision) for n, each in enumerate(games)),
        return_exceptions=True,
    )
    assert sorted(isinstance(each, Outdated) for each in told) == [False, True, True]
    record, contents = await games[0].changes(known, 0)
    assert record.revision == known.revision + 1
    assert contents is not None
    assert len(contents.lines) == 1
    assert await games[0].changes(record, 1) == (record, None)
