"""The secrets of a side of Tide of Iron, which never reach the other's window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.chat.desk.table import Table
from bot.kernel.secret import Seat
from bot.titles.tide.field import names
from bot.titles.tide.model.table import Squad
from bot.titles.tide.printed.tables import tables
from tests.browser.evening import GERMAN, SOVIET
from tests.browser.window import Window


def hidden(table: Table, seat: Seat) -> set[str]:
    """Name a seat's own secrets: hidden squads with their content, sabotage cards."""
    told = {
        tables().sabotage[card.card.open()].name
        for card in table.state.sabotage.values()
        if card.owner == seat and not card.card.out
    }
    for unit in table.state.units.values():
        if isinstance(unit, Squad) and unit.side == seat and unit.concealed:
            told.add(f"{names.unit(unit)}, concealed ({names.base(unit.base.open())})")
    return told


class Secrets:
    """All secrets of each side so far."""

    def __init__(self) -> None:
        self.hidden: dict[Seat, set[str]] = {GERMAN: set(), SOVIET: set()}

    def note(self, table: Table) -> None:
        """Note what each side hides now."""
        for seat, known in self.hidden.items():
            known |= hidden(table, seat)

    def of(self, seat: Seat) -> set[str]:
        """Return a side's own secrets; both sides may hide squads of one number."""
        return self.hidden[seat].difference(*(known for other, known in self.hidden.items() if other != seat))


async def share_none(windows: Mapping[Seat, Window], secrets: Secrets) -> None:
    """No secret of a side reached the other, and shared pictures are the same."""
    for seat in windows:
        assert secrets.of(seat)
        for other in windows.keys() - {seat}:
            foreign = await windows[other].everything()
            assert {secret for secret in secrets.of(seat) if secret in foreign} == set()
            assert f"{seat.title()}: for your eyes only" not in foreign
    one, two = (Counter(window.pictures()) for window in windows.values())
    shared = set(one) & set(two)
    assert shared
    assert all(one[url] == two[url] for url in shared)
