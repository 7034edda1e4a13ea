"""Orders that are laid aside in the panel, and given together."""

from __future__ import annotations

import pytest

from bot.chat.desk.table import Table
from bot.kernel.game import legal
from bot.local import Channel, Message
from bot.titles.tide.model.actions import Advance, Fire, OpFire
from tests.chat.evening import DONE, Evening, Player
from tests.chat.sitting import around_a_shot, seated
from tests.chat.thumbs import Thumbs

pytestmark = pytest.mark.asyncio(loop_scope="session")
LATER = "Add to the list"


async def lays(player: Player, table: Table, page: Message, action: Advance | Fire | OpFire) -> Message:
    """Put an order together on a page, and lay it aside."""
    seat = table.seat_of(player.id)
    assert seat is not None
    page = await Thumbs().fill(player, table.game, table.seen(seat), action, page, act=False)
    return await player.clicks(page, LATER)


def advances(table: Table, player: Player) -> tuple[Advance, Advance]:
    """Return advances of two units to places that differ."""
    seat = table.seat_of(player.id)
    assert seat is not None
    one, *more = legal(table.game, table.seen(seat), Advance)
    return one, next(each for each in more if each.unit != one.unit and each.to != one.to and not each.into)


async def test_orders_are_laid_aside_and_given_together_after_a_restart(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    one, two = advances(table, player)
    before = len(table.log)
    page = await lays(player, table, await player.types("game play"), two)
    assert "**Your list**" in page.content
    assert f"1. {table.game.spoken(table.seen(table.asked()[0]), two)}" in page.content
    page = await lays(player, table, page, one)
    assert len(table.log) == before, "nothing is given yet"
    page = await player.picks(page, "fs:list:", "up:1")
    await tonight.leave()
    await tonight.arrive()
    table = await tonight.table(place)
    page = await player.types("game play")
    first, second = [line for line in page.content.split("\n") if line[:3] in ("1. ", "2. ")]
    assert (one.to in first, two.to in second) == (True, True)
    said = await player.clicks(page, "Do all 2")
    assert said.content.startswith(DONE)
    assert "All 2 orders were given." in said.content
    assert [entry.action for entry in table.log[before:] if entry.by == "person"] == [one, two]
    assert "**Your list**" not in said.content


async def test_orders_left_when_a_die_falls_stay_in_the_list(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    seat = table.seat_of(player.id)
    assert seat is not None
    seen, before = table.seen(seat), len(table.log)
    watch, fire, later = around_a_shot(table, seat)
    orders = [(each, table.game.spoken(seen, each)) for each in (watch, fire, later)]
    await tonight.client.desk.lay_aside(table, seat, tuple(orders))
    said = await player.clicks(await player.types("game play"), "Do all 3")
    assert "2 of 3 orders were given; it stopped before" in said.content
    assert "The rest stays in your list." in said.content
    assert [entry.action for entry in table.log[before:] if entry.by == "person"] == [watch, fire]
    assert table.laid_aside(seat) == (orders[2],)


async def test_an_order_is_laid_aside_once_and_taken_off_again(tonight: Evening, place: Channel) -> None:
    """A button that was pressed twice, or belongs to a shorter list, changes nothing."""
    table, player, other = await seated(tonight, place, "advance")
    seat, (one, _) = table.seat_of(player.id), advances(table, player)
    assert seat is not None
    page = await Thumbs().fill(
        player, table.game, table.seen(seat), one, await player.types("game play"), act=False
    )
    pressed = next(button for button in page.buttons if button.label == LATER)
    stale = await player.types("game play")
    stale = await Thumbs().fill(player, table.game, table.seen(seat), one, stale, act=False)
    page = await player.clicks(page, str(pressed.custom_id))
    await player.clicks(stale, LATER)
    assert [action for action, _ in table.laid_aside(seat)] == [one]
    assert "**Your list**" in (await player.types("game play")).content
    assert "**Your list**" not in (await other.types("game play")).content
    page = await player.picks(page, "fs:list:", "Empty the list")
    assert "**Your list**" not in page.content
    assert not table.laid_aside(seat)


async def test_a_tap_on_the_map_continues_with_the_list(tonight: Evening, place: Channel) -> None:
    """The page of a place shows the table after the list, and leads to it."""
    table, player, _ = await seated(tonight, place, "advance")
    one, _ = advances(table, player)
    await lays(player, table, await player.types("game play"), one)
    page = await player.types("game at", place=one.to)
    assert not [button for button in page.buttons if (button.custom_id or "").startswith("fp:act:")]
    assert any(":-1" in (button.custom_id or "") for button in page.buttons)


async def test_an_order_that_ends_a_turn_is_not_queued(tonight: Evening, place: Channel) -> None:
    _, player, _ = await seated(tonight, place, "advance")
    page = await player.begins("Stop")
    assert "Do it" in page.labels
    assert LATER not in page.labels
