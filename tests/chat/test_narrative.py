"""The report of a log: of a range, and of each entry."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.chat import guide
from bot.chat.desk.guard import guarded
from bot.chat.desk.order_text import AnyGame
from bot.chat.desk.table import Table
from bot.chat.posts.narrative import Moment, Narrative, narrative, private_lines, tell
from bot.chat.posts.posts import compose, letter, sketched
from bot.kernel.game import Scene
from bot.kernel.log import live
from bot.kernel.secret import PUBLIC, Seat, redact
from bot.kit.events import advised
from bot.store.games import GameRecord, SeatRecord
from bot.store.history import History
from bot.titles import titles
from bot.titles.tide.events import Destroyed
from bot.titles.tide.field import names
from bot.titles.trap.words.account import gathered
from render import LOOKS
from tests.match import Match, play


@pytest.fixture(scope="module")
def table() -> Table:
    """A game of some moves, with a few undone."""
    match = Match(titles()["tide"], "kalach", {}, b"account")
    play(match, Random(3), moves=120)
    assert any(entry.back_to is not None for entry in match.log)
    record = GameRecord(1, "tide", "kalach", {}, match.seed, "live", 1, 1, 1)
    return Table(record, match.game, [SeatRecord(seat, 1) for seat in match.seats], History(match.game, match.log))


@pytest.mark.parametrize("first", [0, 60])
def test_single_entries_are_reported_as_in_a_range(table: Table, first: int) -> None:
    for seat in (*table.sides, PUBLIC):
        for n in [n for n in live(table.log) if n >= first][::5]:
            assert tuple(tell(table, n, seat).lines) == narrative(table, n, n, seat).lines


def test_small_print_alone_becomes_news_in_full_size(table: Table) -> None:
    """An answer puts its tick before the first line, which would break small print."""
    seen = table.seen(PUBLIC)
    assert Narrative(("-# 2 units have acted.",), (), seen).news == "2 units have acted."
    assert Narrative(("It is won.", "-# 2 units have acted."), (), seen).news == "It is won."


def test_only_the_last_tip_joins_the_news(table: Table) -> None:
    """A player on a phone sees the map and the answer, but not the post with all tips."""
    seen = table.seen(PUBLIC)
    lines = ("> 💡 Draw a card.", "Round two.", "-# Two actions each.", "> 💡 Close in.")
    assert Narrative(lines, (), seen).news == "Round two.\n> 💡 Close in."
    assert Narrative(lines[2:], (), seen).news == "Two actions each.\n> 💡 Close in."


def test_a_tip_for_a_side_is_for_the_people_of_that_side() -> None:
    """The computer needs no advice, and advice for it would mislead its enemy."""
    game = titles()["trap"]
    match = Match(game, "first", {}, b"tips")
    play(match, Random(3), moves=60)
    last, log = len(match.log) - 1, History(match.game, match.log)
    russian, chechen = match.seats

    def sides(seat: Seat, *people: Seat) -> set[str]:
        seats = [SeatRecord(each, 1 if each in people else None, each not in people) for each in match.seats]
        table = Table(GameRecord(1, "trap", "first", {}, match.seed, "live", 1, 1, 1), game, seats, log)
        lines = narrative(table, 0, last, seat).lines
        assert any(line.startswith("> 💡 ") and not advised(line) for line in lines)
        return {advised(line) for line in lines} - {""}

    assert sides(PUBLIC, russian) == sides(russian, russian, chechen) == {"Russian"}
    assert sides(PUBLIC, chechen) == sides(chechen, russian, chechen) == {"Chechen"}
    assert sides(PUBLIC, russian, chechen) == {"Russian", "Chechen"}
    assert sides(PUBLIC) == set()


def test_an_entry_is_described_once_and_again_only_for_a_different_view(table: Table) -> None:
    log = table.log
    n = max(live(log), key=lambda n: len(log[n].events) if n else 0)
    asked: Counter[str] = Counter()

    class Listening:
        def __getattr__(self, name: str) -> Any:
            asked[name] += name in ("tell", "evolve")
            return getattr(titles()["tide"], name)

    fresh = Table(table.record, cast(AnyGame, Listening()), table.seats, log)
    compose(fresh, n, n)
    for seat in fresh.sides:
        letter(fresh, seat, n, n, LOOKS["standard"])
        narrative(fresh, n, n, seat)
    public = [redact(event, PUBLIC) for event in log[n].events]
    others = [seat for seat in fresh.sides if seat != log[n].seat]
    differ = [
        event
        for seat in others
        for event, known in zip(log[n].events, public, strict=True)
        if redact(event, seat) != known
    ]
    assert len(public) >= 10
    assert asked["tell"] == len(public) * 2 + len(differ)


def test_revealed_counters_of_an_order_share_a_line() -> None:
    head = "-# Everybody sees now: "
    lines = ["One gets out.", f"{head}A at 1; B at 2.", "Another gets out.", f"{head}B at 2; C at 3.", "Done."]
    told = ["One gets out.", "Another gets out.", f"{head}A at 1; B at 2; C at 3.", "Done."]
    assert gathered(lines, head) == told


def test_the_latest_moves_are_offered_to_be_taken_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = guide.moves(table, PUBLIC)
    assert [n for n, _ in everything] == sorted((n for n, _ in everything), reverse=True)
    assert {n for n, _ in everything} <= set(live(table.log)[1:])
    monkeypatch.setattr(guide, "MOST_MOVES", 7)
    assert guide.moves(table, PUBLIC) == everything[:7]


def test_moves_of_one_burst_that_were_taken_back_are_not_told(table: Table) -> None:
    back = next(n for n, entry in enumerate(table.log) if entry.back_to is not None)
    first = table.log[back].back_to
    assert first is not None
    assert narrative(table, first, back).lines == (
        f"↩️ The {table.log[back].seat.title()} side takes a move back.",
    )
    assert narrative(table, back, back).lines == (
        f"↩️ The {table.log[back].seat.title()} side goes back to before move {first}.",
    )


def test_no_letter_is_without_content(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player without secrets left gets no letter for that alone."""
    hands = iter(["", "A squad that is revealed."])
    seat = table.sides[0]
    quiet = next(n for n in live(table.log) if n and not private_lines(table, n, n, seat))
    monkeypatch.setattr(table.game, "hand", lambda seen: next(hands))
    assert letter(table, seat, quiet, quiet, LOOKS["standard"]) is None


def test_a_fight_that_has_neither_a_line_nor_a_way_has_a_frame() -> None:
    shells = Scene("fight", "Shells on A4", ("A4", "C2"))
    assert sketched(shells).mark == "A4"
    assert sketched(replace(shells, line=("C2", "A4"))).mark is None
    assert sketched(replace(shells, path=("C2", "A4"))).mark is None


def losses(table: Table) -> list[tuple[int, Destroyed]]:
    """Return the entries of a table that destroy a unit, with the first such event."""
    found = []
    for n in live(table.log):
        lost = [event for event in table.log[n].events if isinstance(event, Destroyed)]
        found += [(n, lost[0])] if lost else []
    return found


def test_each_side_reads_of_its_own_losses(table: Table) -> None:
    for n, event in losses(table):
        unit = table.log.after(n).units[event.unit]
        mine, theirs = (seat for seat in sorted(table.sides, key=lambda seat: seat != unit.side))
        assert f"Your {names.unit(unit)}" in narrative(table, n, n, mine).result
        for seat in (theirs, PUBLIC):
            result = narrative(table, n, n, seat).result
            assert names.full(unit) in result
            assert "Your" not in result.split(" destroyed")[0]
    assert losses(table)


def test_a_post_of_more_than_three_lines_begins_with_its_outcome(table: Table) -> None:
    long, short = list[bool](), list[bool]()
    for n in [n for n in live(table.log) if n]:
        told, posts = narrative(table, n, n), compose(table, n, n)
        if told.result and posts:
            (long if len(told.lines) > 3 else short).append(posts[0].text.startswith(f"**{told.result}**\n"))
    assert long
    assert all(long)
    assert short
    assert not any(short)


def test_moves_that_were_taken_back_have_no_outcome(table: Table) -> None:
    back = next(n for n, entry in enumerate(table.log) if entry.back_to is not None)
    first = table.log[back].back_to
    assert first is not None
    assert narrative(table, first, back).result == ""


def test_the_last_news_stands_for_the_outcome_of_a_long_story(table: Table) -> None:
    seen = table.seen(PUBLIC)
    lines = ("One.", "Two.", "Three.", "**Round 2 of 3.** The German side begins.", "-# Small.", "> 💡 A tip.")
    assert Narrative(lines, (), seen).outcome == "**Round 2 of 3.**"
    assert Narrative(lines, (), seen, "Nobody was hit.").outcome == "**Nobody was hit.**"
    assert Narrative(lines[1:4], (), seen).outcome == ""
    over = Moment(Scene("phase", "After the round"), seen, "The round is over. Nobody won it.")
    fight = Moment(Scene("fight", "C4"), seen, "A shot.")
    small = Moment(Scene("phase", "After the shot"), seen, "-# The shot is over.")
    assert Narrative(lines, (over, fight, small), seen).outcome == "**The round is over.**"


def test_an_effect_that_cannot_be_worked_out_stops_no_story(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    (n, _), *_ = losses(table)
    lines = narrative(table, n, n).lines
    fresh = Table(table.record, guarded(table.game), table.seats, table.log)
    monkeypatch.setattr(fresh.game, "effects", lambda seen, event: 1 / 0)
    told = narrative(fresh, n, n)
    assert told.lines == lines
    assert told.result == ""
