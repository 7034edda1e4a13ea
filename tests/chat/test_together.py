"""Hints, several orders at once, and offers after an order."""

from __future__ import annotations

from random import Random

import pytest

from bot.chat.desk.order_text import called, write
from bot.chat.panel import hint
from bot.kernel.fields import fields
from bot.kernel.game import legal, open_kinds
from bot.kernel.secret import Seat
from bot.local import Channel
from bot.titles import titles
from bot.titles.tide.model.actions import OpFire
from tests.chat.evening import DONE, Evening
from tests.chat.sitting import around_a_shot, seated
from tests.match import Match, step

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.case("FP-hint")
async def test_a_hint_is_what_the_computer_would_do_and_why(tonight: Evening, place: Channel) -> None:
    table, player, other = await seated(tonight, place, "advance")
    seat = table.seat_of(player.id)
    assert seat is not None
    seen = table.seen(seat)
    action = table.game.play(seen)
    said = await player.types("game hint")
    assert table.game.spoken(seen, action) in said.content
    lines = said.content.split("\n")
    assert lines[2] == table.game.why(seen, action), "the order comes first, then what speaks for it"
    before = len(table.log)
    assert "not your move" in (await other.types("game hint")).content
    assert (await player.clicks(said, "Do it")).content.startswith(DONE)
    assert table.log[before].action == action


@pytest.mark.case("FP-hint")
async def test_a_hint_outside_the_panel_can_be_followed_anyway(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    seat = table.seat_of(player.id)
    assert seat is not None
    action, before = table.game.play(table.seen(seat)), len(table.log)
    monkeypatch.setattr(hint, "_way", lambda *_: None)
    said = await player.types("game hint")
    assert said.labels == ["Do it", "Your orders"]
    assert table.game.spoken(table.seen(seat), action) in said.content
    table.record.options["hints"] = "no"
    assert "FP-hint" in (await player.clicks(said, "Do it")).content
    del table.record.options["hints"]
    said, late = await player.types("game hint"), await player.types("game hint")
    assert (await player.clicks(said, "Do it")).content.startswith(DONE)
    assert table.log[before].action == action
    assert "moved on" in (await player.clicks(late, "Do it")).content, "it was the order of that moment"


@pytest.mark.case("FP-hint")
async def test_hints_can_be_ruled_out_in_the_lobby(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    await anna.types("game new", title="tide", scenario="first", side="german")
    await tonight.settled()
    page = await anna.clicks(anna.posts()[-1], "Options")
    while not any(part["custom_id"].endswith(":hints") for part in page.selects):
        page = await anna.clicks(page, page.labels[-1])
    at = next(part["custom_id"] for part in page.selects if part["custom_id"].endswith(":hints"))
    await anna.picks(page, at, "no")
    await anna.types("game seat", side="soviet", computer=True)
    await tonight.settled()
    table = await tonight.table(place)
    assert table.log
    assert "hints" not in table.state.options
    assert "FP-hint" in (await anna.types("game hint")).content


async def test_several_orders_are_taken_until_a_die_falls(tonight: Evening, place: Channel) -> None:
    """A squad waits and another fires; the player thinks again after the shot."""
    table, player, _ = await seated(tonight, place, "advance")
    seat = table.seat_of(player.id)
    assert seat is not None
    seen, before = table.seen(seat), len(table.log)
    watch, fire, later = around_a_shot(table, seat)
    lines = [write(table.game, seen, each) for each in (watch, fire, later)]
    said = await player.types("game do", orders="; ".join(lines))
    assert said.content.startswith(DONE)
    assert "2 of 3 orders were given; it stopped before" in said.content
    assert "A die has fallen." in said.content
    assert "it stopped before" in said.content.rpartition("\n\n")[0], "it is read before what can be ordered now"
    given = [entry.action for entry in table.log[before:] if entry.by == "person"]
    assert given == [watch, fire]


async def test_a_line_without_any_legal_order_is_refused(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    before = len(table.log)
    said = await player.types("game do", orders="dance; stop")
    assert "Not understood" in said.content
    assert "None of the 2 orders was given: it stopped at `dance`." in said.content
    assert "Not understood" in (await player.types("game do", orders=" ; ")).content
    assert len(table.log) == before
    said = await player.says("game do", orders="stop")
    assert "Do it anyway?" in said.content, "what ends a turn is asked about"
    assert len(table.log) == before


async def test_typed_orders_are_completed_after_one_another(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    seat = table.seat_of(player.id)
    assert seat is not None
    seen, who = table.seen(seat), fields(OpFire)[0]
    one, two, *_ = (called(table.game, seen, who, act.units) for act in legal(table.game, seen, OpFire))
    typed = f"op-fire units:{one}; op-fire units:"
    found = await player.offered("game do", "orders", orders=f"{typed}{two[:3]}")
    assert f"{typed}{two}" in found
    assert f"{typed}{one}" not in await player.offered("game do", "orders", orders=typed), (
        "it is on Op Fire by then"
    )


async def test_the_others_can_be_given_the_same_order(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    seat = table.seat_of(player.id)
    assert seat is not None
    unit = next(legal(table.game, table.seen(seat), OpFire)).units[0]
    said = await player.orders(OpFire((unit,)))
    assert "Op Fire again" in said.labels
    (rest,) = [label for label in said.labels if label.startswith("Op Fire: the rest too")]
    page = await player.clicks(said, rest)
    assert page.content.startswith("**All of this")
    before = len(table.log)
    done = await player.clicks(page, "Do it")
    assert done.content.startswith(DONE)
    given = [entry.action for entry in table.log[before:] if entry.by == "person"]
    assert given
    assert all(isinstance(action, OpFire) for action in given)


async def test_in_the_next_round_no_order_of_the_last_is_offered_again(tonight: Evening, place: Channel) -> None:
    """An Op Fire order at the end of a round offers no action for the other units."""
    game = titles()["tide"]
    match = Match(game, "first", {}, (54).to_bytes(32, "big"))
    while len(match.log) < 26:
        step(match, Random(len(match.log)), match.seats)
    table, (anna,) = await tonight.plant(place, match, "Anna", "")
    seat, before = Seat("german"), table.state.round
    said = await anna.orders(next(legal(game, table.seen(seat), OpFire)))
    assert table.state.round == before + 1
    assert "**Your orders, German**" in said.content, "the computer has had its turn"
    assert OpFire in open_kinds(game, table.seen(seat))
    assert not [label for label in said.labels if "again" in label or "the rest too" in label]
