"""What people read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.title import Words
from bot.titles.trap.field import names
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, HexId, MarkerId, UnitId
from bot.titles.trap.words import report, scenes, tell
from bot.titles.trap.words.questions import topics

SIDES = {RUSSIAN: "the Russian side", CHECHEN: "the Chechen side"}


def values(seen: Seen[State], field: Field) -> Iterable[Any]:
    """Yield every value that a field could name at all."""
    if field.type is UnitId:
        return tuple(seen.state.units)
    if field.type is HexId:
        return tuple(ground().terrain)
    if field.type is MarkerId:
        return tuple(dict.fromkeys((*seen.state.cup, *seen.state.outside, *seen.state.gone)))
    return field.choices or ((False, True) if field.type is bool else ())


def label(seen: Seen[State], field: Field, value: Any) -> str:
    """Return the name by which players know a value."""
    if field.type is UnitId:
        return names.label(seen.state, value)
    if field.type is HexId:
        return names.label_hex(seen.state, value)
    if field.type is MarkerId:
        return names.marker(value).removeprefix("the ")
    return str(value)


WORDS: Words[State, ev.Event] = Words(
    tell=tell.tell,
    scene=scenes.scene,
    values=values,
    topics=topics,
    label=label,
    status=report.status,
    hand=report.hand,
    held=report.held,
    orders=report.orders,
    sides=lambda state: SIDES,
    game="battle",
)
