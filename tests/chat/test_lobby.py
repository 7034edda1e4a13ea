"""From an empty channel to the first move: seats, luck, options and rights."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.chat.desk.table import Table
from bot.chat.posts.lobby_post import lobby_post
from bot.kernel.dice import key
from bot.kernel.secret import Seat
from bot.local import Channel, Guild, Message
from tests.chat.evening import DONE, PATIENCE, Evening, Player
from tests.chat.positions import positions

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def open_lobby(tonight: Evening, place: Channel, **options: str) -> tuple[Player, Player]:
    """Let Anna open a table; Boris looks at it."""
    anna, boris = tonight.player("Anna", place), tonight.player("Boris", place)
    said = await anna.types("game new", title="tide", scenario="first", **options)
    assert "is open" in said.content, said.content
    await tonight.settled()
    return anna, boris


def lobby(player: Player) -> Message:
    return next(post for post in player.posts() if post.content.startswith("## "))


@pytest.mark.case("FP-start")
async def test_a_table_begins_automatically_when_the_last_seat_is_taken(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place)
    assert lobby(boris).labels == [
        "Join as German", "Join as Soviet", "Computer plays German", "Computer plays Soviet", "Options", "Leave",
        "Close",
    ]  # fmt: skip
    table = await tonight.table(place)
    assert table.commitment in lobby(boris).content, "committed to before anybody gives a word of luck"
    assert "**German:** free" in lobby(boris).content
    assert "You play the German side" in (await anna.clicks(lobby(anna), "Join as German")).content
    await tonight.settled()
    assert f"**German:** {anna.mention}" in lobby(boris).content
    assert not table.log
    waits = "The game has not begun.** These seats are free: Soviet."
    for command in ("game status", "tide done"):
        assert waits in (await boris.types(command)).content
    said = await boris.clicks(lobby(boris), "Join as Soviet")
    assert "You play the Soviet side" in said.content
    assert said.labels == ["Your orders", "Map"]
    await tonight.settled()
    assert table.record.status == "live"
    assert "The game has begun" in lobby(boris).content, "which stays true when it is over"
    assert lobby(boris).labels == []
    assert len([post for post in boris.posts() if post.content.startswith("## ")]) == 1, (
        "one post, kept up to date"
    )


@pytest.mark.case("FP-seat", "FP-start")
async def test_seats_are_taken_once(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place, side="german")
    said = await boris.types("game join", side="german")
    assert said.content.startswith("🚫 **Refused** · FP-seat")
    assert "already play the German side" in (await anna.types("game join", side="german")).content
    assert "there is no side 'polish'" in (await boris.types("game join", side="polish")).content.replace("T", "t")
    assert "taken" in (await boris.types("game seat", side="german", computer=True)).content
    assert (
        "the players at this table may do that"
        in (await boris.types("game seat", side="soviet", computer=True)).content
    )
    assert "free" in (await anna.types("game start")).content
    assert not (await tonight.table(place)).log


async def test_the_host_seats_the_computer_and_frees_the_seat(tonight: Evening, place: Channel) -> None:
    anna, _ = await open_lobby(tonight, place)
    assert (
        "The computer plays the Soviet side" in (await anna.types("game seat", side="so", computer=True)).content
    )
    await tonight.settled()
    assert "**Soviet:** the computer" in lobby(anna).content
    assert "free again" in (await anna.types("game seat", side="soviet", computer=False)).content
    await tonight.settled()
    assert "**Soviet:** free" in lobby(anna).content
    await anna.clicks(lobby(anna), "Computer plays Soviet")
    await anna.clicks(lobby(anna), "Join as German")
    assert (await tonight.table(place)).log


@pytest.mark.case("FP-dice")
async def test_words_of_luck_go_into_the_dice(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place)
    table = await tonight.table(place)
    await anna.types("game join", side="german", word="шапка")
    assert "too long" in (await boris.types("game join", side="soviet", word="x" * 41)).content
    assert "**Соня**" in (await anna.types("game join", side="german", word="Соня")).content
    assert "already play" in (await anna.types("game join", side="german")).content, "the word stays"
    await tonight.settled()
    assert "(with a word of luck)" in lobby(anna).content
    assert "Соня" not in lobby(anna).content
    await boris.types("game join", side="soviet", word="удача")
    assert table.words == {"german": "Соня", "soviet": "удача"}
    words, start = table.words, table.record.start
    assert table.dice().key == key(table.record.seed, words, start) != key(table.record.seed, words)
    assert await tonight.database.row("SELECT 1 FROM games WHERE start = ?", (start,)), "also after a restart"
    await tonight.settled()
    assert f"the dice begin with `{start}`" in lobby(anna).content
    said = await anna.types("game join", side="german", word="late")
    assert said.content.startswith("🚫 **Refused** · FP-dice")
    dice = (await anna.types("game dice")).content
    assert "German: given, Soviet: given" in dice
    assert "удача" not in dice


@pytest.mark.case("FP-dice")
async def test_a_word_cannot_be_chosen_for_its_dice(tonight: Evening, place: Channel) -> None:
    """Not even by a last player who reads the seed and the others' words."""
    anna, boris = await open_lobby(tonight, place)
    table = await tonight.table(place)
    await anna.types("game join", side="german", word="luck")
    known = {**table.words, Seat("soviet"): "chosen"}
    foreseen = {key(table.record.seed, known), key(table.record.seed, known, table.record.start)}
    await boris.types("game join", side="soviet", word="chosen")
    assert table.log
    assert table.words == known
    assert table.dice().key not in foreseen
    pressed = tonight.local.faults.made("POST", "/callback")[-1].path.split("/")[2]
    assert table.record.start == int(pressed), "the id of the press by which the game began"


@pytest.mark.case("FP-start")
async def test_options_are_agreed_on(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place, side="german")
    strogov = tonight.player("Strogov", place)
    said = await strogov.clicks(lobby(strogov), "Options")
    said = await strogov.picks(said, "fs:option:", "off")
    assert "for the players at this table" in said.content
    panel = await anna.clicks(lobby(anna), "Options")
    shown = []
    for _ in range(int(panel.labels[-1].partition("/")[2].strip(")"))):
        shown += [part["custom_id"].rpartition(":")[2] for part in panel.selects]
        panel = await anna.clicks(panel, panel.labels[-1])
    assert shown == [option.name for option in (await tonight.table(place)).options]
    panel = await anna.clicks(lobby(anna), "Options")
    panel = await anna.picks(panel, "fs:option:", "off")
    assert "**off**" in panel.content
    await tonight.settled()
    assert "tips: off" in lobby(anna).content
    assert "agree?" not in lobby(anna).content, "she has chosen it herself"
    await boris.types("game join", side="soviet")
    table = await tonight.table(place)
    assert table.log, "who joins agrees to the options as they are"
    assert table.state.options["tips"] == "off"
    assert "Options are agreed before it" in (await anna.picks(panel, "fs:option:", "on")).content


async def test_changed_options_need_new_consent(tonight: Evening, place: Channel) -> None:
    """A host without a seat may change options; players that joined are asked again."""
    anna, boris = await open_lobby(tonight, place)
    await boris.types("game join", side="soviet")
    await tonight.settled()
    await anna.picks(await anna.clicks(lobby(anna), "Options"), "fs:option:", "off")
    await tonight.settled()
    assert f"{boris.mention}, do you agree to the options?" in lobby(boris).content
    assert "I agree" in lobby(boris).labels
    await anna.types("game join", side="german")
    table = await tonight.table(place)
    assert not table.log
    refused = await anna.types("game start")
    assert "to agree to the options" in refused.content
    assert "already play" in (await boris.types("game join", side="soviet")).content
    assert not table.log, "sitting down once more is no consent"
    assert "You agree" in (await boris.clicks(lobby(boris), "I agree")).content
    assert table.log
    assert table.record.options == {"tips": "off"}


async def test_a_lobby_that_the_last_one_leaves_is_closed(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place, side="german")
    assert "nothing to leave" in (await boris.types("game leave")).content.casefold()
    said = await anna.clicks(lobby(anna), "Leave")
    assert "the table is closed" in said.content
    await tonight.settled()
    assert "This table is closed" in lobby(anna).content
    assert lobby(anna).labels == []
    assert "no game in this channel" in (await anna.types("game status")).content
    said = await boris.types("game new", title="tide", scenario="first")
    assert "is open" in said.content, "the channel is free again"


async def stuck_lobby(tonight: Evening, place: Channel) -> tuple[Table, Player, Player]:
    """Return a lobby that waits for Boris, because Anna has changed an option."""
    anna, boris = await open_lobby(tonight, place)
    await boris.types("game join", side="soviet")
    await tonight.settled()
    await anna.picks(await anna.clicks(lobby(anna), "Options"), "fs:option:", "off")
    await tonight.settled()
    assert lobby(anna).labels[-4:] == ["Leave", "Close", "I agree", "Free Soviet"]
    return await tonight.table(place), anna, boris


@pytest.mark.case("FP-lobby")
async def test_the_seat_of_a_player_who_does_not_agree_is_freed(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await stuck_lobby(tonight, place)
    stranger = tonight.player("Strogov", place)
    for said in (
        await stranger.types("game table unseat", side="soviet"),
        await stranger.clicks(lobby(anna), "Free Soviet"),
        await stranger.types("game table close"),
    ):  # fmt: skip
        assert said.content.startswith("🚫 **Refused** · FP-lobby"), said.content
    presses = [await anna.person.click(lobby(anna), "Free Soviet") for _ in range(2)]
    answers = [(await press.done(PATIENCE)).replies[0].content for press in presses]
    assert sorted(answers)[0] == "The Soviet side is free again."
    assert "no player has the Soviet side" in sorted(answers)[1].replace("No", "no"), "two presses are harmless"
    await tonight.settled()
    told = boris.posts()[-1]
    assert told.content.startswith(
        f"🪑 {anna.mention} has freed the Soviet side, since {boris.mention} had not agreed"
    )
    assert told.pings == (str(boris.id),)
    assert "You play the Soviet side" in (await boris.types("game join", side="soviet")).content
    said = await anna.types("game table unseat", side="soviet")
    assert f"{boris.mention} has agreed to the options" in said.content
    await anna.types("game join", side="german")
    assert table.log, "the game begins"
    assert "the game has begun" in (await boris.types("game table close")).content.replace("T", "t")


@pytest.mark.case("FP-lobby")
@pytest.mark.parametrize("name", ["Anna", "Boris", "Admin"])
async def test_host_players_and_managers_close_a_lobby(tonight: Evening, place: Channel, name: str) -> None:
    table, _, boris = await stuck_lobby(tonight, place)
    closer = Player(tonight.local.person(name, manager=name == "Admin"), place)
    asked = await closer.clicks(lobby(boris), "Close")
    assert asked.content.startswith("Close this table?")
    assert table.record.status == "lobby", "the button asks first"
    assert (await closer.clicks(asked, "Yes, close it")).content == "The lobby is closed."
    await tonight.settled()
    assert "This table is closed" in lobby(boris).content
    assert boris.posts()[-1].content.startswith(f"🗺️ {closer.mention} has closed this table.")
    assert "is open" in (await boris.types("game new", title="tide", scenario="first")).content


@pytest.mark.case("FP-lobby")
async def test_a_manager_of_another_channel_closes_nothing(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await stuck_lobby(tonight, place)
    tonight.local.deny(place, "manage_channels", person=tonight.local.person("Admin", manager=True))
    admin = Player(tonight.local.person("Admin"), place)
    assert "FP-lobby" in (await admin.types("game table close")).content
    far = Player(anna.person, tonight.local.dm(anna.person))
    for said in ("Close this table?", "The lobby is closed."):
        assert (await far.types("game table close", game=str(table.record.id))).content.startswith(said)


@pytest.mark.case("FP-lobby")
async def test_a_lobby_whose_scenario_is_gone_is_closed(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place)
    table = await tonight.table(place)
    gone = ("UPDATE games SET scenario = 'gone' WHERE id = ?", (table.record.id,))
    await tonight.database.run(*gone)
    tonight.client.tables._all.pop(table.record.id)
    assert "ask the host to look at the data files" in (await boris.types("game status")).content
    assert "FP-lobby" in (await boris.types("game table close")).content
    assert (await anna.types("game table close")).content == "The lobby is closed."
    assert "is open" in (await boris.types("game new", title="tide", scenario="first")).content


async def test_the_host_leaves_a_table_to_the_others(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place, side="german")
    await boris.types("game join", side="soviet")
    table = await tonight.table(place)
    assert table.log
    said = await anna.types("game leave")
    assert "Anybody may take it" in said.content
    await tonight.settled()
    assert "🪑 **German:** free" in boris.posts()[-1].content
    assert table.seat_of(anna.id) is None


async def test_the_oldest_debt_is_posted_first(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await open_lobby(tonight, place, side="german")
    await tonight.settled()
    client = tonight.client
    with monkeypatch.context() as late:
        late.setattr(client.postman, "wake", lambda game: None)
        late.setattr(client.desk, "_wake", lambda game: None)
        await boris.types("game join", side="soviet")
        table = await tonight.table(place)
        await anna.types("game leave")
    client.postman.wake(table.record.id)
    await tonight.settled()
    story, told, seats = boris.posts()[-3:]
    assert "The Church at Berezovka" in story.content
    assert "2 actions left" in told.content
    assert "🪑 **German:** free" in seats.content


async def test_a_host_without_a_seat_can_close_only_an_empty_table(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place)
    await boris.types("game join", side="soviet")
    assert "no seat" in (await anna.types("game leave")).content
    await boris.types("game leave")
    assert "no game in this channel" in (await anna.types("game status")).content
    other = tonight.local.channel("an-empty-table")
    anna, _ = await open_lobby(tonight, other)
    assert "the table is closed" in (await anna.types("game leave")).content


async def test_the_computer_replaces_a_player_who_leaves_and_returns_the_seat(
    tonight: Evening, place: Channel
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("game leave")
    said = await boris.types("game seat", side="german", computer=True)
    assert "The computer plays the German side" in said.content
    await tonight.settled()
    assert table.asked() == ("soviet",), "it has moved"
    assert any(entry.by == "computer" for entry in table.log)
    said = await anna.types("game join", side="german")
    assert "You play the German side" in said.content
    await tonight.settled()
    assert f"**German:** {anna.mention}" in boris.posts()[-1].content


async def test_a_player_may_hold_both_seats_from_the_beginning(tonight: Evening, place: Channel) -> None:
    """A hot seat: one player, never called, gives the orders of both sides."""
    anna, _ = await open_lobby(tonight, place, side="german")
    await anna.types("game join", side="soviet")
    table = await tonight.table(place)
    assert table.seats_of(anna.id) == ["german", "soviet"]
    await tonight.settled()
    seats = set()
    for _ in range(8):
        seat = table.seat_of(anna.id)
        assert seat is not None
        seats.add(seat)
        said = await anna.orders(table.game.play(table.seen(seat)))
        assert said.content.startswith(DONE)
        await tonight.settled()
    assert seats == {"german", "soviet"}
    assert [post.pings for post in anna.posts()][3:] == [()] * (len(anna.posts()) - 3)


@pytest.mark.case("FP-seat")
async def test_nobody_takes_a_second_seat_in_a_running_game(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await boris.types("game leave")
    said = await anna.types("game join", side="soviet")
    assert "you would see the secrets of others" in said.content.replace("You", "you")
    assert "FP-seat" in said.content
    assert table.seats_of(anna.id) == ["german"]


@pytest.mark.case("FP-seat", "FP-secret")
async def test_players_cannot_change_sides_in_a_running_game(tonight: Evening, place: Channel) -> None:
    """A player who has read a side's secrets may return to that side only."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    for player in (anna, boris):
        await player.types("game leave")
    said = await anna.types("game join", side="soviet")
    assert "you would see the secrets of others" in said.content.replace("You", "you")
    assert "Stay with the German side" in said.content
    assert table.seats_of(anna.id) == []
    lida = tonight.player("Lida", place)
    assert "You play the Soviet side" in (await lida.types("game join", side="soviet")).content
    assert "You play the German side" in (await anna.types("game join", side="german")).content


@pytest.mark.case("FP-dice")
async def test_a_word_of_luck_stays_in_the_dice_for_any_later_player(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place)
    await anna.types("game join", side="german", word="Соня")
    await boris.types("game join", side="soviet")
    table = await tonight.table(place)
    before = table.dice().key
    await anna.types("game leave")
    assert table.dice().key == before
    await boris.types("game seat", side="german", computer=True)
    await tonight.settled()
    assert table.dice().key == before
    await anna.types("game join", side="german")
    assert table.dice().key == before
    assert {seat.word for seat in await tonight.client.games.seats(table.record.id)} == {"Соня", ""}
    await boris.clicks(await boris.types("game resign"), "Yes, the Soviet side gives up")
    assert "✅ Every die and the final state agree." in (await anna.types("game dice")).content


@pytest.mark.case("FP-channel", "FP-over")
async def test_a_channel_holds_one_game_and_then_another(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    said = await boris.types("game new", title="tide", scenario="first")
    assert said.content.startswith("🚫 **Refused** · FP-channel")
    await boris.clicks(await boris.types("game resign"), "Yes, the Soviet side gives up")
    await tonight.settled()
    assert table.record.status == "over"
    for command in ("game status", "game board", "game log", "game dice", "game hint", "game hand"):
        assert "no game in this channel" not in (await anna.types(command)).content, "one can still look at it"
    for command in ("game leave", "game undo", "game start"):
        assert "FP-over" in (await anna.types(command)).content
    assert "FP-over" in (await tonight.player("Strogov", place).types("game join", side="soviet")).content
    again, _ = await tonight.game(place, "Boris", "Anna")
    assert again.record.id != table.record.id
    assert (await tonight.table(place)).record.id == again.record.id


async def test_threads_and_forum_posts_have_games_of_their_own(tonight: Evening, place: Channel) -> None:
    forum = tonight.local.channel("Battles", forum=True)
    owner = tonight.local.person("Anna")
    places = [
        place,
        tonight.local.thread(place, "another", owner=owner),
        tonight.local.thread(forum, "post", owner=owner),
    ]
    tables = [(await tonight.game(each, "Anna", "Boris"))[0] for each in places]
    assert len({table.record.id for table in tables}) == 3
    for each, table in zip(places, tables, strict=True):
        anna = tonight.player("Anna", each)
        assert (await anna.types("tide stop")).content.startswith(DONE)
        await tonight.settled()
        assert anna.posts()[-1].content.endswith(f"-# Game {table.record.id} · move 1")
        assert len(table.log) == 2


async def test_games_in_several_guilds_do_not_mix(tonight: Evening, place: Channel) -> None:
    other: Guild = tonight.local.guild("Another club")
    far = tonight.local.channel("far", guild=other)
    for name in ("Vera", "Gleb"):
        tonight.local.people.add(name, other)
    near, _ = await tonight.game(place, "Anna", "Boris")
    away, (vera, _) = await tonight.game(far, "Vera", "Gleb")
    await vera.types("tide stop")
    await tonight.settled()
    assert (len(near.log), len(away.log)) == (1, 2)
    assert near.record.guild != away.record.guild


async def test_a_person_plays_two_games_at_once(tonight: Evening, place: Channel) -> None:
    elsewhere = tonight.local.channel("elsewhere")
    one, (anna, _) = await tonight.game(place, "Anna", "Boris")
    two, (_, there) = await tonight.game(elsewhere, "Boris", "Anna")
    assert there.id == anna.id
    await anna.types("tide stop")
    assert (len(one.log), len(two.log)) == (2, 1)
    said = await there.types("tide stop")
    assert said.content.startswith("🚫"), "there it is not her move"
    dm = Player(anna.person, tonight.local.dm(anna.person))
    said = await dm.types("game status")
    assert f"game {one.record.id} in <#{place.id}>" in said.content
    assert f"game {two.record.id} in <#{elsewhere.id}>" in said.content


async def test_a_direct_message_means_the_only_game(tonight: Evening, place: Channel) -> None:
    table, (player, _) = await tonight.game(place, "Nadia", "Boris")
    dm = Player(player.person, tonight.local.dm(player.person))
    assert (
        "German" in (await dm.types("game hand")).content
        or "Only you know" in (await dm.types("game hand")).content
    )
    assert (await dm.types("tide stop")).content.startswith(DONE)
    assert len(table.log) == 2


async def test_a_game_in_a_direct_message(tonight: Evening) -> None:
    person = tonight.local.person("Lidia")
    place = tonight.local.dm(person)
    player = Player(person, place)
    said = await player.types("game new", title="tide", scenario="first", side="soviet", against="computer")
    assert "You play the Soviet side" in said.content
    await tonight.settled()
    table = await tonight.table(place)
    assert table.asked() == ("soviet",)
    texts = [message.content for message in player.person.inbox()]
    assert any(text.startswith("🔒") for text in texts), "the letter comes as well"
    assert (await player.types("tide stop")).content.startswith(DONE)


@pytest.mark.case("FP-seat")
async def test_an_admin_without_a_seat_looks_and_cannot_act(tonight: Evening, place: Channel) -> None:
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    admin = Player(tonight.local.person("Admin", manager=True), place)
    before = len(table.log)
    tries: list[Callable[[], Awaitable[Message]]] = [
        lambda: admin.types("tide stop"),
        lambda: admin.types("game undo"),
        lambda: admin.types("game resign"),
        lambda: admin.types("game seat", side="german", computer=True),
        lambda: admin.types("game look", palette="dark", of="game"),
        lambda: admin.types("game leave"),
    ]
    for attempt in tries:
        assert "FP-seat" in (await attempt()).content
    assert len(table.log) == before
    hidden = (await anna.types("game hand")).content.split("\n")[1]
    for command in ("game status", "game log", "game board"):
        assert hidden.removeprefix("- ") not in str(await admin.types(command))


async def test_against_the_computer_at_once(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    said = await anna.types("game new", title="tide", scenario="first", side="any", against="computer")
    *lines, winning = said.content.split("\n")
    assert winning.startswith("**Victory:** Hold two of the three objectives")
    assert lines == [
        f"Table {(await tonight.table(place)).record.id} is open.",
        "You play the German side.",
        "The computer plays the Soviet side.",
    ]
    assert said.labels == ["Your orders", "Map"]


async def test_a_table_for_one_waits_for_its_only_player(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    said = await anna.types("game new", title="firefight", scenario="solo-offense")
    assert "as soon as a player has taken the seat" in said.content
    assert "the last side" not in said.content


async def test_two_computers_play_to_the_end(tonight: Evening, place: Channel) -> None:
    anna, _ = await open_lobby(tonight, place)
    await anna.types("game seat", side="german", computer=True)
    await anna.types("game seat", side="soviet", computer=True)
    await tonight.settled()
    table = await tonight.table(place)
    assert table.record.status == "over"
    assert anna.posts()[-1].content.startswith("🏁 **The ")
    assert " side wins:** the " in anna.posts()[-1].content.split("\n")[0]
    assert "The seed of the dice was" in anna.posts()[-1].content


async def test_a_full_battle_begins_with_the_muster(tonight: Evening, place: Channel) -> None:
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris", scenario="kalach")
    post = anna.last()
    assert set(post.pings) == {anna.person.id, boris.person.id}, "both are asked, and called, at once"
    assert positions()["build"].match.scenario == "kalach"


async def test_a_lobby_post_fits_and_keeps_its_commitment_however_long_its_names(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tonight.player("Anna", place).types("game new", title="tide", scenario="first")
    table = await tonight.table(place)
    monkeypatch.setattr("bot.chat.posts.lobby_post.named", lambda table, seat: "x" * 1500)
    text, _ = lobby_post(table)
    assert len(text) <= 2000
    assert table.commitment in text.splitlines()[-1]
