"""One's games, wherever they are played: whose move it is, since when, and against whom."""

from __future__ import annotations

from bot.chat.client import BotClient
from bot.chat.desk.names import side
from bot.chat.desk.table import Table, Unplayable
from bot.store.games import GameRecord

MOST = 20
"""How many games are told; further ones are only counted."""


async def listed(client: BotClient, person: int) -> str:
    """Tell a person's games that are not over: first those that wait for them, then the newest."""
    games = await client.games.of_person(person)
    if not games:
        return "🗺️ **You sit at no table.** Open one in a channel with `/game new`."
    told = [await _told(client, record, person) for record in games[:MOST]]
    told.sort(key=lambda game: not game[0])
    lines = [f"**Your games: {len(games)}**", *(text for _, text in told)]
    if len(games) > MOST:
        lines.append(f"-# And {len(games) - MOST} that were opened earlier.")
    return "\n".join(lines)


async def _told(client: BotClient, record: GameRecord, person: int) -> tuple[bool, str]:
    """Return whether a game waits for a person, and the lines about it."""
    try:
        table = await client.tables.table(record.id)
    except Unplayable:
        table = None
    if table is None:
        return False, f"⚠️ Game {record.id} in <#{record.channel}> cannot be read at the moment."
    scenario = table.game.scenarios[record.scenario]
    head = f"**{scenario.name}** ({table.game.name}) in <#{record.channel}>"
    if record.status == "lobby":
        return False, f"🪑 {head}: not begun yet{_with(table, person)}"
    called = f", called <t:{record.moved}:R>" if record.moved else ""
    asked = table.asked()
    mine = [seat for seat in asked if table.person_at(seat) == person]
    if mine:
        return True, f"🎖️ {head}: **your move** for {side(table, *mine)}{called}{_with(table, person)}"
    return False, f"📋 {head}: it waits for {side(table, *asked)}{called}{_with(table, person)}"


def _with(table: Table, person: int) -> str:
    """Say who else sits at a table."""
    others = [
        "the computer" if seat.computer else f"<@{seat.person}>"
        for seat in table.seats
        if seat.computer or seat.person not in (None, person)
    ]
    return f", with {' and '.join(dict.fromkeys(others))}" if others else ""
