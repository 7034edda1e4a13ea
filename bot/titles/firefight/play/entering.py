"""Entry onto the map by an entry edge."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen, redact
from bot.kit.decisions import Fixed
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import phrases, works
from bot.titles.firefight.field.economy import checks
from bot.titles.firefight.field.entry import doors, drives, edges, inward, price, sealed, waiting
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.groups import goals, linked
from bot.titles.firefight.field.movement import Way
from bot.titles.firefight.field.names import edges as named
from bot.titles.firefight.field.units import kind
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play import dangers
from bot.titles.firefight.play.acting import acting, payments
from bot.titles.firefight.play.arriving import arrived, go, through_wire
from bot.titles.firefight.play.base import Anytime, Here, Play
from bot.titles.firefight.play.by_units import by_units


@rule("COH-4.5a", "G-3.7.1a")
def may_come(at: Here, action: do.Enter) -> Wrong | None:
    """Units enter that wait off the map, from their round on."""
    for unit in acting(at.state, action):
        if unit.round > at.state.round:
            return Wrong(f"that unit comes in round {unit.round}", "choose another unit", "G-3.7.1a")
        if not waiting(at.state, unit):
            return Wrong("that unit does not wait off the map", "choose a unit that does")
    return None


@rule("COH-4.5a", "COH-4.5b", "COH-1.6a", "G-3.7.1b")
def comes_in(at: Here, action: do.Enter) -> Wrong | None:
    """Units enter at full hexes of their edge that admit them; a group's hexes touch."""
    if len(action.at) not in (1, len(action.units)):
        return Wrong(
            "it is not clear which unit arrives where", "name one hex for all, or one for each in their order"
        )
    for id, hex in goals(action.units, action.at).items():
        unit = at.state.units[id]
        if hex not in doors(at.state, unit):
            if len(action.units) == 1 and hex in drives(at.state, unit.id):
                continue
            if sealed(at.state, unit):
                return Wrong(
                    "enemies hold the whole entry edge", "choose a hex without enemies within 2 hexes of it",
                    "COH-4.5b",
                )  # fmt: skip
            return Wrong(
                "that is no hex of its entry edge", f"choose a full hex of {named(edges(at.state, unit))}"
            )
        if (closed := works.closed(at.state, kind(unit), hex)) is not None:
            return closed
        if price(at.state, unit, hex) is None:
            return Wrong("the terrain there is closed to this unit", "choose another hex", "COH-4.2c")
    if not linked(at.state.field, action.at):
        return Wrong("a group comes in at hexes side by side", "let them come one after another", "COH-1.6a")
    return None


@case("COH-4.5a", "COH-1.4e")
def cost(state: State, action: do.Enter) -> int:
    """Return the cost of entry: the cost of a move, or nothing with spent checks."""
    if checks(state):
        return 0
    return max(due(state, state.units[id], hex) for id, hex in goals(action.units, action.at).items())


def due(state: State, unit: Unit, hex: HexId) -> int:
    """Return the cost for a unit to enter a hex from off the map."""
    return price(state, unit, hex) or 0 if hex in doors(state, unit) else drives(state, unit.id)[hex].cost


@case("COH-4.5a", "COH-6.1g")
def enter(play: Play, action: do.Enter) -> None:
    """Move units onto the map; a vehicle may continue by bonus moves."""
    seen = redact(play.state, play.seat)
    for id, hex in goals(action.units, action.at).items():
        unit = seen.units[id]
        on = Way((hex,), 0) if hex in doors(seen, unit) else drives(seen, unit.id)[hex]
        door = on.path[0]
        own = 0 if checks(play.state) else due(seen, unit, hex)
        if not through_wire(play, id, door, own):
            continue
        came = play.state.units[id].hex
        facing = action.facing or inward(play.state, unit, door)
        play.emit(ev.Entered(id, door, facing, play.state.turn))
        if arrived(play, id, came) and len(on.path) > 1:
            go(play, id, on._replace(cost=0), facing, bonus=True)


def comers(at: Here, fixed: Fixed) -> Iterator[tuple[UnitId, ...]]:
    """Yield the groups that may enter, or the named one.

    Each unit may enter alone, or all together.
    """
    if "units" in fixed:
        if fixed["units"] and all(id in at.state.units for id in fixed["units"]):
            yield fixed["units"]
        return
    ready = [u.id for u in at.state.units.values() if u.owner == at.seat and waiting(at.state, u)]
    yield from ((id,) for id in ready)
    if len(ready) > 1:
        yield tuple(ready)


def to_enter(at: Here, fixed: Fixed) -> Iterator[do.Enter]:
    """Yield every entry hex for each waiting unit, and for all of them together.

    A vehicle that enters alone also gets the hexes within its bonus moves.
    """
    for units in comers(at, fixed):
        first = at.state.units[units[0]]
        hexes = [fixed["at"]] if "at" in fixed else [(hex,) for hex in doors(at.state, first)]
        if "at" not in fixed and len(units) == 1:
            hexes = list(dict.fromkeys((*hexes, *((hex,) for hex in drives(at.state, first.id)))))
        for where in hexes:
            for paid in payments(at, units, fixed):
                yield do.Enter(units, where, fixed.get("facing", ""), **paid)


def says_enter(seen: Seen[State], action: do.Enter) -> str:
    """Return the order as a sentence."""
    enters = phrases.goals(seen, action.units, action.at, "enters at", "enter at")
    return f"{enters}{phrases.faces(action.facing)}{phrases.PAID[action.by]}."


def why_enter(seen: Seen[State], action: do.Enter) -> str:
    """Return the reason for entry; several units pay once."""
    together = ", and units that enter together pay only once" if len(action.units) > 1 else ""
    return f"units off the map do nothing{together}"


def meets(at: Anytime, action: do.Enter) -> Iterator[str]:
    """Warn about enemy fire and works at the goals."""
    if all(hex in ground(at.state.field) for hex in action.at):
        yield from dangers.on_arrival(
            at.state, action.units, action.at, lambda unit, hex: action.facing or inward(at.state, unit, hex)
        )


ENTER = by_units(
    do.Enter,
    when="units come onto the map in their player's turn",
    says=says_enter,
    why=why_enter,
    cost=cost,
    rules=(may_come, comes_in),
    candidates=to_enter,
    deed=enter,
    over=lambda action: action.at,
    ends=lambda state, action: action.at,
    meets=meets,
)
