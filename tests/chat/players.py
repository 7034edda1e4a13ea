"""An evening at which Muster is played, by up to four people in one channel."""

from __future__ import annotations

from typing import Any

from bot.chat.desk.table import Table
from bot.kernel.secret import Seat
from bot.local import Channel, Message
from tests.chat.evening import DONE, Evening, Player
from tests.toys.muster import MUSTER, SEATS, Pass

NAMES = ("Anna", "Boris", "Vera", "Grigori")


async def lobby(tonight: Evening, place: Channel, scenario: str) -> tuple[Table, list[Player]]:
    """Open a table for Anna, and return it with the people who may sit down there."""
    players = [tonight.player(name, place) for name in NAMES]
    table = await tonight.client.lobby.open(
        "muster", MUSTER.scenarios[scenario], int(place.guild_id or 0), int(place.id), players[0].id, int(place.id)
    )
    assert isinstance(table, Table)
    await tonight.settled()
    return table, players


async def four(tonight: Evening, place: Channel, people: int = 4) -> tuple[Table, dict[Seat, Player]]:
    """Return a running game of four with its players; the computer has other seats."""
    table, players = await lobby(tonight, place, "four")
    for player, seat in zip(players[:people], SEATS, strict=False):
        await player.types("game join", side=seat)
    for seat in SEATS[people:]:
        await players[0].types("game seat", side=seat, computer=True)
    await tonight.settled()
    assert table.log
    return table, dict(zip(SEATS, players[:people], strict=False))


async def does(players: dict[Seat, Player], table: Table, action: Any) -> tuple[Player, Message]:
    """Give an order for the player whose turn it is."""
    player = players[table.asked()[0]]
    said = await player.orders(action, "muster")
    assert said.content.startswith(DONE), said.content
    return player, said


async def goes_round(players: dict[Seat, Player], table: Table, to: Seat) -> None:
    """Let everybody pass until somebody's turn comes."""
    while table.asked() != (to,):
        await does(players, table, Pass())


def named(seat: Seat) -> str:
    return f"Player {seat.title()}"


def asked_for(table: Table) -> tuple[str, ...]:
    return next(iter(table.game.prompts(table.seen()).values())).verbs
