"""The records of the table: each step is stored whole, once, or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.kernel.secret import Seat
from bot.store.database import Conflict, StoreError
from bot.store.games import (
    KEPT,
    Burst,
    GameRecord,
    Games,
    KeptState,
    Owed,
    PersonRecord,
    Repeated,
    SeatRecord,
    Taken,
)
from bot.store.opening import open_database
from bot.store.server import Server
from bot.store.sqlite import SqliteDatabase
from tests.sql import ON_SQLITE, Sql

GERMAN, SOVIET = Seat("german"), Seat("soviet")
SNOWFLAKE = 1_400_000_000_000_000_001
ANNA, BORIS = SNOWFLAKE + 10, SNOWFLAKE + 11
GUILD, CHANNEL = SNOWFLAKE + 20, SNOWFLAKE + 30
NOTICE = b'{"type":"notice"}'


async def lobby(games: Games, channel: int = CHANNEL, interaction: int = 1) -> GameRecord:
    return await games.new_game(
        "tide", "first", b"\x00seed\xff", GUILD, channel, ANNA, (GERMAN, SOVIET), interaction, NOTICE
    )


async def begun(games: Games, channel: int = CHANNEL, interaction: int = 1) -> int:
    record = await lobby(games, channel, interaction)
    await games.append(record.id, [(0, "opening")], status="live")
    return record.id


async def owed(games: Games, game: int) -> list[bytes]:
    return [each.recipe for each in await games.owed(game)]


async def test_a_lobby_is_kept_as_it_was_made(games: Games) -> None:
    record = await lobby(games)
    assert record == GameRecord(
        record.id, "tide", "first", {}, b"\x00seed\xff", "lobby", GUILD, CHANNEL, ANNA, "standard"
    )
    assert await games.game(record.id) == record
    assert await games.seats(record.id) == [SeatRecord(GERMAN), SeatRecord(SOVIET)]
    assert await owed(games, record.id) == [NOTICE]


async def test_a_missing_game_is_not_found(games: Games) -> None:
    assert await games.game(7) is None
    assert await games.last_in(CHANNEL) is None
    assert (await games.seats(7), (await games.contents(7)).lines, await games.owed(7)) == ([], [], [])
    assert (await games.burst(7), await games.commands("global")) == (None, "")


async def test_a_channel_holds_one_game(games: Games) -> None:
    record = await lobby(games)
    with pytest.raises(Taken):
        await lobby(games, interaction=2)
    assert await games.last_in(CHANNEL) == record
    assert await owed(games, record.id) == [NOTICE]


async def test_a_lobby_is_not_made_twice(games: Games) -> None:
    record = await lobby(games)
    with pytest.raises(Repeated):
        await lobby(games)
    with pytest.raises(Repeated):
        await lobby(games, channel=CHANNEL + 1)
    assert await games.of_person(ANNA) == []
    assert await games.last_in(CHANNEL) == record
    assert await games.last_in(CHANNEL + 1) is None


@pytest.mark.parametrize("end", ["over", "closed"])
async def test_a_channel_is_free_again_when_its_game_has_ended(games: Games, end: str) -> None:
    record = await lobby(games)
    await games.append(record.id, [], status=end)
    assert (await lobby(games, interaction=2)).id != record.id


async def test_the_game_of_a_channel_is_the_running_game(games: Games) -> None:
    first = await begun(games)
    await games.append(first, [], status="over")
    found = await games.last_in(CHANNEL)
    assert found is not None
    assert (found.id, found.status) == (first, "over")
    second = await lobby(games, interaction=2)
    assert await games.last_in(CHANNEL) == second
    await games.dissolve(second.id, NOTICE)
    found = await games.last_in(CHANNEL)
    assert found is not None
    assert found.id == first


async def test_a_seat_is_taken_and_left(games: Games) -> None:
    record = await lobby(games)
    sitting = SeatRecord(SOVIET, ANNA, word="удача", agreed=True)
    await games.sit(record.id, sitting, NOTICE)
    assert await games.seats(record.id) == [SeatRecord(GERMAN), sitting]
    assert [game.id for game in await games.of_person(ANNA)] == [record.id]
    await games.sit(record.id, SeatRecord(SOVIET), NOTICE)
    assert not (await games.seats(record.id))[1].taken
    assert await games.of_person(ANNA) == []
    assert await owed(games, record.id) == [NOTICE] * 3


async def test_the_seats_of_players_are_known_from_the_beginning_of_the_game(games: Games) -> None:
    record = await lobby(games)
    await games.sit(record.id, SeatRecord(SOVIET, ANNA), NOTICE)
    await games.sit(record.id, SeatRecord(SOVIET, BORIS), NOTICE)
    await games.sit(record.id, SeatRecord(GERMAN, ANNA), NOTICE)
    assert await games.sat(record.id, ANNA) == set(), "in a lobby nothing is hidden"
    await games.append(record.id, [(0, "{}")], status="live")
    await games.sit(record.id, SeatRecord(GERMAN), NOTICE)
    await games.sit(record.id, SeatRecord(SOVIET, computer=True), NOTICE)
    assert await games.sat(record.id, ANNA) == {GERMAN}
    assert await games.sat(record.id, BORIS) == {SOVIET}


async def test_a_computer_takes_a_seat(games: Games) -> None:
    record = await lobby(games)
    await games.sit(record.id, SeatRecord(GERMAN, computer=True, agreed=True), NOTICE)
    seat, _ = await games.seats(record.id)
    assert (seat.taken, seat.computer, seat.person) == (True, True, None)


async def test_a_player_on_both_sides_has_one_game(games: Games) -> None:
    record = await lobby(games)
    for seat in (GERMAN, SOVIET):
        await games.sit(record.id, SeatRecord(seat, ANNA), NOTICE)
    assert [game.id for game in await games.of_person(ANNA)] == [record.id]


async def test_changed_options_need_new_consent(games: Games) -> None:
    record = await lobby(games)
    await games.sit(record.id, SeatRecord(GERMAN, ANNA, agreed=True), NOTICE)
    await games.sit(record.id, SeatRecord(SOVIET, BORIS, agreed=True), NOTICE)
    await games.choose(record.id, {"height": "added"}, ANNA, NOTICE)
    chosen = await games.game(record.id)
    assert chosen is not None
    assert chosen.options == {"height": "added"}
    assert [seat.agreed for seat in await games.seats(record.id)] == [True, False]


async def test_the_computer_agrees_to_everything(games: Games) -> None:
    record = await lobby(games)
    await games.sit(record.id, SeatRecord(SOVIET, computer=True, agreed=True), NOTICE)
    await games.choose(record.id, {"height": "added"}, ANNA, NOTICE)
    assert [seat.agreed for seat in await games.seats(record.id)] == [False, True]


async def test_the_options_of_a_game_that_has_begun_stay(games: Games) -> None:
    game = await begun(games)
    await games.choose(game, {"height": "added"}, ANNA, NOTICE)
    record = await games.game(game)
    assert record is not None
    assert record.options == {}


async def test_only_a_lobby_is_dissolved(games: Games) -> None:
    game = await begun(games)
    await games.dissolve(game, NOTICE)
    record = await games.game(game)
    assert record is not None
    assert record.status == "live"


async def test_an_action_is_kept_with_all_that_follows_from_it(games: Games) -> None:
    game = await begun(games)
    await games.append(game, [(1, "one"), (2, "два")], interaction=5, owed=[b"news", b"letter"], status="over")
    assert (await games.contents(game)).lines == ["opening", "one", "два"]
    assert await owed(games, game) == [NOTICE, b"news", b"letter"]
    record = await games.game(game)
    assert record is not None
    assert record.status == "over"


async def test_an_interaction_takes_effect_once(games: Games) -> None:
    game = await begun(games)
    await games.append(game, [(1, "one")], interaction=5, owed=[b"news"])
    with pytest.raises(Repeated):
        await games.append(game, [(2, "again")], interaction=5, owed=[b"more news"], status="over")
    assert (await games.contents(game)).lines == ["opening", "one"]
    assert await owed(games, game) == [NOTICE, b"news"]
    record = await games.game(game)
    assert record is not None
    assert record.status == "live"


async def test_the_same_interaction_delivered_many_times_at_once(games: Games) -> None:
    game = await begun(games)
    tries = (games.append(game, [(1, f"try {n}")], interaction=5, owed=[b"news"]) for n in range(10))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(map(type, results), key=str) == sorted([type(None), *[Repeated] * 9], key=str)
    assert len((await games.contents(game)).lines) == 2


async def test_no_entry_is_written_over(games: Games) -> None:
    game = await begun(games)
    with pytest.raises(Conflict):
        await games.append(game, [(1, "one"), (0, "another opening")], interaction=5, owed=[b"news"])
    assert (await games.contents(game)).lines == ["opening"]
    await games.append(game, [(1, "one")], interaction=5)
    assert (await games.contents(game)).lines == ["opening", "one"]


async def test_logs_are_kept_apart(games: Games) -> None:
    one, two = await begun(games), await begun(games, CHANNEL + 1, 2)
    await games.append(one, [(1, "of one")])
    await games.append(two, [(1, "of two")])
    assert ((await games.contents(one)).lines, (await games.contents(two)).lines) == (
        ["opening", "of one"],
        ["opening", "of two"],
    )


async def test_nothing_is_written_for_a_game_that_is_not_there(games: Games) -> None:
    with pytest.raises(Conflict):
        await games.append(99, [(0, "opening")])
    with pytest.raises(Conflict):
        await games.owe(99, b"news")


@ON_SQLITE
async def test_each_action_is_one_transaction(games: Games) -> None:
    game = await begun(games)
    said: list[str] = []
    assert isinstance(games.database, SqliteDatabase)
    await games.database.do(lambda connection: connection.set_trace_callback(said.append))
    for n in range(1, 4):
        await games.append(game, [(n, "action"), (n + 10, "answer")], interaction=n + 10, owed=[b"a", b"b", b"c"])
    assert [line for line in said if line.startswith(("BEGIN", "COMMIT"))] == ["BEGIN IMMEDIATE", "COMMIT"] * 3


@ON_SQLITE
async def test_a_full_disk_is_reported_and_loses_nothing(games: Games, text: Sql) -> None:
    game = await begun(games)
    pages = await text.row("PRAGMA page_count")
    assert pages is not None
    await text.rows(f"PRAGMA max_page_count = {pages[0]}")
    with pytest.raises(StoreError, match="full"):
        await games.append(game, [(1, "x" * 100_000)], interaction=5, owed=[b"news"], status="over")
    assert ((await games.contents(game)).lines, await owed(games, game)) == (["opening"], [NOTICE])
    await text.rows("PRAGMA max_page_count = 100000")
    await games.append(game, [(1, "x" * 100_000)], interaction=5)
    assert len((await games.contents(game)).lines) == 2


async def test_the_outbox_keeps_a_message_until_it_is_sent(games: Games) -> None:
    game = await begun(games)
    await games.append(game, [(1, "one")], owed=[b"news"])
    await games.owe(game, b"more")
    rows = await games.owed(game)
    assert [(row.game, row.recipe, row.tries) for row in rows] == [
        (game, NOTICE, 0),
        (game, b"news", 0),
        (game, b"more", 0),
    ]
    assert [owing for owing, _ in await games.debtors()] == [game]
    await games.trying([rows[0].id, rows[1].id])
    assert [row.tries for row in await games.owed(game)] == [1, 1, 0]
    await games.sent(game, [rows[0].id, rows[1].id], 555)
    assert await games.owed(game) == [Owed(rows[2].id, game, b"more", 0)]
    await games.sent(game, [rows[2].id], 0)
    assert await games.debtors() == []


def snowflake(moment: float) -> int:
    """An id that Discord could have given at a moment, in seconds since 1970."""
    return int((moment - 1_420_070_400) * 1000) << 22 | 5


async def test_interactions_and_sent_messages_are_cleared_when_they_are_a_day_old(games: Games, text: Sql) -> None:
    now = 1_760_000_000.0
    old, young = snowflake(now - KEPT - 1), snowflake(now - KEPT + 1)
    game = await begun(games, interaction=old)
    await games.append(game, [(1, "{}")], interaction=young, owed=[b"old", b"young", b"nothing to send", b"owed"])
    rows = [each.id for each in await games.owed(game)]
    await games.sent(game, rows[:2], old)
    await games.sent(game, rows[2:3], young)
    await games.sent(game, rows[3:4], 0)
    await games.clear(now)
    assert [row["id"] for row in await text.rows("SELECT id FROM interactions")] == [young]
    left = await text.rows("SELECT recipe, message FROM outbox ORDER BY id")
    assert [tuple(row) for row in left] == [("young", young), ("owed", None)], "what is owed stays, however old"
    with pytest.raises(Repeated):
        await games.append(game, [(2, "{}")], interaction=young)
    await games.clear(now + 2)
    assert await text.rows("SELECT id FROM interactions") == []
    assert await owed(games, game) == [b"owed"]


async def test_a_message_to_a_game_is_never_repeated_however_long_the_game_lasts(games: Games, text: Sql) -> None:
    now = 1_760_000_000.0
    game = await begun(games)
    await games.owe_once(game, b"stuck")
    await games.sent(game, [each.id for each in await games.owed(game)], snowflake(now - KEPT - 1))
    await games.clear(now)
    await games.owe_once(game, b"stuck")
    assert await owed(games, game) == []
    await games.append(game, [(1, "{}")], status="over")
    await games.clear(now)
    assert await text.rows("SELECT id FROM outbox") == [], "a game that is over is told nothing more"


async def test_a_burst_is_the_last_post(games: Games) -> None:
    game = await begun(games)
    (row,) = await games.owed(game)
    await games.sent(game, [row.id], 555, Burst(555, 1, 2, GERMAN))
    assert await games.burst(game) == Burst(555, 1, 2, GERMAN)
    await games.sent(game, [], 556, Burst(556, 3, 3, SOVIET))
    assert await games.burst(game) == Burst(556, 3, 3, SOVIET)


async def test_consent_is_counted_by_seat(games: Games) -> None:
    game = await begun(games)
    assert await games.consent(game, 5, 2, GERMAN) == {GERMAN}
    assert await games.consent(game, 5, 2, GERMAN) == {GERMAN}
    assert await games.consent(game, 5, 3, SOVIET) == {SOVIET}
    assert await games.consent(game, 5, 2, SOVIET) == {GERMAN, SOVIET}


async def test_a_new_entry_makes_consent_void(games: Games) -> None:
    game, other = await begun(games), await begun(games, CHANNEL + 1, 2)
    for each in (game, other):
        await games.consent(each, 1, 1, GERMAN)
    await games.append(game, [(1, "one")])
    assert await games.consent(game, 1, 1, SOVIET) == {SOVIET}
    assert await games.consent(other, 1, 1, SOVIET) == {GERMAN, SOVIET}


async def test_a_change_of_players_makes_consent_void(games: Games) -> None:
    game = await begun(games)
    await games.consent(game, 1, 1, GERMAN)
    await games.sit(game, SeatRecord(GERMAN, BORIS), NOTICE)
    assert await games.consent(game, 1, 1, SOVIET) == {SOVIET}


async def test_automatic_work_is_found_after_a_start(games: Games) -> None:
    waiting = await lobby(games)
    await begun(games, CHANNEL + 1, 2)
    computer = await begun(games, CHANNEL + 2, 3)
    over = await begun(games, CHANNEL + 3, 4)
    for game in (computer, over):
        await games.sit(game, SeatRecord(SOVIET, computer=True), NOTICE)
    await games.append(over, [], status="over")
    assert {record.id for record in await games.unattended()} == {computer}, "the others wait for people"
    for seat in (SOVIET, GERMAN):
        await games.sit(waiting.id, SeatRecord(seat, computer=True, agreed=True), NOTICE)
    assert {record.id for record in await games.unattended()} == {waiting.id, computer}
    await games.append(computer, [(1, "one")], asked=[GERMAN])
    assert {record.id for record in await games.unattended()} == {waiting.id}
    await games.append(computer, [(2, "two")], asked=[SOVIET])
    assert {record.id for record in await games.unattended()} == {waiting.id, computer}


async def test_the_newest_game_of_a_person_comes_first(games: Games) -> None:
    old, new = await begun(games), await begun(games, CHANNEL + 1, 2)
    for game in (old, new):
        await games.sit(game, SeatRecord(GERMAN, ANNA), NOTICE)
    assert [game.id for game in await games.of_person(ANNA)] == [new, old]
    await games.append(new, [], status="over")
    assert [game.id for game in await games.of_person(ANNA)] == [old]


async def test_a_look_is_kept(games: Games) -> None:
    game = await begun(games)
    await games.paint(game, "contrast")
    record = await games.game(game)
    assert record is not None
    assert record.look == "contrast"


async def test_a_person_is_known_from_the_beginning(games: Games) -> None:
    assert await games.person(ANNA) == PersonRecord(ANNA)
    changed = PersonRecord(ANNA, look="contrast", quiet_from=60, quiet_to=120, away=5)
    await games.keep_person(changed)
    assert await games.person(ANNA) == changed
    for closed in (True, False):
        for person in (changed, PersonRecord(BORIS)):
            await games.note_closed(person.id, closed=closed)
            assert await games.person(person.id) == replace(person, closed=closed)


async def test_registered_commands_are_remembered(games: Games) -> None:
    await games.registered("global", "abc")
    await games.registered("global", "def")
    assert await games.commands("global") == "def"


async def test_all_of_it_is_there_after_a_restart(store: Path | Server) -> None:
    database = await open_database(store)
    games = Games(database)
    game = await begun(games)
    await games.append(game, [(1, "one")], interaction=5, owed=[b"news"])
    await database.close()
    again = await open_database(store)
    games = Games(again)
    assert (await games.contents(game)).lines == ["opening", "one"]
    assert await owed(games, game) == [NOTICE, b"news"]
    with pytest.raises(Repeated):
        await games.append(game, [(2, "two")], interaction=5)
    await again.close()


async def test_a_state_is_kept_for_the_edition_that_made_it(games: Games) -> None:
    game = await begun(games)
    assert await games.kept(game, "first") is None
    await games.keep(game, "first", KeptState(1, "{}"))
    await games.keep(game, "first", KeptState(7, '{"a":1}'))
    assert await games.kept(game, "first") == KeptState(7, '{"a":1}')
    assert await games.kept(game, "second") is None
    await games.keep(game, "second", KeptState(8, "[]"))
    assert await games.kept(game, "first") is None
