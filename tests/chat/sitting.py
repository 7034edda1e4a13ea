"""Players at a moment of a game, and their possible orders."""

from __future__ import annotations

from bot.chat.desk.table import Table
from bot.kernel.game import kind_of, legal
from bot.kernel.secret import Seat
from bot.local import Channel, Message
from bot.titles.tide.model.actions import Fire, OpFire
from tests.chat.evening import DONE, Evening, Player
from tests.chat.positions import positions


async def seated(tonight: Evening, place: Channel, name: str) -> tuple[Table, Player, Player]:
    """Return a table at a position, who is asked there, and the other."""
    position = positions()[name]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    asked = next(player for player in players if table.seat_of(player.id) == position.seat)
    return table, asked, next(player for player in players if player is not asked)


async def do_some(player: Player, table: Table, name: str) -> Message:
    """Do the first thing of a kind that is legal."""
    kind, seat = kind_of(table.game, name), table.seat_of(player.id)
    assert kind is not None
    assert seat is not None
    said = await player.orders(next(legal(table.game, table.seen(seat), kind)))
    assert said.content.startswith(DONE), said.content
    return said


def around_a_shot(table: Table, seat: Seat) -> tuple[OpFire, Fire, OpFire]:
    """Return three orders: a squad waits, another fires with dice, and a third waits."""
    seen = table.seen(seat)
    watch, other, *_ = [unit for act in legal(table.game, seen, OpFire) for unit in act.units]
    fire = next(each for each in legal(table.game, seen, Fire) if each.unit not in (watch, other))
    return OpFire((watch,)), fire, OpFire((other,))
