"""The news of an absence: hits, losses, the next decision, and the rest."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.chat.desk.answers import LIMIT
from bot.chat.desk.desk import News as NewsRow
from bot.chat.desk.table import Table
from bot.chat.posts import news
from bot.chat.posts.narrative import tell
from bot.chat.posts.posts import compose, late_call
from bot.kernel.log import live
from bot.kernel.secret import PUBLIC, Seat
from bot.kit.codec import encode
from bot.kit.effects import TOUCHES, changes
from bot.local import Channel
from bot.store.games import GameRecord, SeatRecord
from bot.titles import titles
from tests.chat import forged
from tests.chat.evening import Evening
from tests.match import Match

TITLES = sorted(titles())
evening = pytest.mark.asyncio(loop_scope="session")


def match_of(title: str, entries: int, scenario: str = "first") -> Match:
    """Let the computer play all sides for some entries."""
    match = Match(titles()[title], scenario, {}, b"news")
    while len(match.log) < entries and not match.over:
        seat = match.asked[0]
        assert match.act(seat, match.game.play(match.seen(seat)), "computer") is None
    return match


def table_of(match: Match, since: int, seat: Seat) -> Table:
    """Put a match on a table, with one order by hand.

    It is the first order of the seat from move `since` on."""
    own = next(n for n in live(match.log) if n >= since and match.log[n].seat == seat)
    match = match.cut(len(match.log))
    match.log = [replace(entry, by="person") if n == own else entry for n, entry in enumerate(match.log)]
    record = GameRecord(1, match.game.key, match.scenario, {}, match.seed, "live", 1, 1, 1)
    seats = [SeatRecord(each, n) for n, each in enumerate(match.seats, start=1)]
    return Table(record, match.game, seats, match.history())


@pytest.fixture(scope="module", params=TITLES)
def long(request: pytest.FixtureRequest) -> Match:
    """A learning game of each title, about in the middle."""
    return match_of(request.param, 45)


def test_a_long_absence_has_twelve_lines_in_order(long: Match) -> None:
    for seat in long.seats[:2]:
        table = table_of(long, 5, seat)
        found = news.news(table, seat)
        assert 3 <= len(found.lines) <= news.MOST
        assert found.since == max(n for n in live(table.log) if table.log[n].by == "person")
        decided = next(n for n, line in enumerate(found.lines) if not line.move)
        own = table.game.fights(table.state, seat)
        effects = [each for n in range(found.since + 1, found.last + 1) for each in tell(table, n, seat).effects]
        before = {each.text for each in changes(effects, own) if each.touches != TOUCHES[-1]}
        assert {line.text for line in found.lines[:decided]} <= before | {
            line.text for line in found.lines if line.text.startswith("And ")
        }
        assert not before & {line.text for line in found.lines[decided:]}


def test_each_line_leads_to_a_move_that_is_news_and_that_its_reader_saw(long: Match) -> None:
    for seat in long.seats[:2]:
        found = news.news(table_of(long, 5, seat), seat)
        assert found.leading
        for line in found.leading:
            assert found.since < line.first <= line.move <= found.last


def test_nothing_is_said_plainly(long: Match) -> None:
    seat = long.log[-1].seat
    found = news.news(table_of(long, len(long.log) - 1, seat), seat)
    assert not found.leading
    assert news.told(found).startswith("📰 **Nothing that you can see has happened since your last order.**")


def test_the_loss_of_several_units_is_one_line() -> None:
    match, lost = match_of("tide", 200), list[str]()
    for seat in match.seats:
        lost += [line.text for line in news.news(table_of(match, 1, seat), seat).lines]
    together = re.compile(r"You lost (\d+\w\w, )*\d+\w\w and \d+\w\w Squad\.")
    assert any(together.fullmatch(line) for line in lost), lost


def test_moves_that_were_taken_back_are_no_news() -> None:
    match = match_of("tide", 30)
    seat = match.seats[0]
    table = table_of(match, 5, seat)
    found = news.news(table, seat)
    first = found.since + 1
    match.log = list(table.log)
    match.rewind(first, match.seats[1])
    again = Table(table.record, table.game, table.seats, match.history())
    assert not news.news(again, seat).leading
    match.rewind(first - 2, match.seats[1])
    again = Table(table.record, table.game, table.seats, match.history())
    assert [line.text for line in news.news(again, seat).lines][1:] == [
        f"↩️ The game went back to before move {first - 2}."
    ]


def test_a_spectator_reads_the_last_moves(long: Match) -> None:
    found = news.news(table_of(long, 5, long.seats[0]), PUBLIC)
    assert found.since == len(long.log) - 1 - news.SPECTATED
    assert found.head == f"In the last {news.SPECTATED} moves"
    assert not any("You " in line.text for line in found.lines)


def calls(match: Match, n: int) -> bool:
    """Return whether the post about the last entry calls the first asked seat."""
    table = table_of(match, 5, match.seats[0])
    posts = compose(table, n, n) if match.asked else []
    return bool(posts) and posts[-1].calls == (table.person_at(match.asked[0]),)


def test_the_post_of_a_call_has_news_of_earlier_moves_but_repeats_nothing(long: Match) -> None:
    first = next(n for n in range(len(long.log) - 1, 0, -1) if calls(long.cut(n + 1), n))
    match, last = long.cut(first + 1), first
    seat = match.asked[0]
    table = table_of(match, 5, seat)
    assert not compose(table, 1, last)[-1].news, "the post tells all of it"
    posts = compose(table, first, last)
    end = posts[-1]
    assert end.calls == (table.person_at(seat),)
    assert end.news
    assert all(f"- {line.text}" in end.text for line in end.news)
    assert all(line.first < first for line in end.news)
    assert end.text.index(end.news[-1].text) < end.text.index("▶️")
    assert len(end.text) <= LIMIT


def test_news_are_cut_to_the_room_that_a_post_has(long: Match) -> None:
    last, seat = len(long.log) - 1, long.asked[0]
    table = table_of(long, 5, seat)
    whole = news.block(table, [seat], last + 1, last, LIMIT)
    size = sum(len(line) + 1 for line in whole.text)
    for room in range(0, size + 1, 7):
        cut = news.block(table, [seat], last + 1, last, room)
        assert sum(len(line) + 1 for line in cut.text) <= max(room, 0)
        assert cut.text[-1:] == (news.MORE,) or not cut.text or cut == whole
        assert len(cut.text) != 1 or cut.text == (news.MORE,), "a head has lines below it"


def test_a_late_call_has_all_the_news(long: Match) -> None:
    seat = long.asked[0]
    table = table_of(long, 5, seat)
    post = late_call(table, [table.person_at(seat) or 0], 1, 7)
    assert post is not None
    assert [line.text for line in post.news] == [
        line.text for line in news.news(table, seat, public=True).lines if line.move
    ]


async def absent(tonight: Evening, place: Channel, title: str) -> tuple[Table, Any]:
    """Put a table into a channel, where Anna is called after a long absence."""
    match = match_of(title, 45)
    names = ["Anna" if seat == match.asked[0] else "Boris" for seat in match.seats]
    table, players = await tonight.plant(place, match, *names)
    last = len(table.log) - 1
    first = next(n for n in range(last, 0, -1) if (posts := compose(table, n, last)) and posts[-1].calls)
    await tonight.client.games.owe(table.record.id, encode(NewsRow(first, last)))
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    return table, next(player for player in players if player.person.name == "Anna")


@evening
@pytest.mark.parametrize("title", TITLES)
async def test_a_line_opens_its_moment_and_leads_back(tonight: Evening, place: Channel, title: str) -> None:
    table, anna = await absent(tonight, place, title)
    for page in (await anna.types("game news"), anna.last()):
        (select,) = (each for each in page.selects if each["custom_id"].startswith("fs:news:"))
        option = select["options"][0]
        move = int(option["value"].split(":")[1])
        shown = await anna.picks(page, "fs:news:", option["label"])
        assert shown.content.startswith(f"**Move {move} of {len(table.log) - 1}")
        assert shown.attachments
        back = await anna.clicks(shown, "Back to the news")
        assert back.content.startswith("📰 **Since the game began**")


@evening
async def test_news_lead_to_the_orders_of_the_player_who_is_asked(tonight: Evening, place: Channel) -> None:
    _, anna = await absent(tonight, place, "tide")
    said = await anna.types("game news")
    assert "▶️ **You decide:**" in said.content
    assert said.labels == ["Your orders", "Film"]
    watcher = await tonight.player("Strogov", place).types("game news")
    assert watcher.content.startswith("📰 **In the last 20 moves**")
    assert watcher.labels == ["Film"]


@evening
@pytest.mark.parametrize("value", ["", "x", "1", "0:999999:Z9", "0:1:" + "C" * 60, "0:-4:C4", "::"])
async def test_a_forged_line_is_harmless(tonight: Evening, place: Channel, value: str) -> None:
    table, anna = await absent(tonight, place, "tide")
    before = len(table.log)
    said = await anna.types("game news")
    answer = await forged.send(tonight, anna, said, f"fs:news:{table.record.id}", [value])
    assert answer.content
    assert len(table.log) == before
