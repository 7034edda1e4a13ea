"""A player's games in all places."""

from __future__ import annotations

import re
import time

import pytest

from bot.local import Channel
from tests.chat.evening import Evening
from tests.chat.sitting import do_some, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_list_of_games_names_the_turn_its_beginning_and_the_opponents(
    tonight: Evening, place: Channel
) -> None:
    table, player, other = await seated(tonight, place, "advance")
    begun = int(time.time())
    await do_some(player, table, "advance")
    asked, idle = (player, other) if table.person_at(table.asked()[0]) == player.id else (other, player)
    side = table.asked()[0].title()
    hers = (await asked.types("game mine")).content
    line = next(line for line in hers.splitlines() if f"<#{place.id}>" in line)
    assert line.startswith("🎖️ **The Church at Berezovka** (Tide of Iron)")
    assert f"**your move** for the {side} side" in line
    assert line.endswith(f", with {idle.mention}")
    called = re.search(r"called <t:(\d+):R>", line)
    assert called is not None
    assert begun - 1 <= int(called[1]) <= time.time()
    his = (await idle.types("game mine")).content
    line = next(line for line in his.splitlines() if f"<#{place.id}>" in line)
    assert f"it waits for the {side} side, called <t:{called[1]}:R>, with {asked.mention}" in line


async def test_games_that_wait_for_me_come_first(tonight: Evening, place: Channel) -> None:
    table, player, other = await seated(tonight, place, "advance")
    for each in (player, other):
        lines = (await each.types("game mine")).content.splitlines()[1:]
        waiting = [line.startswith("🎖️") for line in lines]
        assert waiting == sorted(waiting, reverse=True)
        assert len(lines) == len(await tonight.client.games.of_person(each.id))
    assert table.asked()


async def test_a_person_without_a_table_reads_how_to_begin(tonight: Evening, place: Channel) -> None:
    stranger = tonight.player("Nobody", place)
    said = (await stranger.types("game mine")).content
    assert "You sit at no table" in said
    assert "/game new" in said
