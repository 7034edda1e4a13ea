"""What the sentences about events are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Secret, Seen
from bot.titles.trap.field import names
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CounterId, Unit, UnitId

SEEN = "-# Everybody sees now: "
"""How it is told which counters have come to lie open: in one line for all who move by one order."""


def shown(seen: Seen[State], ids: Iterable[UnitId], own: bool = True) -> list[Unit]:
    """Return units as an account names them: by their names where everybody can read them.

    `own` lets a side read the names of its units besides, in what it does itself. Whatever one happens to inspect
    stands on one's own map; the account is the same for everybody.
    """
    found = (seen.state.units[id] for id in ids if id in seen.state.units)
    return [each if each.counter.out or (own and each.side == seen.seat) else _covered(each) for each in found]


def _covered(unit: Unit) -> Unit:
    return replace(unit, counter=Secret(unit.counter.readers))


def called(seen: Seen[State], id: UnitId) -> str:
    """Name a unit; "" where there is none."""
    return names.units(shown(seen, [id]))


def many(counter: CounterId) -> bool:
    """Say whether the name of a counter is in the plural."""
    name = names.counter(counter)
    return "Fighters" in name or "Heavy" in name


def tips(state: State, turn: int, moment: str) -> list[str]:
    """Return the advice for a moment of a turn."""
    if state.options.get("tips") == "off":
        return []
    return [f"> 💡 {tip.text}" for tip in scenario(state).tips if tip.turn == turn and tip.at == moment]


def thrown(roll: Roll, modifiers: Iterable[Modifier]) -> str:
    """Write a ten-sided die with the sum of its modifiers: "4 -2 = 2"."""
    face, more = roll.faces[0] % 10, sum(each.n for each in modifiers)
    return f"{face} {more:+} = {face + more}" if more else str(face)


def small_print(modifiers: Sequence[Modifier]) -> str:
    """List modifiers on a line of their own, if there are any."""
    return f"\n-# Modifiers: {names.modifiers(modifiers)}." if modifiers else ""


def needed(cf: int, modifiers: Iterable[Modifier]) -> str:
    """Write the roll that succeeds, with the sum of its modifiers: "5 or less, -2"."""
    more = sum(each.n for each in modifiers)
    return f"{cf} or less, {more:+}" if more else f"{cf} or less"
