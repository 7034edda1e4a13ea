"""The panel below the battlefield.

It shows the round, and each side's points, CAPs, cards and coming units.
"""

from __future__ import annotations

from PIL import Image

from bot.kernel.secret import Seat
from bot.kit.english import begun
from bot.titles.firefight.field import names
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import of_side, team
from bot.titles.firefight.model.ids import SIDES, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import DESTROYED
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.units import units
from render.firefight import captions, signs
from render.firefight.counters import far_counter
from render.firefight.pieces import chit
from render.lettering import width
from render.look import Look
from render.panels import Column, Panel

LINE, SMALL, LARGE = 31, 26, 44
"""The sizes of letters in pixels; a phone shows them at a quarter of that."""
STAMP = 92
"""The room of a waiting unit in pixels."""


def below(state: State, look: Look, broad: int) -> Image.Image:
    """Return the panel as columns, as broad as the map above it."""
    columns = [Column(broad // 3, look) for _ in range(3)]
    _clock(columns[0], state)
    for column, side in zip(columns[1:], SIDES, strict=True):
        _side(column, state, side)
    return Panel(columns, broad, look)


def _clock(column: Column, state: State) -> None:
    look = column.look
    column.text(captions.heading(state), LINE, look.muted, "Bold")
    if state.round:
        column.headline(f"Round {state.round} of {state.rounds}", 62)
        column.gap(6)
        column.scene(signs.track(state.rounds, state.round, look, column.room))
    else:
        column.headline(captions.PHASES[state.phase], 50)
        column.line(f"{state.rounds} rounds" if state.rounds else "", LINE, look.muted)
    column.gap(10)
    if won := captions.winners(state):
        column.text(won, LARGE, weight="Bold")
    for seat in captions.acting(state):
        text = f"{begun(names.player(state, seat))} to act"
        size = min(36, 36 * (column.room - 70) // width(text, 36))
        column.banner(state.players[seat].side, text, size)
    for condition in state.conditions:
        record = cards().conditions.get(condition.card)
        if record is not None and condition.half == "top":
            column.gap(6)
            column.line(record.name, LINE, weight="Bold")
            column.text(record.text, SMALL)


def _side(column: Column, state: State, side: Side) -> None:
    players = team(state, side)
    column.banner(side, names.side(side), 36)
    column.gap(4)
    for seat in players:
        _purse(column, state, seat, side, alone=len(players) == 1)
    _forces(column, state, side)
    _record(column, state, side)
    for seat in players:
        _coming(column, state, seat, alone=len(players) == 1)


def _purse(column: Column, state: State, seat: Seat, side: Side, alone: bool) -> None:
    """Draw the points of a side, and the CAPs and cards of a player."""
    look, player = column.look, state.players[seat]
    if not alone:
        column.line(begun(names.player(state, seat)), LINE, weight="Bold")
    caps = player.caps if state.round else max(0, player.base - player.lost)
    top = f"of {max(0, player.base - player.lost)} CAPs" if state.round else "CAPs a round"
    cells = [
        (str(state.points.get(side, 0)), "VP", "star"),
        (str(caps), top, "disc"),
        (str(player.hand_count or player.card_count), "cards in hand", ""),
    ]
    if state.solo is not None and is_ai(state, seat):
        cells[1:] = [(str(len(state.solo.orders)), "order cards", "")]
    column.scene(signs.purse(tuple(cells), look, column.room))
    column.gap(8)
    if busy := captions.active(state, seat):
        column.text(f"Active: {busy}", LINE, weight="Bold")


def _forces(column: Column, state: State, side: Side) -> None:
    here = len(list(of_side(state, side)))
    lost = [unit for unit in state.units.values() if unit.side == side and unit.hex == DESTROYED]
    if state.phase != "generation":
        column.line("Units on the map", LINE, right=str(here))
    if lost:
        column.line("Lost", LINE, right=str(len(lost)))
        column.text(names.row(lost), SMALL, column.look.muted)


def _record(column: Column, state: State, side: Side) -> None:
    """Draw the record board: every card that was played, with the half that shows."""
    for zone, played in captions.board_of(state, side).items():
        if played:
            column.gap(6)
            column.line(captions.ZONES[zone], SMALL, column.look.muted, "Bold")
        for each in played:
            column.text(captions.card(each), LINE, weight="Bold")
            if zone == "victory" or (zone == "rules" and state.phase == "generation"):
                column.text(captions.text(each), SMALL)
    benefits = [
        f"{record.name}: {record.benefit.text}"
        for each in state.conditions
        if each.half == "bottom" and state.players[each.seat].side == side
        if (record := cards().conditions.get(each.card)) is not None
    ]
    if benefits:
        column.text(" ".join(benefits), SMALL)


def _coming(column: Column, state: State, seat: Seat, alone: bool) -> None:
    """Draw a player's units off the map, by their earliest round of entry."""
    for round, waiting in captions.coming(state, seat).items():
        column.gap(8)
        if not alone:
            column.text(f"{begun(names.player(state, seat))}:", SMALL, column.look.muted, "Bold")
        ways = {unit.edges or state.players[unit.owner].edges for unit in waiting}
        by = f" by {names.edges(next(iter(ways)))}" if len(ways) == 1 and all(ways) else ""
        title = f"Enter in round {round}{by}" if round > state.round else f"May enter now{by}"
        column.text(title, LINE, weight="Bold")
        stamps = [
            (far_counter(chit(unit, state), column.look, 0.66), "")
            for unit in sorted(waiting, key=lambda unit: unit.counter)
            if unit.counter in units().counters
        ]
        column.sprites(stamps, STAMP)
