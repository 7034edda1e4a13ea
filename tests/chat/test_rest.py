"""Times without calls: quiet hours, and days of absence."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from bot.chat.desk.order_text import Malformed
from bot.chat.desk.rest import clocks, rests_until, with_absence, with_quiet
from bot.chat.desk.table import Table
from bot.local import Channel, Message
from bot.local.objects import Flags
from bot.store.games import GIVEN_UP, SILENCE, PersonRecord
from tests.chat.evening import Evening, Player, until
from tests.chat.sitting import do_some

NOW = datetime(2026, 11, 26, 20, 59, 30, tzinfo=UTC)
"""Two minutes to ten in the evening by a clock in Berlin that is a little slow."""
ANNA = PersonRecord(1)


def at(hour: int, minute: int = 0, day: int = 26) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def quiet(hours: str, clock: str = "21:58") -> PersonRecord:
    person = with_quiet(ANNA, hours, clock, NOW)
    assert isinstance(person, PersonRecord)
    return person


@pytest.mark.case("FP-call")
@pytest.mark.parametrize(
    ("now", "till"),
    [(at(20, 59), None), (at(21), at(7, day=27)), (at(23, 30), at(7, day=27)), (at(6, 59), at(7)), (at(7), None)],
)
def test_quiet_hours_go_by_ones_own_clock(now: datetime, till: datetime | None) -> None:
    assert rests_until(quiet("22:00-08:00"), now) == till


@pytest.mark.parametrize(
    "hours",
    [
        "22-8", "10pm - 8am", "22.00–08.00", "22h00 to 8:00", "10 PM – 8 AM", "10\u00a0PM\u202f—\u202f8\u00a0AM",
        "22h-8h", "22.00 to 8", "10pm-8am", "22:00 − 08:00", "22:00 → 8:00", "22:00~8:00", "22：00－08：00",
        "from 10 p.m. to 8 a.m.", "between 22 and 8", "2200-0800", "22 Uhr bis 8 Uhr", "22 h à 8 h", "22-8am",
        "10 P.M. until 8 o'clock a.m.", "22:00\u200b-\u00ad8:00.",
    ],
)  # fmt: skip
def test_hours_are_read_as_people_write_them(hours: str) -> None:
    assert quiet(hours) == quiet("22:00-08:00")


def test_a_zone_may_be_off_by_a_quarter_of_an_hour() -> None:
    assert rests_until(quiet("23:00-04:00", clock="2:44 am"), at(17, 15)) == at(22, 15)


def test_there_are_clocks_for_every_zone() -> None:
    shown = list(clocks(NOW))
    assert shown[:2] == ["08:59", "09:59"]
    assert {"21:59", "02:29", "02:44"} <= set(shown)


@pytest.mark.parametrize(
    ("hours", "clock", "why"),
    [
        ("22:00-08:00", "", "time zone"), ("22:00-08:00", "25:10", "no time"), ("at night", "21:58", "no quiet"),
        ("", "21:58", "add them"), (" ", "10:41", "add them"), ("22:00-22:00", "21:58", "no quiet"),
        ("13pm-14pm", "21:58", "no quiet"),
        ("10pm-8", "21:58", "am or pm"), ("10-8pm", "21:58", "am or pm"), ("22:61-8", "21:58", "no quiet"),
        ("22 8", "21:58", "no quiet"), ("0-24", "21:58", "no quiet"), ("22-8", "in the evening", "no time"),
    ],
)  # fmt: skip
def test_an_unreadable_time_is_not_understood(hours: str, clock: str, why: str) -> None:
    wrong = with_quiet(ANNA, hours, clock, NOW)
    assert isinstance(wrong, Malformed)
    assert why in wrong.what


def test_quiet_hours_can_be_taken_back() -> None:
    assert with_quiet(quiet("22:00-08:00"), "Off", "", NOW) == ANNA


@pytest.mark.case("FP-call")
def test_an_absence_ending_at_night_lasts_until_morning() -> None:
    away = with_absence(ANNA, 1, NOW)
    assert rests_until(away, NOW) == NOW.replace(microsecond=0) + timedelta(days=1)
    night = replace(quiet("21:30-08:00"), away=away.away)
    assert rests_until(night, NOW) == at(7, day=28)
    assert rests_until(away, at(21, day=27)) is None
    assert with_absence(away, 0, NOW) == ANNA
    assert with_absence(away, 1, NOW + timedelta(minutes=5)) == away, "the same said twice"
    assert with_absence(away, 1, NOW + timedelta(hours=2)) != away


# At the table.


async def between(tonight: Evening, place: Channel) -> tuple[Table, Player, Player]:
    """Begin the learning game; return the player in turn and the other."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    return table, anna, boris


async def passes_on(tonight: Evening, table: Table, player: Player) -> None:
    """Let somebody act until the move is with another."""
    while table.person_at(table.asked()[0]) == player.id:
        await do_some(player, table, "op-fire")
    await tonight.settled()


def called(player: Player) -> list[Message]:
    return [message for message in player.posts() if int(player.person.id) in map(int, message.pings)]


def late(player: Player) -> list[Message]:
    return [message for message in player.posts() if re.search(r" · call \d+$", message.content)]


AT_THE_TABLE = pytest.mark.asyncio(loop_scope="session")


@AT_THE_TABLE
@pytest.mark.case("FP-call")
async def test_an_absent_player_is_called_on_return(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await between(tonight, place)
    said = await boris.types("game mine", away=3)
    assert "🪑 You are away until <t:" in said.content
    await tonight.settled()
    assert f"🪑 {boris.mention} is away until <t:" in anna.posts()[-1].content
    assert f"{boris.mention} (away until <t:" in (await anna.types("game mine")).content
    before = len(called(boris))
    await passes_on(tonight, table, anna)
    assert boris.mention in anna.last().content, "the post names him"
    assert len(called(boris)) == before
    assert not late(anna)
    await tonight.leave()
    await tonight.arrive()
    await tonight.settled()
    table = await tonight.table(place)
    assert not late(anna), "he is away still"
    assert "You are away" not in (await boris.types("game mine", away=0)).content
    await until(lambda: late(anna))
    await tonight.settled()
    assert [message.content.count(boris.mention) for message in late(anna)] == [1]
    assert called(boris)[-1] == late(anna)[-1]
    assert any(f"🪑 {boris.mention} has been back" in message.content for message in anna.posts())
    waiting = called(boris)
    await passes_on(tonight, table, boris)
    await passes_on(tonight, table, anna)
    assert len(called(boris)) > len(waiting), "he is called at once again"
    assert len(late(anna)) == 1


@AT_THE_TABLE
@pytest.mark.case("FP-call")
async def test_a_waiting_call_is_made_automatically_at_the_end_of_the_rest(
    tonight: Evening, place: Channel
) -> None:
    """The night began an hour ago and lasts another; then it is shortened to a second."""
    table, anna, boris = await between(tonight, place)
    now, hour = datetime.now(UTC), timedelta(hours=1)
    said = await boris.types("game mine", quiet=f"{now - hour:%H:%M}-{now + hour:%H:%M}", clock=f"{now:%H:%M}")
    assert "🌙 Nothing calls you from <t:" in said.content
    await boris.types("game note", text="Hold the church")
    before, letters = len(called(boris)), len(boris.person.inbox())
    await passes_on(tonight, table, anna)
    assert len(called(boris)) == before
    silent = [bool(letter.flags & Flags.SUPPRESS_NOTIFICATIONS) for letter in boris.person.inbox()[letters:]]
    assert silent, "he is reminded of his note"
    assert all(silent), "letters come without a sound"
    assert "is away" not in str([post.content for post in anna.posts()]), "quiet hours are nobody else's business"
    soon = int(datetime.now(UTC).timestamp()) + 2
    await tonight.client.games.keep_person(PersonRecord(boris.id, away=soon))
    tonight.client.postman.wake(table.record.id)
    await until(lambda: late(anna))
    assert datetime.now(UTC).timestamp() >= soon
    await tonight.settled()
    assert len(late(anna)) == 1


@AT_THE_TABLE
@pytest.mark.case("FP-call")
async def test_a_player_who_lets_a_game_wait_is_called_again(tonight: Evening, place: Channel) -> None:
    """A thread would close after seven days without a message."""
    table, anna, boris = await between(tonight, place)
    await passes_on(tonight, table, anna)
    began, postman = time.time(), tonight.client.postman
    for moment in (began, began + GIVEN_UP + 60):
        await postman.call_again(moment)
        await tonight.settled()
        assert not late(anna)
    pings = len(called(anna)), len(called(boris))
    for _ in range(2):  # A game that called is not silent, so the second time nothing happens.
        await postman.call_again(began + SILENCE)
        await tonight.settled()
        assert len(late(anna)) == 1
    assert re.search(r"has waited since <t:\d+:R>", late(anna)[0].content)
    assert (len(called(anna)), len(called(boris))) == (pings[0], pings[1] + 1)
    await passes_on(tonight, table, boris)
    assert len(late(anna)) == 1
    assert "Your orders" in anna.last().labels


@AT_THE_TABLE
async def test_a_time_that_is_none_changes_nothing(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    said = await anna.types("game mine", quiet="22:00-08:00", away=2)
    assert said.content.startswith("❔ **Not understood**")
    assert await tonight.client.games.person(anna.id) == PersonRecord(anna.id)
    assert await anna.offered("game mine", "quiet", quiet="23") == ["23:00-07:00"]
