"""Plans: left, seen, executed, stopped and dropped, known only to their owners."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.chat.desk.draft import Draft, MakePlan, gone_back, plan, taken
from bot.chat.desk.table import Table
from bot.chat.guide import log_page
from bot.chat.panel.plan import few, told
from bot.chat.posts.narrative import narrative
from bot.chat.posts.posts import compose
from bot.kernel.log import Entry
from bot.kernel.plan import Intent, Plan
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, Seen
from bot.kit.codec import decode, decode_instruction, encode
from bot.kit.plans import GONE_BACK
from bot.local import Channel
from bot.store.exports import export
from bot.store.games import GameRecord, SeatRecord
from bot.store.history import History, undo
from bot.titles import titles
from render.titles import PICTURES
from tests.chat.evening import Evening, evening
from tests.chat.players import does, four
from tests.match import Match
from tests.toys.muster import MUSTER, Choose, March, MusterPictures, Order, Pass, Resign, Show, cards


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tonight(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    """An evening at which Muster alone is played."""
    async with evening(tmp_path_factory.mktemp("evening") / "games.db", {"muster": MUSTER}) as opened:
        yield opened


@pytest.fixture(autouse=True)
def drawn_grey(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PICTURES, "muster", MusterPictures())


@pytest.fixture
def table() -> Table:
    """A game of two in which the sides are chosen; the first of the order is asked."""
    match = Match(MUSTER, "two", {}, b"plans")
    assert match.act(match.asked[0], Choose("red")) is None
    record = GameRecord(1, "muster", "two", {}, match.seed, "live", 1, 1, 1)
    seats = [SeatRecord(seat, n) for n, seat in enumerate(match.seats, start=1)]
    return Table(record, MUSTER, seats, History(MUSTER, match.log))


def enters(table: Table, draft: Any) -> list[Entry[Any, Any]]:
    assert isinstance(draft, Draft), draft
    table.log.extend(draft.entries, draft.state, draft.instructions)
    return draft.entries


def leaves(table: Table, seat: Seat, *intents: Any) -> list[Entry[Any, Any]]:
    whole = tuple(each if isinstance(each, Intent) else Intent(each) for each in intents)
    make: MakePlan = lambda seen, before: Plan(whole)  # noqa: E731
    return enters(table, plan(table, seat, make))


def acts(table: Table, seat: Seat, action: Any) -> list[Entry[Any, Any]]:
    return enters(table, taken(table, seat, lambda seen: action))


def players(table: Table) -> tuple[Seat, Seat]:
    first, second = table.state.order
    return first, second


@pytest.mark.case("FP-plan")
def test_a_plan_answers_each_time_its_owner_is_asked(table: Table) -> None:
    first, second = players(table)
    assert leaves(table, second, March(2), March(1), Pass()) == []
    for places in (2, 3, 3):
        entries = acts(table, first, March(1))
        assert [(entry.seat, entry.by) for entry in entries] == [(first, "person"), (second, "plan")]
        assert table.state.at[second] == places
    assert second not in table.log.plans
    acts(table, first, March(1))
    assert table.asked() == (second,)


def test_its_first_order_is_taken_at_once_where_its_owner_is_asked(table: Table) -> None:
    first, _ = players(table)
    entries = leaves(table, first, March(1), March(2))
    assert [(entry.by, entry.action) for entry in entries] == [("plan", March(1))]
    assert table.log.plans[first] == Plan((Intent(March(2)),))


def test_two_plans_answer_each_other(table: Table) -> None:
    first, second = players(table)
    leaves(table, second, Intent(March(1), times=3))
    entries = leaves(table, first, Intent(March(1), times=3))
    assert [entry.seat for entry in entries] == [first, second] * 3
    assert not table.log.plans


@pytest.mark.case("FP-plan")
def test_a_plan_does_nothing_that_is_not_allowed(table: Table) -> None:
    first, second = players(table)
    card = cards(table.seen(second))[0]
    leaves(table, second, Show(card), Show(card), Pass())
    acts(table, first, Pass())
    entries = acts(table, first, Pass())
    assert table.asked() == (second,)
    assert [entry.by for entry in entries] == ["person"]
    plan = table.log.plans[second]
    assert "you do not hold that card" in plan.stopped
    assert plan.next is None
    assert [intent.action for intent in plan.intents] == [Show(card), Pass()]
    refused = plan_of(table, second, Intent(Show(card)))
    assert isinstance(refused, Refusal)
    assert refused.cite == "MUSTER-2"


def plan_of(table: Table, seat: Seat, *intents: Intent[Any]) -> Any:
    return plan(table, seat, lambda seen, before: Plan(intents))


def test_a_different_question_stops_the_plan_and_asks_the_owner(table: Table) -> None:
    first, second = players(table)
    leaves(table, second, March(1), Pass(), Intent(Pass(), times=9))
    while not table.log.plans[second].stopped:
        acts(table, first, March(2))
    assert table.asked() == (second,)
    assert "shoot" in table.game.prompts(table.seen())[second].verbs
    assert "” is not allowed now: " in table.log.plans[second].stopped
    assert "not now" not in table.log.plans[second].stopped


def test_standing_orders_answer_before_a_plan_and_do_not_end_it(table: Table) -> None:
    first, second = players(table)
    acts(table, second, Order("hold"))
    leaves(table, second, March(1), Intent(Pass(), times=9))
    while not any(entry.by == "orders" for entry in table.log):
        acts(table, first, March(2))
    assert table.log.plans[second].next is not None


@pytest.mark.case("FP-plan")
def test_a_plan_stops_at_a_die(table: Table) -> None:
    first, second = players(table)
    acts(table, first, Order("shoot"))
    leaves(table, first, Intent(March(2), times=2), Intent(Pass(), times=12))
    while table.asked() == (second,):
        acts(table, second, March(2))
    plan = table.log.plans[first]
    assert plan.stopped in ("a die has fallen", "something hidden has been revealed")
    assert table.asked() == (first,)


def test_a_plan_stops_at_what_its_owner_has_named(table: Table) -> None:
    first, second = players(table)
    leaves(table, second, Intent(Pass(), ("acts",), times=5))
    acts(table, first, March(1))
    assert table.log.plans[second].stopped.startswith("it was set to run until another player acts")
    assert table.asked() == (second,)


@pytest.mark.case("FP-plan", "FP-secret")
def test_nobody_else_learns_of_a_plan(table: Table) -> None:
    first, second = players(table)
    before = len(table.log)
    leaves(table, second, March(1), Intent(March(2), ("near 2",)), Pass())
    acts(table, first, March(1))
    acts(table, first, March(1))
    last = len(table.log) - 1
    own = log_page(table, second, 1)
    assert "· only you read this\nYou leave a plan." in own
    assert "(plan)" in own
    for seat in (first, PUBLIC):
        page = log_page(table, seat, 1)
        assert "plan" not in page.casefold()
        assert page.count("Nothing that you can see") == 1, "at the opening"
        assert all("plan" not in line.casefold() for line in narrative(table, before, last, seat).lines)
        text = export(MUSTER, "", "two", {}, b"", {}, table.log, table.log.recorded(), seat)
        assert b'"plan"' not in text
        assert b'"near 2"' not in text
        assert len(text.splitlines()) == 1 + len(table.log)
    text = export(MUSTER, "", "two", {}, b"", {}, table.log, table.log.recorded(), second)
    assert b'"near 2"' in text
    assert decode_instruction(MUSTER, text.splitlines()[-1]) == table.log.instructions[second][-1]
    assert all("plan" not in post.text.casefold() for post in compose(table, before, last))


@pytest.mark.case("FP-plan")
def test_the_owner_reads_why_the_plan_has_stopped(table: Table) -> None:
    first, second = players(table)
    leaves(table, second, Intent(Pass(), ("acts",), times=5))
    entries = acts(table, first, March(1))
    lines = narrative(table, len(table.log) - len(entries), len(table.log) - 1, second).lines
    assert any(line.startswith("🗒️ **Your plan has stopped:** it was set to run until") for line in lines)
    assert told(table, second).startswith("It has stopped: it was set to run until another player acts")
    acts(table, second, Pass())
    assert told(table, second) == "", "who acts by hand has thought again"


def test_a_move_of_a_plan_may_be_undone_and_then_the_plan_stops(table: Table) -> None:
    first, _ = players(table)
    leaves(table, first, March(1), March(2))
    back_to = undo(table.log, first)
    assert back_to == len(table.log) - 1
    first_line = len(table.log)
    enters(table, gone_back(table, first, back_to))
    assert table.state.at[first] == 0
    assert table.log.plans[first] == Plan((Intent(March(2)),), GONE_BACK)
    assert any(GONE_BACK in line for line in narrative(table, first_line, first_line, first).lines)


def test_a_plan_that_was_left_takes_nobodys_last_action_from_them(table: Table) -> None:
    first, _ = players(table)
    acts(table, first, March(1))
    leaves(table, first, March(2))
    back_to = undo(table.log, first)
    assert back_to == len(table.log) - 1
    enters(table, gone_back(table, first, back_to))
    assert table.state.at[first] == 0
    assert table.log.plans[first].next is not None, "a plan is no part of what happens"


def test_a_move_that_another_players_plan_has_answered_cannot_be_undone(table: Table) -> None:
    first, second = players(table)
    leaves(table, second, Pass())
    acts(table, first, March(1))
    refusal = undo(table.log, first)
    assert isinstance(refusal, Refusal)
    assert refusal.why == "another player has acted since"


def test_plans_are_read_again_from_the_log(table: Table) -> None:
    first, second = players(table)
    leaves(table, second, March(1), Intent(Show(cards(table.seen(second))[0]), ("near 3",), 2))
    acts(table, first, Pass())
    acts(table, second, Order("hold"))
    lines = [encode(entry).decode() for entry in table.log]
    left = [encode(each) for each in table.log.recorded()]
    again = History(MUSTER, lines, None, [decode_instruction(MUSTER, line) for line in left])
    assert again.plans == table.log.plans
    assert again.state == table.state
    assert again.instructions == table.log.instructions
    assert all(decode(MUSTER, line) == entry for line, entry in zip(lines, table.log, strict=True))


@pytest.mark.parametrize(
    ("intents", "says"),
    [
        ((Intent(Resign()),), "that cannot be part of a plan"),
        ((Intent(Order("hold")),), "that cannot be part of a plan"),
        ((Intent(Pass()),) * 21, "a plan holds at most 20 orders"),
        ((Intent(Pass(), ("moon",)),), "a plan cannot wait for that"),
        ((Intent(Pass(), times=0),), "a plan cannot wait for that"),
        ((Intent(March("far")),), ""),  # type: ignore[arg-type]
    ],
)
def test_a_plan_holds_only_orders_that_can_be_planned(table: Table, intents: Any, says: str) -> None:
    _, second = players(table)
    reply = plan_of(table, second, *intents)
    assert not isinstance(reply, Draft)
    assert says in (reply.why if isinstance(reply, Refusal) else reply.what)


# At the table.

pytestmark_evening = pytest.mark.asyncio(loop_scope="session")


@pytestmark_evening
async def test_a_plan_is_typed_seen_and_dropped(tonight: Evening, place: Channel) -> None:
    table, people = await four(tonight, place)
    await does(people, table, Choose("red"))
    first, second, *_ = table.state.order
    await tonight.database.run("UPDATE games SET moved = 1 WHERE id = ?", (table.record.id,))
    said = await people[second].types("game plan", then="march places:2", until="near 3, shot")
    assert "called <t:1:R>" in (await people[first].types("game mine")).content, (
        "nothing has happened for the others"
    )
    assert "1. March: places 2 · until an enemy is within 3 or until you are shot at" in said.content
    assert await people[second].offered("game plan", "until", until="anoth") == ["until another player acts"]
    assert "show card:" in (await people[second].offered("game plan", "then", then="sho"))[0] or True
    said = await people[second].types("game plan", then="pass", times=3)
    assert "2. Pass · 3 times · until an enemy is within 3" in said.content
    hand = await people[second].types("game hand")
    assert "🗒️ **Your plan**\n1. March: places 2" in hand.content
    assert "Your plan" not in (await people[first].types("game hand")).content
    moves, left = len(table.log), len(table.log.instructions[second])
    said = await people[second].clicks(said, "Drop the plan")
    assert "You have no plan" in said.content
    assert (len(table.log), len(table.log.instructions[second])) == (moves, left + 1)
    assert "Your plan" not in (await people[second].types("game hand")).content


@pytestmark_evening
async def test_several_orders_of_a_plan_are_typed_at_once(tonight: Evening, place: Channel) -> None:
    table, people = await four(tonight, place)
    await does(people, table, Choose("red"))
    second = table.state.order[1]
    said = await people[second].types("game plan", then="march places:2; march places:1 ; pass")
    assert "1. March: places 2\n2. March\n3. Pass" in said.content
    offered = await people[second].offered("game plan", "then", then="march places:2; pa")
    assert offered == ["march places:2; pass"]
    said = await people[second].types("game plan", then="pass; march places:2 places:1")
    assert "The option places: is given twice" in said.content
    assert "4. " not in (await people[second].types("game plan")).content


@pytestmark_evening
async def test_a_plan_is_made_with_buttons_and_carried_out(tonight: Evening, place: Channel) -> None:
    table, people = await four(tonight, place)
    await does(people, table, Choose("red"))
    _, second, *_ = table.state.order
    player = people[second]
    await tonight.settled()
    posts = len(player.posts())
    said = await player.clicks(await player.types("game play"), "Plan")
    for places in ("2", "1"):
        said = await player.clicks(said, "March")
        if places == "2":
            said = await player.clicks(said, "Places: 2")
        said = await player.clicks(said, "Add to your plan")
    said = await player.picks(said, "fs:until", "shot")
    assert "1. March: places 2\n2. March · until you are shot at" in said.content
    await tonight.settled()
    assert len(player.posts()) == posts, "nobody else is told that there is a plan"
    await does(people, table, Pass())
    assert table.state.at[second] == 2
    assert [entry.by for entry in table.log][-1] == "plan"


@pytestmark_evening
async def test_the_owner_of_a_plan_is_called_and_told_when_it_stops(tonight: Evening, place: Channel) -> None:
    table, people = await four(tonight, place)
    await does(people, table, Choose("red"))
    _, second, *_ = table.state.order
    await people[second].types("game plan", then="pass", until="acts", times=5)
    await tonight.settled()
    letters = len(people[second].person.inbox())
    await does(people, table, March(1))
    await tonight.settled()
    letter = people[second].person.inbox()[letters:]
    assert any("Your plan has stopped" in message.content for message in letter)
    last = people[second].last()
    assert people[second].mention in last.content
    assert "plan" not in last.content
    said = await people[second].types("game plan")
    assert "It has stopped" in said.content
    said = await people[second].clicks(said, "Resume it")
    assert table.asked() != (second,)


@pytestmark_evening
async def test_a_new_player_is_not_bound_by_the_plan_of_the_seat(tonight: Evening, place: Channel) -> None:
    table, people = await four(tonight, place)
    await does(people, table, Choose("red"))
    _, second, *_ = table.state.order
    await people[second].types("game plan", then="pass", times=5)
    await people[second].types("game leave")
    assert second not in table.log.plans


def test_a_list_has_some_of_many_numbers_and_all_can_be_typed() -> None:
    """Ticked numbers stay in the list."""
    known = titles()["firefight"].conditions(Seen(Seat(""), {}))
    numbers = [key for key in known if key.startswith("near ")]
    assert len(numbers) == 8
    shown = few(known, ["near 6"])
    assert [key for key in shown if key.startswith("near ")] == ["near 1", "near 3", "near 5", "near 6", "near 8"]
    assert [key for key in known if key not in numbers] == [key for key in shown if key not in numbers]
