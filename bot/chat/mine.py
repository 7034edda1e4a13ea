"""One's games, wherever they are played: whose move it is, since when, with whom; and when one is called."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.chat.client import BotClient
from bot.chat.desk import rest
from bot.chat.desk.desk import Word
from bot.chat.desk.names import side
from bot.chat.desk.order_text import Malformed
from bot.chat.desk.table import Table, Unplayable
from bot.kernel.rule import case
from bot.kit.codec import encode
from bot.store.games import GameRecord, PersonRecord

MOST = 20
"""How many games are told; further ones are only counted."""


@case("FP-call")
async def rests(
    client: BotClient, id: int, now: datetime, away: int | None, quiet: str, clock: str
) -> Malformed | None:
    """Change when a person may be called: what waits for them calls them as soon as they may be; all are told."""
    before = await client.games.person(id)
    person = before if away is None else rest.with_absence(before, away, now)
    if quiet or clock:
        changed = rest.with_quiet(person, quiet, clock, now)
        if isinstance(changed, Malformed):
            return changed
        person = changed
    for game in await client.games.keep_person(person, _said(before, person, now)):
        client.postman.wake(game)
    return None


def _said(before: PersonRecord, person: PersonRecord, now: datetime) -> bytes | None:
    """Return what a person's games are told, `None` where it is nothing to the others."""
    if (until := rest.away_until(person, now)) is not None and person.away != before.away:
        return encode(Word(f"🪑 <@{person.id}> is away until {until}."))
    if before.away and not person.away:
        return encode(Word(f"🪑 <@{person.id}> is back since <t:{int(now.timestamp())}:f>."))
    return None


async def listed(client: BotClient, person: int) -> str:
    """Tell a person's games that are not over: first those that wait for them, then the newest."""
    games = await client.games.of_person(person)
    rest_lines = rest.told(await client.games.person(person), datetime.now(UTC))
    if not games:
        return "\n".join([*rest_lines, "🗺️ **You sit at no table.** Open one in a channel with `/game new`."])
    told = [await _told(client, record, person) for record in games[:MOST]]
    told.sort(key=lambda game: not game[0])
    lines = [*rest_lines, f"**Your games: {len(games)}**", *(text for _, text in told)]
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
    others = await _with(client, table, person)
    if record.status == "lobby":
        return False, f"🪑 {head}: not begun yet{others}"
    called = f", called <t:{record.moved}:R>" if record.moved else ""
    asked = table.asked()
    mine = [seat for seat in asked if table.person_at(seat) == person]
    if mine:
        return True, f"🎖️ {head}: **your move** for {side(table, *mine)}{called}{others}"
    return False, f"📋 {head}: it waits for {side(table, *asked)}{called}{others}"


async def _with(client: BotClient, table: Table, person: int) -> str:
    """Say who else sits at a table, and who of them is away."""
    others = ["the computer"] if any(seat.computer for seat in table.seats) else []
    for other in (each for each in table.people() if each != person):
        away = rest.away_until(await client.games.person(other), datetime.now(UTC))
        others.append(f"<@{other}>" + (f" (away until {away})" if away is not None else ""))
    return f", with {' and '.join(others)}" if others else ""
