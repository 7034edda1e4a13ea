"""A person's games in all channels, and the times when the bot may call them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from discord import ButtonStyle

from bot.chat.client import BotClient
from bot.chat.controls.buttons import Press, view
from bot.chat.desk import rest
from bot.chat.desk.desk import Word
from bot.chat.desk.names import side, waited_for
from bot.chat.desk.order_text import Malformed, clip
from bot.chat.desk.table import Table, Unplayable
from bot.chat.panel.page import Page
from bot.kernel.rule import case
from bot.kit.codec import encode
from bot.store.games import GameRecord, PersonRecord

MOST = 20
"""Number of listed games; further games are only counted."""
ROWS = 4
"""How many games have their buttons on a page; a fifth row leads to the next."""


class Own(NamedTuple):
    """A game of a person: whether it waits for them, its line and its buttons.

    Buttons are a path, a label and a style.
    """

    waits: bool
    line: str
    buttons: tuple[tuple[str, str, ButtonStyle], ...]


@case("FP-call")
async def rests(
    client: BotClient, id: int, now: datetime, away: int | None, quiet: str, clock: str
) -> Malformed | None:
    """Change the times when a person may be called, and inform their games.

    Games that wait for the person call them as soon as they may.
    """
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
    """Return the message for a person's games, or None if it does not concern them."""
    if (until := rest.away_until(person, now)) is not None and person.away != before.away:
        return encode(Word(f"🪑 <@{person.id}> is away until {until}."))
    if before.away and not person.away:
        return encode(Word(f"🪑 <@{person.id}> has been back since <t:{int(now.timestamp())}:f>."))
    return None


async def page(client: BotClient, person: int, shown: int = 0) -> Page:
    """List a person's unfinished games: games that wait for them, then the newest.

    Some of the games have buttons; `shown` is the page of these.
    """
    games = await client.games.own(person)
    rest_lines = rest.told(await client.games.person(person), datetime.now(UTC))
    if not games:
        lines = [*rest_lines, "🗺️ **You sit at no table.** Open one in a channel with `/game new`."]
        return Page("\n".join(lines), view())
    own = [await _own(client, record, person) for record in games[:MOST]]
    own.sort(key=lambda game: not game.waits)
    lines = [*rest_lines, f"**Your games: {len(games)}**", *(game.line for game in own)]
    if len(games) > MOST:
        lines.append(f"-# And {len(games) - MOST} that were opened earlier.")
    return Page("\n".join(lines), view(*_buttons([game for game in own if game.buttons], shown)))


def _buttons(own: Sequence[Own], shown: int) -> list[Press]:
    """Return a row of buttons for each game of a page, and the way to the next page."""
    pages = -(-len(own) // ROWS)
    first = shown % max(pages, 1) * ROWS
    rows = [
        Press(path, label, style, row=row)
        for row, game in enumerate(own[first : first + ROWS])
        for path, label, style in game.buttons
    ]
    further = Press(f"mine:{shown + 1}", f"Further games ({first // ROWS + 1}/{pages})", row=ROWS)
    return [*rows, further] if pages > 1 else rows


async def _own(client: BotClient, record: GameRecord, person: int) -> Own:
    """Return a line about a person's game, and the buttons that open it."""
    try:
        table = await client.tables.table(record.id)
    except Unplayable:
        table = None
    if table is None:
        line = f"⚠️ Game {record.id} in <#{record.channel}> cannot be read at the moment."
        return Own(False, line, ())
    head = f"**{table.name}** ({table.game.name}) in <#{record.channel}> · game {record.id}"
    others = await _with(client, table, person)
    bring = f"`/game table here game:{record.id}` brings it to another channel"
    parked = f"🪑 {head}: **parked**, since {record.parked}; {bring}{others}" if record.parked else ""
    if record.status == "lobby":
        leave = (f"leave:{record.id}:{table.moment}", f"Leave {_short(table)}", ButtonStyle.secondary)
        return Own(False, parked or f"🪑 {head}: not begun yet{others}", (leave,))
    called = f", called <t:{record.moved}:R>" if record.moved else ""
    mine = [seat for seat in table.asked() if table.person_at(seat) == person]
    if parked:
        line = parked
    elif mine:
        line = f"🎖️ {head}: **your move** for {side(table, *mine)}{called}{others}"
    else:
        line = f"📋 {head}: it waits for {waited_for(table)}{called}{others}"
    waits = bool(mine) and not parked
    style = ButtonStyle.primary if waits else ButtonStyle.secondary
    buttons = (
        (f"panel:{record.id}", _short(table), style),
        (f"hand:{record.id}", "Hand", ButtonStyle.secondary),
        (f"status:{record.id}", "Situation", ButtonStyle.secondary),
    )
    return Own(waits, line, buttons)


def _short(table: Table) -> str:
    return f"{clip(table.name, 40)} · game {table.record.id}"


async def _with(client: BotClient, table: Table, person: int) -> str:
    """Name the other people at a table, and their absences."""
    others = ["the computer"] if any(seat.computer for seat in table.seats) else []
    for other in (each for each in table.people() if each != person):
        away = rest.away_until(await client.games.person(other), datetime.now(UTC))
        others.append(f"<@{other}>" + (f" (away until {away})" if away is not None else ""))
    return f", with {' and '.join(others)}" if others else ""
