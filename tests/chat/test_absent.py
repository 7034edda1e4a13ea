"""A silent player is warned twice and replaced after 14 days, counted correctly."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from bot.chat.desk.absence import DAY, HOUR, WARNINGS, Rests, due_at, vacant_at
from bot.chat.desk.rest import rests_until
from bot.chat.desk.table import Table
from bot.kernel.secret import Seat
from bot.local import Channel
from bot.store.exports import export, verify
from bot.store.games import PersonRecord
from bot.store.waits import Absence, Wait
from bot.titles import titles
from tests.chat.evening import DONE, Evening, Player, until

pytestmark = pytest.mark.asyncio(loop_scope="session")

MIDNIGHT = int(datetime(2026, 11, 2, tzinfo=UTC).timestamp())


# The count of time.


def wait(warned: int = 0, at: float = 0) -> Wait:
    return Wait(1, Seat("german"), 1, MIDNIGHT, warned, int(at))


def rests(quiet: tuple[int, int] = (0, 0), *away: tuple[float, float]) -> Rests:
    person = PersonRecord(1, quiet_from=quiet[0] * 60, quiet_to=quiet[1] * 60)
    return Rests(person, [Absence(int(MIDNIGHT + a * DAY), int(MIDNIGHT + b * DAY)) for a, b in away])


def counted(resting: Rests, until: float) -> float:
    """Count the hours since midnight in which a player could answer, hour by hour."""
    night = range(resting.quiet_from, resting.quiet_from + int(resting.quiet), HOUR)
    nights = {hour % DAY for hour in night}
    return sum(
        HOUR
        for hour in range(MIDNIGHT, round(until), HOUR)
        if hour % DAY not in nights and not any(start <= hour < end for start, end in resting.absences)
    )


@pytest.mark.case("FP-absent")
@pytest.mark.parametrize(
    "resting",
    [
        rests(), rests((22, 8)), rests((8, 22)), rests((0, 12)), rests((0, 0), (3, 5)),
        rests((23, 7), (-9, 6), (5, 9)),
        rests((20, 4), (1, 2), (1.5, 1.75), (6.5, 7.25), (13, 40)), rests((12, 0), (0, 1)),
    ],
)  # fmt: skip
async def test_time_in_which_nothing_calls_a_player_does_not_count(resting: Rests) -> None:
    told = vacant_at(wait(), resting, MIDNIGHT)
    first = due_at(wait(), resting)
    second = due_at(wait(1, first), resting)
    last = due_at(wait(2, second), resting)
    assert [counted(resting, time) for time in (first, second, last)] == list(WARNINGS)
    assert vacant_at(wait(2, second), resting, second) == last == told, "said beforehand"


async def test_nobody_keeps_a_game_waiting_by_being_quiet_all_day() -> None:
    assert due_at(wait(), rests((1, 0))) - MIDNIGHT <= 3 * WARNINGS[0]


async def test_a_bot_that_was_stopped_still_warns_twice_with_a_day_between() -> None:
    late = MIDNIGHT + 40 * DAY
    assert due_at(wait(), rests()) < late
    assert due_at(wait(1, late), rests()) == late + DAY
    assert due_at(wait(2, late + DAY), rests()) == late + 2 * DAY
    assert vacant_at(wait(), rests(), late) == late + 2 * DAY


# At the table.


class Calendar:
    """The bot's calendar, counted from the last move of a game."""

    def __init__(self, tonight: Evening) -> None:
        self.tonight = tonight
        self.absentees = tonight.client.lobby.absentees

    async def turns_to(self, table: Table, day: float) -> None:
        """Let it be a day, and let the bot go its round."""
        record = await self.tonight.client.games.game(table.record.id)
        assert record is not None
        now = record.moved + day * DAY + 60
        self.absentees.clock = lambda: now
        await self.absentees.warn()
        await self.tonight.settled()


@pytest.fixture
def calendar(tonight: Evening) -> Iterator[Calendar]:
    found = Calendar(tonight)
    usual = found.absentees.clock
    yield found
    tonight.client.lobby.absentees.clock = usual


async def waiting(tonight: Evening, place: Channel, absent: str = "Yefim") -> tuple[Table, Player, Player]:
    """Return a game in which Anna has to wait for somebody."""
    table, (away, anna) = await tonight.game(place, absent, "Anna")
    assert table.asked() == ("german",)
    return table, anna, away


WARNING = r"this game has waited for you|has not answered for \d"


def warnings(player: Player) -> list[str]:
    return [post.content for post in player.posts() if re.search(WARNING, post.content)]


@pytest.mark.case("FP-absent")
async def test_an_absent_player_is_warned_twice_and_replaced(
    tonight: Evening, place: Channel, calendar: Calendar
) -> None:
    table, anna, away = await waiting(tonight, place)
    said = await anna.types("game seat", side="german", computer=True)
    assert said.content.startswith("🚫 **Refused** · FP-absent\nThe German side is taken.")
    assert "you may do that from <t:" in said.content
    for day, posts in ((6.9, 0), (7, 1), (8, 1), (11.9, 1), (12, 2), (13.9, 2)):
        await calendar.turns_to(table, day)
        assert len(warnings(anna)) == posts, f"day {day}"
        assert "FP-absent" in (await anna.types("game seat", side="german", computer=True)).content
    post = next(each for each in anna.posts() if each.content.startswith("🪑"))
    assert post.pings == (str(away.id),)
    await calendar.turns_to(table, 14)
    assert warnings(anna)[2].startswith(
        f"🪑 {away.mention} has not answered for 14 days. {anna.mention}: you may give"
    )
    said = await anna.types("game seat", side="german", computer=True)
    assert said.content == "The computer plays the German side now."
    await tonight.settled()
    assert table.asked() == ("soviet",), "the computer has moved"
    told = next(post for post in anna.posts() if "has decided:" in post.content)
    assert told.pings == (str(away.id),)
    assert "You play the German side" in (await away.types("game join", side="german")).content, "taken back"
    assert table.person_at(Seat("german")) == away.id


@pytest.mark.case("FP-absent")
async def test_a_restart_neither_loses_nor_doubles_a_warning(
    tonight: Evening, place: Channel, calendar: Calendar
) -> None:
    table, anna, _ = await waiting(tonight, place, "Yakov")
    await calendar.turns_to(table, 7)
    calendar.absentees.clock = lambda: table.record.moved + 7.1 * DAY
    for _ in range(2):
        await tonight.leave()
        await tonight.arrive()
        calendar.absentees = tonight.client.lobby.absentees
        table = await tonight.table(place)
        await calendar.turns_to(table, 7.2)
        assert len(warnings(anna)) == 1
    await calendar.turns_to(table, 12.5)
    assert len(warnings(anna)) == 2


@pytest.mark.case("FP-absent")
async def test_days_away_do_not_count(tonight: Evening, place: Channel, calendar: Calendar) -> None:
    table, anna, away = await waiting(tonight, place, "Zakhar")
    await away.types("game mine", away=5)
    await tonight.settled()
    await calendar.turns_to(table, 11.9)
    assert warnings(anna) == []
    await away.types("game mine", away=0)
    await calendar.turns_to(table, 7.5)
    assert len(warnings(anna)) == 1, "back at once: the days count"


@pytest.mark.case("FP-absent")
async def test_waiting_counts_only_from_the_time_of_a_possible_call(
    tonight: Evening, place: Channel, calendar: Calendar
) -> None:
    table, (anna, boris) = await tonight.game(place, "Kira", "Lev")
    tonight.local.deny(place, "send_messages")
    assert (await anna.types("tide stop")).content.startswith(DONE)
    await until(lambda: tonight.client.postman.stalled.get((table.record.id, "posts")))
    assert table.asked() == ("soviet",)
    await calendar.turns_to(table, 15)
    refused = await anna.types("game seat", side="soviet", computer=True)
    assert "FP-absent" in refused.content
    tonight.local.allow(place, "send_messages")
    await until(lambda: not tonight.client.postman.stalled.get((table.record.id, "posts")))
    await tonight.settled()
    assert warnings(anna) == []
    (wait,) = await tonight.client.games.waits.of_game(table.record.id)
    assert (wait.person, wait.warned) == (boris.id, 0)
    assert abs(wait.since - time.time()) < HOUR, "the count begins with the post"


@pytest.mark.case("FP-absent")
async def test_an_answer_restarts_the_count(tonight: Evening, place: Channel, calendar: Calendar) -> None:
    table, anna, away = await waiting(tonight, place, "Ilya")
    await calendar.turns_to(table, 12)
    await calendar.turns_to(table, 13)
    assert len(warnings(anna)) == 2
    assert (await away.types("tide op-fire", units="1st Squad")).content.startswith(DONE)
    await tonight.settled()
    await calendar.turns_to(table, 6.9)
    assert len(warnings(anna)) == 2
    assert "from <t:" in (await anna.types("game seat", side="german", computer=True)).content
    await calendar.turns_to(table, 7)
    assert len(warnings(anna)) == 3, "and is warned as before"


@pytest.mark.case("FP-absent", "FP-seat")
async def test_a_freed_seat_goes_to_somebody_who_has_not_seen_the_other_side(
    tonight: Evening, place: Channel, calendar: Calendar
) -> None:
    table, anna, away = await waiting(tonight, place, "Kirill")
    vera = tonight.player("Vera", place)
    for day in (7, 12, 14):
        await calendar.turns_to(table, day)
    assert "FP-seat" in (await vera.types("game table unseat", side="german")).content, "she does not play"
    assert (await anna.types("game table unseat", side="german")).content == "The German side is free."
    assert "you would see the secrets of others" in (await anna.types("game join", side="german")).content.replace(
        "Y", "y"
    )
    assert "You play the German side" in (await vera.types("game join", side="german")).content
    assert "FP-seat" in (await away.types("game join", side="german")).content, "somebody else has it"
    await tonight.settled()
    await calendar.turns_to(table, 6.9)
    assert "from <t:" in (await anna.types("game seat", side="german", computer=True)).content, (
        "she has all her time"
    )


@pytest.mark.case("FP-absent")
async def test_the_end_of_a_game_is_asked_again_if_the_question_could_not_be_posted(
    tonight: Evening, place: Channel
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    tonight.local.deny(place, "send_messages")
    said = await anna.clicks(await anna.types("game table end"), "Yes, end it")
    assert "The others cannot be asked" in said.content, said.content
    assert await tonight.database.rows("SELECT * FROM consents WHERE game = ?", (table.record.id,)) == []
    tonight.local.allow(place, "send_messages")
    said = await anna.types("game table end")
    assert said.content == f"You agree. Still asked: {boris.mention}."
    assert (await boris.clicks(boris.posts()[-1], "I agree")).content == "The game is over, without a loser."


@pytest.mark.case("FP-absent", "FP-over")
async def test_the_others_end_a_game_without_a_loser(tonight: Evening, place: Channel, calendar: Calendar) -> None:
    table, anna, away = await waiting(tonight, place, "Lev")
    asked = await anna.clicks(await anna.types("game table end"), "Yes, end it")
    assert asked.content == f"You agree. Still asked: {away.mention}."
    await tonight.settled()
    assert table.record.status == "live", "while he is not absent for long he must agree"
    for day in (7, 12, 14):
        await calendar.turns_to(table, day)
    ended = await anna.types("game table end")
    assert ended.content == "The game is over, without a loser."
    await tonight.settled()
    outcome = table.outcome()
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.why == "The German side has stopped playing. Nobody has lost."
    assert table.record.status == "over"
    headline = "**Nobody has won:** the German side has stopped playing. Nobody has lost."
    assert headline in anna.posts()[-1].content
    assert outcome.why in (await away.types("game play")).content
    for command in ("game board", "game status", "game log", "game hand", "game mine"):
        await anna.types(command)
    assert "✅ Every die and the final state agree." in (await anna.types("game dice")).content
    record, game = table.record, table.game
    text = export(
        game, "", record.scenario, record.options, record.seed, table.words, table.log, start=record.start
    )
    assert verify(titles().get, text) == []
    assert "is open" in (await anna.types("game new", title="tide", scenario="first")).content


@pytest.mark.case("FP-absent")
async def test_two_players_end_a_game_by_agreement(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await waiting(tonight, place, "Boris")
    stranger = tonight.player("Strogov", place)
    await anna.clicks(await anna.types("game table end"), "Yes, end it")
    await tonight.settled()
    question = anna.posts()[-1]
    assert question.pings == (str(boris.id),)
    assert "FP-absent" in (await stranger.clicks(question, "I agree")).content
    assert "The game is over" in (await boris.clicks(question, "I agree")).content
    assert table.outcome() is not None
    assert "FP-over" in (await boris.clicks(question, "I agree")).content


@pytest.mark.case("FP-absent")
async def test_managers_end_a_game_without_players(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await waiting(tonight, place, "Boris")
    for player in (anna, boris):
        await player.types("game leave")
    stranger = tonight.player("Strogov", place)
    asked = await stranger.clicks(await stranger.types("game table end"), "Yes, end it")
    assert "FP-absent" in asked.content
    admin = Player(tonight.local.person("Admin", manager=True), place)
    assert "The game is over" in (await admin.clicks(await admin.types("game table end"), "Yes, end it")).content
    assert table.record.status == "over"


async def test_a_game_that_an_earlier_version_moved_last_is_counted(
    tonight: Evening, place: Channel, calendar: Calendar
) -> None:
    table, anna, _ = await waiting(tonight, place, "Oleg")
    moved = (await tonight.client.games.game(table.record.id) or table.record).moved
    await tonight.database.run("DELETE FROM waits WHERE game = ?", (table.record.id,))
    await calendar.turns_to(table, 7)
    assert warnings(anna) == []
    calendar.absentees.clock = lambda: moved + 7 * DAY + 60
    await calendar.absentees.settle()
    await calendar.turns_to(table, 7)
    assert len(warnings(anna)) == 1


async def test_a_warning_waits_for_the_end_of_quiet_hours(
    tonight: Evening, place: Channel, calendar: Calendar
) -> None:
    table, anna, away = await waiting(tonight, place, "Nikolai")
    person = await tonight.client.games.person(away.id)
    moved = (await tonight.client.games.game(table.record.id) or table.record).moved
    minute = int((moved + 7 * DAY) % DAY) // 60
    quiet = PersonRecord(person.id, quiet_from=(minute - 30) % 1440, quiet_to=(minute + 90) % 1440)
    await tonight.client.games.keep_person(quiet)
    lasts = 7 * 24 / 22
    assert rests_until(quiet, datetime.fromtimestamp(moved + 8 * DAY + 60, UTC)) is not None
    await calendar.turns_to(table, 8)
    assert warnings(anna) == [], "he rests now"
    await calendar.turns_to(table, lasts + 0.3)
    assert len(warnings(anna)) == 1
