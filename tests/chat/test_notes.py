"""Private notes: kept, shown on return, dropped, and never shown to others."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.chat.desk.notes import LONGEST, MOST
from bot.chat.desk.table import Table
from bot.chat.posts import postman
from bot.kernel.secret import PUBLIC
from bot.local import Channel
from bot.store.exports import export
from tests.chat.evening import Evening, Player
from tests.chat.sitting import do_some

pytestmark = pytest.mark.asyncio(loop_scope="session")
TEXT = "Keep the *2nd* Squad for the church"
SHOWN = "1. Keep the \\*2nd\\* Squad for the church"


async def playing(tonight: Evening, place: Channel) -> tuple[Table, Player, Player]:
    """Begin the learning game; Anna is asked."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    return table, anna, boris


def reminders(player: Player) -> list[str]:
    return [m.content for m in player.person.inbox() if "**Your notes**" in m.content]


async def comes_round(tonight: Evening, table: Table, player: Player, other: Player) -> None:
    """Let others move until it is a player's turn."""
    seat, there = table.seat_of(player.id), (player, other)
    for who, asked in zip(there, (True, False), strict=True):
        while (seat in table.asked()) is asked:
            await do_some(who, table, "op-fire")
    await tonight.settled()


@pytest.mark.case("FP-note")
async def test_a_note_is_shown_with_ones_orders_also_after_a_restart(tonight: Evening, place: Channel) -> None:
    _, anna, boris = await playing(tonight, place)
    assert "You have no notes." in (await anna.types("game note")).content
    said = await anna.types("game note", text=f"  {TEXT.replace(' ', '   ', 1)}\n")
    assert SHOWN in said.content
    await anna.types("game note", text="Watch D5")
    await tonight.leave()
    await tonight.arrive()
    for page in (await anna.types("game play"), await anna.clicks(anna.last(), "Your orders")):
        assert page.content.endswith(f"📝 **Your notes**\n{SHOWN}\n2. Watch D5")
    assert "Your notes" not in (await boris.types("game play")).content
    assert "You have no notes." in (await boris.types("game note")).content


@pytest.mark.case("FP-note")
async def test_notes_are_few_and_short(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    said = await anna.types("game note", text="x" * (LONGEST + 1))
    assert f"a note holds up to {LONGEST} characters, and this one has {LONGEST + 1}" in said.content.lower()
    for n in range(MOST):
        await anna.types("game note", text=f"{n}" * LONGEST)
    assert "there is room for no more" in (await anna.types("game note", text="one more")).content
    assert list(table.notes[table.asked()[0]]) == [1, 2, 3, 4, 5]
    looker = tonight.player("Strogov", place)
    assert "You have no seat in this game" in (await looker.types("game note", text="mine")).content


async def test_a_note_is_dropped_by_number_or_from_the_list(tonight: Evening, place: Channel) -> None:
    """Other notes keep their numbers; a dropped number drops nothing else."""
    table, anna, boris = await playing(tonight, place)
    for text in ("one", "two", "three"):
        page = await anna.types("game note", text=text)
    assert await anna.offered("game note", "drop") == ["1: one", "2: two", "3: three"]
    assert await boris.offered("game note", "drop") == []
    page = await anna.picks(page, "fs:note:", "2. two")
    assert "1. one\n3. three" in page.content
    assert "you have no note 2; yours are 1, 3" in (await anna.types("game note", drop=2)).content.lower()
    page = await anna.types("game note", drop=1, text="four")
    assert "3. three\n4. four" in page.content
    assert "**Your notes**" in page.content
    await anna.types("game note", drop=3)
    page = await anna.types("game note", drop=4)
    assert "You have no notes." in page.content
    assert "Drop one of them" not in str(page.selects)
    assert not any(table.notes.values())


async def test_the_number_of_a_dropped_note_is_not_given_again(tonight: Evening, place: Channel) -> None:
    """A repeated drop of note 3 does nothing, even after a restart.

    The next player begins with 1.
    """
    table, anna, _ = await playing(tonight, place)
    seat = table.seat_of(anna.id)
    for text in ("one", "two", "three"):
        await anna.types("game note", text=text)
    await anna.types("game note", drop=3)
    await tonight.leave()
    await tonight.arrive()
    assert "2. two\n4. four" in (await anna.types("game note", text="four")).content
    assert "4. four\n5. five" in (await anna.types("game note", text="five", drop=1)).content
    await anna.types("game leave")
    cato = tonight.player("Cato", place)
    await cato.types("game join", side=seat)
    assert "1. mine" in (await cato.types("game note", text="mine")).content


async def test_a_note_that_is_delivered_twice_is_kept_once(tonight: Evening, place: Channel) -> None:
    """Its interaction is kept in the same transaction."""
    table, anna, _ = await playing(tonight, place)
    (seat,) = table.asked()
    tonight.local.faults.deliver_twice()
    tonight.client._taken.clear()
    await anna.types("game note", text="once")
    await tonight.settled()
    assert table.notes[seat] == {1: "once"}
    assert [note.text for note in (await tonight.client.games.contents(table.record.id)).notes] == ["once"]


@pytest.mark.case("FP-note")
async def test_a_called_player_gets_their_notes_by_direct_message_at_most_hourly(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna, boris = await playing(tonight, place)
    await boris.types("game note", text="Fire at what crosses the road")
    before = len(reminders(boris))
    await comes_round(tonight, table, boris, anna)
    (reminder,) = reminders(boris)[before:]
    assert "it is your move in" in reminder
    assert "1. Fire at what crosses the road" in reminder
    assert not reminders(anna)
    await comes_round(tonight, table, boris, anna)
    assert len(reminders(boris)) == before + 1, "Boris has hardly been away"
    monkeypatch.setattr(postman, "ABSENCE", timedelta(0))
    await comes_round(tonight, table, boris, anna)
    assert len(reminders(boris)) == before + 2


async def test_a_player_without_notes_gets_no_reminder(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place)
    before = len(reminders(boris))
    await boris.types("game note", text="no longer of use")
    await boris.types("game note", drop=1)
    await comes_round(tonight, table, boris, anna)
    assert len(reminders(boris)) == before


async def test_notes_go_with_a_player_who_leaves_the_seat(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place)
    seat = table.seat_of(anna.id)
    assert seat is not None
    await anna.types("game note", text="for nobody else")
    await boris.types("game note", text="Boris stays")
    await anna.types("game leave")
    cato = tonight.player("Cato", place)
    await cato.types("game join", side=seat)
    assert "You have no notes." in (await cato.types("game note")).content
    assert "Your notes" not in (await cato.types("game play")).content
    await tonight.leave()
    await tonight.arrive()
    assert "You have no notes." in (await cato.types("game note")).content
    assert "Boris stays" in (await boris.types("game note")).content


async def test_queued_orders_go_with_a_player_who_leaves_the_seat(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    (seat,) = table.asked()
    action = table.game.play(table.seen(seat))
    await tonight.client.desk.lay_aside(table, seat, ((action, "Do this."),))
    await anna.types("game leave")
    await tonight.player("Cato", place).types("game join", side=seat)
    assert not table.laid_aside(seat)
    assert not (await tonight.client.games.contents(table.record.id)).lists


@pytest.mark.case("FP-note")
async def test_notes_are_no_part_of_the_game(tonight: Evening, place: Channel) -> None:
    """Neither the public nor the log, an export or the other player hears of them."""
    table, anna, boris = await playing(tonight, place)
    entries = len(table.log)
    await anna.types("game note", text="Zugzwang")
    await tonight.settled()
    assert len(table.log) == entries
    assert await do_some(anna, table, "op-fire")
    await tonight.settled()
    file = export(
        table.game, "", table.record.scenario, table.record.options, table.record.seed, table.words, table.log
    )
    assert b"Zugzwang" not in file
    read = [post.content for post in anna.posts()] + [letter.content for letter in boris.person.inbox()]
    read += [(await boris.types(f"game {command}")).content for command in ("hand", "log", "mine", "play", "note")]
    assert not [text for text in read if "Zugzwang" in text]
    assert not table.game.hand(table.seen(PUBLIC)).count("Zugzwang")
