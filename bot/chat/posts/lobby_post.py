"""The post of a game in the lobby: its scenario, its seats and its options."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle
from discord.ui import View

from bot.chat.controls.buttons import Press, view
from bot.chat.desk.answers import LIMIT, fit
from bot.chat.desk.names import named
from bot.chat.desk.table import Table
from bot.store.games import SeatRecord


def lobby_post(table: Table) -> tuple[str, View]:
    """Return the text and the buttons of a lobby's post."""
    record, game = table.record, table.game
    scenario = game.scenarios[record.scenario]
    open = record.status == "lobby"
    lines = [
        f"## {game.name}: {scenario.name}",
        *([scenario.text, ""] if open else []),
        *(f"- **{named(table, seat.seat)}:** {_who(seat)}" for seat in table.seats),
    ]
    if table.lesson is not None:
        text = (
            f"## {game.name}\n**{table.name}** begins below.\n-# Game {record.id} · a lesson, whose dice are set"
        )
        return text, view()
    changed = [f"{name}: {value}" for name, value in record.options.items()]
    lines.append(f"- **Options:** {', '.join(changed) if changed else 'as the scenario suggests'}")
    waiting = [seat for seat in table.seats if seat.person is not None and not seat.agreed]
    if record.status == "closed":
        end = ["\nThis table is closed."]
    elif record.status != "lobby":
        end = ["\nThe game has begun: its posts follow below."]
    elif waiting:
        people = ", ".join(f"<@{seat.person}>" for seat in waiting)
        end = [f"\n{people}, do you agree to the options?"]
    else:
        end = []
    luck = "-# You may add a word of luck to the dice, with `/game join side: word:`."
    if record.start and not open:
        end.append(f"-# The words of luck are fixed, and the dice begin with `{record.start}`.")
    end += ["", *([luck] if open else []), f"-# Game {record.id} · dice commitment `{table.commitment}`"]
    closing = "\n".join(end)
    text = fit("\n".join(lines), LIMIT - len(closing) - 1)
    return f"{text}\n{closing}", view(*_buttons(table, waiting))


def seats_post(table: Table) -> tuple[str, View]:
    """Return the post for a change of a seat during the game."""
    seats = " · ".join(f"**{named(table, seat.seat)}:** {_who(seat)}" for seat in table.seats)
    return f"🪑 {seats}\n-# Game {table.record.id} · seats after move {table.publicly_since - 1}", view()


def _who(seat: SeatRecord) -> str:
    if seat.computer:
        return "the computer"
    if seat.person is None:
        return "free"
    return f"<@{seat.person}>" + (" (with a word of luck)" if seat.word else "")


def _buttons(table: Table, waiting: Sequence[SeatRecord]) -> list[Press]:
    game, moment = table.record.id, table.moment
    if table.record.status != "lobby":
        return []
    free = [seat.seat for seat in table.seats if not seat.taken][:4]
    items = [
        Press(f"join:{game}:{moment}:{seat}", f"Join as {named(table, seat)}", ButtonStyle.primary, row=0)
        for seat in free
    ]
    items += [
        Press(f"computer:{game}:{moment}:{seat}", f"Computer plays {named(table, seat)}", row=1) for seat in free
    ]
    items.append(Press(f"options:{game}", "Options", emoji="⚙️", row=2))
    items.append(Press(f"leave:{game}:{moment}", "Leave", row=2))
    items.append(Press(f"close:{game}:{moment}", "Close", row=2))
    if waiting:
        items.append(Press(f"agree:{game}:{moment}", "I agree", ButtonStyle.success, row=3))
    items += [
        Press(f"unseat:{game}:{moment}:{seat.seat}", f"Free {named(table, seat.seat)}", row=3)
        for seat in waiting[:4]
    ]
    return items
