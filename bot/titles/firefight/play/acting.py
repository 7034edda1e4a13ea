"""Common parts of all actions of units: which units may act, and how they pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from bot.kernel.rule import Rule, Wrong, case, rule
from bot.kernel.secret import Seat, see
from bot.kit.decisions import Fixed
from bot.kit.english import count
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards import discards
from bot.titles.firefight.field import hand, hits, names
from bot.titles.firefight.field.economy import POINTS, checks, most_aim
from bot.titles.firefight.field.groups import chained
from bot.titles.firefight.field.memo import POSITION
from bot.titles.firefight.field.units import on_map, where
from bot.titles.firefight.model.actions import How, PlayCard
from bot.titles.firefight.model.ids import Facing, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Settle
from bot.titles.firefight.model.table import DESTROYED, REMOVED, Unit
from bot.titles.firefight.play import revealing
from bot.titles.firefight.play.base import Here, Play

A = TypeVar("A")
Cost = Callable[[State, Any], int]
"""The printed cost of an action, as its player knows it, without CAPs and stress."""
TURN = "COH-1.3a"
"""The case that a refusal cites when a player acts out of turn."""


def named(action: Any) -> tuple[UnitId, ...]:
    """Return the units that an action names to act."""
    units: tuple[UnitId, ...] = action.units if hasattr(action, "units") else (action.unit,)
    return units


def acting(state: State, action: Any) -> list[Unit]:
    """Return the units that act."""
    return [state.units[id] for id in named(action)]


@rule("COH-1.3a", "COH-1.6a", "COH-1.7a", "G-4.2b", "COH-4.1e")
def may_act(at: Here, action: Any) -> Wrong | None:
    """Only units of the active player act; several units act as a group."""
    ids = named(action)
    if not ids or len(set(ids)) < len(ids):
        return Wrong("no unit is named", "name a unit of yours, and none twice")
    for id in ids:
        unit = at.state.units.get(id)
        if unit is None or unit.owner != at.seat:
            return Wrong("that is no unit of yours", "choose a unit of your own", "G-4.2b")
        if unit.hex == DESTROYED:
            return Wrong("that unit is destroyed", "choose another unit")
        if unit.hex == REMOVED:
            return Wrong("that unit has left the map", "choose another unit", "COH-4.1e")
    return None


@rule("COH-4.5a", "COH-6.5a")
def present(at: Here, action: Any) -> Wrong | None:
    """Units act on the map; a carried unit acts with its vehicle."""
    for unit in acting(at.state, action):
        if not on_map(unit):
            return Wrong("that unit is not on the map yet", "bring it in first", "COH-4.5a")
        if unit.aboard:
            return Wrong("that unit is carried or towed", "let it get out first", "COH-6.5a")
    return None


@rule("COH-1.6a", "COH-4.5a", "COH-6.5a")
def on_the_map(at: Here, action: Any) -> Wrong | None:
    """Units act on the map, and a group is one chain of same or adjacent hexes."""
    if (absent := present.test(at, action)) is not None:
        return absent
    if not chained(at.state.field, acting(at.state, action)):
        return Wrong("a group is a chain of same or adjacent hexes", "let them act one after another")
    return None


@rule("COH-3.5c", "COH-3.5e", "COH-3.6a", "COH-3.6c", "COH-7.2b")
def can_move(at: Here, action: Any) -> Wrong | None:
    """Some hits keep a unit from moving and turning, and mud does so to a vehicle."""
    found = map(hindrance, acting(at.state, action))
    return next((wrong for wrong in found if wrong is not None), None)


def hindrance(unit: Unit) -> Wrong | None:
    """Return why a unit can neither move nor turn, or `None` if it can."""
    if not hits.moves(unit):
        return hits.kept_from(unit, "neither moves nor turns")
    if unit.bogged:
        return Wrong("it is bogged down for the rest of the round", "choose another unit", "COH-7.2b")
    return None


# Payment.


class Bill(NamedTuple):
    """The price of an action for its player, and its effect on the units."""

    seat: Seat
    units: tuple[UnitId, ...]
    way: How
    """Empty if the action is free or is paid with spent checks."""
    opens: bool = False
    """True if the action activates the units."""
    ap: int = 0
    caps: int = 0
    check: int = 0
    """The spent-check die must exceed this number; 0 if there is no check."""
    stress: int = 0
    dearest: int = 0
    """The cost for the most expensive of the units, without stress and cards."""


@case("COH-1.5a")
def aimed(action: Any) -> tuple[int, ...]:
    """Return the CAPs that an action puts on its rolls; negative CAPs lower a roll."""
    aim: tuple[int, ...] = getattr(action, "aim", ())
    return aim


def bill(state: State, seat: Seat, action: Any, cost: int) -> Bill | Wrong:
    """Return the bill for an action, or why the player cannot pay it."""
    found = _paid(state, seat, action, cost + state.players[seat].confused)
    return found if isinstance(found, Wrong) else found._replace(dearest=cost)


def _paid(state: State, seat: Seat, action: Any, cost: int) -> Bill | Wrong:
    """Return the bill under this battle's rules; the cost includes enemy cards."""
    if any(abs(caps) > most_aim(state, seat) for caps in aimed(action)):
        return Wrong("a roll is changed by at most two CAPs", "put fewer on each roll", "COH-1.5a")
    if checks(state):
        return _checked(state, seat, action, cost)
    if action.caps:
        return Wrong("CAPs replace missing action points automatically", "leave the CAPs out", "COH-1.3d")
    found = _by_points(state, seat, named(action), action.by, cost)
    return found if isinstance(found, Wrong) else _aiming(state, action, found)


def _aiming(state: State, action: Any, found: Bill) -> Bill | Wrong:
    """Add the CAPs on the rolls to a bill, and check that the player has enough."""
    found = found._replace(caps=found.caps + sum(map(abs, aimed(action))))
    have = state.players[found.seat].caps
    if found.caps > have:
        cite = "COH-1.3g" if found.way == "command" else "COH-1.3d"
        other = "pays in action points" if found.way == "command" else "has more action points left"
        mend = f"choose a unit that {other}, or something cheaper"
        return Wrong(f"that takes {count(found.caps, 'CAP')}, and you have {have}", mend, cite)
    return found


def usual(state: State, seat: Seat, units: tuple[UnitId, ...]) -> How:
    """Return the default payment: as active units if they can be, otherwise in CAPs."""
    active = set(units) <= set(state.players[seat].active)
    fresh = all(state.units[id].status == "fresh" for id in units)
    return "activation" if active or fresh else "command"


def _by_points(state: State, seat: Seat, units: tuple[UnitId, ...], by: How, cost: int) -> Bill | Wrong:
    """Pay as the active unit, as an opportunity action, or as a command action."""
    way = by or usual(state, seat, units)
    if way == "card":
        return _by_card(state, seat, units)
    if way == "command":
        return _command(state, seat, units, cost)
    if way == "opportunity":
        return _opportunity(state, seat, units, cost)
    return _activation(state, seat, units, cost)


# FF-R17
@case("COH-1.3b", "COH-1.3c", "COH-1.3d", "COH-1.6e")
def _activation(state: State, seat: Seat, units: tuple[UnitId, ...], cost: int) -> Bill | Wrong:
    """The active units pay from seven shared points; CAPs cover the rest."""
    player = state.players[seat]
    goes_on = set(units) <= set(player.active)
    if not goes_on and any(state.units[id].status != "fresh" for id in units):
        return Wrong(
            "only fresh units become active", "choose a fresh unit, or pay in CAPs: by:command", "COH-1.3b"
        )
    ap = min(cost, player.ap if goes_on else POINTS)
    return Bill(seat, units, "activation", not goes_on, ap, cost - ap)


# FF-R1
@case("COH-1.3e", "COH-1.3f")
def _opportunity(state: State, seat: Seat, units: tuple[UnitId, ...], cost: int) -> Bill | Wrong:
    """A fresh unit does one free action of at most seven points, and is then spent."""
    if any(state.units[id].status != "fresh" for id in units):
        return Wrong(
            "an opportunity action is for fresh units that are not active", "choose a fresh unit", "COH-1.3e"
        )
    if cost > POINTS:
        return Wrong(
            f"an opportunity action costs at most {POINTS}, and this costs {cost}",
            "choose something cheaper", "COH-1.3e",
        )  # fmt: skip
    return Bill(seat, units, "opportunity")


@case("COH-1.3g", "COH-1.3f")
def _command(state: State, seat: Seat, units: tuple[UnitId, ...], cost: int) -> Bill | Wrong:
    """Any unit does one action paid entirely in CAPs; its status does not change."""
    return Bill(seat, units, "command", caps=cost)


def full_price(state: State, seat: Seat, units: tuple[UnitId, ...], cost: int) -> int:
    """Return the CAPs that pay for the whole of an action with spent checks.

    The price includes stress.
    """
    cost += state.players[seat].confused
    return cost + stressed(state, seat, units, cost)


@case("COH-1.4b")
def stressed(state: State, seat: Seat, units: tuple[UnitId, ...], cost: int) -> int:
    """Return the stress of an action: 1 if a unit acted in the player's last turn."""
    return int(cost > 0 and any(id in state.players[seat].acted for id in units))


@case("COH-7.2a", "COH-7.1b")
def _by_card(state: State, seat: Seat, units: tuple[UnitId, ...]) -> Bill | Wrong:
    """A Command Action card pays for any action; the units keep their status."""
    if not hand.holds(state, seat, hand.COMMAND):
        return Wrong("you hold no Command Action card", "pay in another way", "COH-7.1c")
    return Bill(seat, units, "card")


# FF-R16
@case("COH-1.4b", "COH-1.4c", "COH-1.4d", "COH-1.4f", "COH-7.1b")
def _checked(state: State, seat: Seat, action: Any, cost: int) -> Bill | Wrong:
    """CAPs lower the cost and stress raises it; a die then decides if units are spent."""
    units = named(action)
    if action.by == "card":
        found = _by_card(state, seat, units)
        return found if isinstance(found, Wrong) else _aiming(state, action, found)
    if action.by:
        return Wrong("with spent checks every action is paid in the same way", "leave `by` out", "COH-1.4a")
    stress = stressed(state, seat, units, cost)
    if isinstance(action, PlayCard):
        stress = 0  # A card costs its printed price.
    left = cost + stress - action.caps
    if left < 0:
        return Wrong(f"it costs {cost + stress}, and needs no more CAPs than that", "say fewer", "COH-1.4c")
    spent = [id for id in units if state.units[id].status == "spent"]
    if left and spent:
        who, price = names.units(state, spent), cost + stress
        be, act = names.does(spent, "is", "are"), names.does(spent, "acts", "act")
        others = "choose a fresh unit" if len(spent) == len(units) else f"leave {who} out"
        mend = f"say caps:{price}" if price <= state.players[seat].caps else others
        return Wrong(f"{who} {be} spent, and {act} only where CAPs pay for all of it", mend, "COH-1.4d")
    return _aiming(state, action, Bill(seat, units, "", caps=action.caps, check=left, stress=stress))


def payable(cost: Cost) -> Rule[Here, Any]:
    """Return the rule that a player can pay for an action.

    It is checked after all other rules.
    """

    @rule("COH-1.3d", "COH-1.3e", "COH-1.3g", "COH-1.3f", "COH-1.4d")
    def may_pay(at: Here, action: Any) -> Wrong | None:
        found = bill(at.state, at.seat, action, cost(at.state, action))
        return found if isinstance(found, Wrong) else None

    return may_pay


# Resolution.


def pay(play: Play, found: Bill, why: str = "") -> None:
    """Charge the player for an action."""
    if found.way == "card":
        discards.discard(play, found.seat, hand.COMMAND, found.units)
    if found.opens:
        dropped = tuple(id for id in play.state.players[found.seat].active if id not in found.units)
        play.emit(ev.Activated(found.seat, found.units, POINTS, dropped))
    if found.ap or found.caps:
        play.emit(ev.Paid(found.seat, found.ap, found.caps, why))


def settling(found: Bill) -> Settle:
    """Return the step that settles a paid action."""
    way = found.way or ("check" if found.check else "free")
    return Settle(found.seat, found.units, way, found.check, found.stress, found.dearest)


def acted(cost: Cost, deed: Callable[[Play, Any], None], quiet: bool) -> Callable[[Play, object, Any], None]:
    """Return the resolution of an action of units: pay, act, then end the turn."""

    def resolve(play: Play, step: object, action: Any) -> None:
        seen = see(play.state, play.seat).state
        found = bill(seen, play.seat, action, cost(seen, action))
        assert isinstance(found, Bill)
        pay(play, found)
        play.emit(ev.Ended(), ev.Begun(settling(found)))
        if not quiet:
            come_out(play, action)
        deed(play, action)

    return resolve


@case("COH-6.4b")
def come_out(play: Play, action: Any) -> None:
    """Reveal the hidden units that act.

    They face as the action says, or else toward its target.
    """
    facing: Facing | None = getattr(action, "facing", None) or None
    toward: HexId | None = getattr(action, "at", None) or None
    for id in named(action):
        revealing.act(play, id, facing, toward if isinstance(toward, str) else None)


# Candidates.


def able(at: Here, fixed: Fixed) -> Iterator[UnitId]:
    """Yield the player's units on the map that may act alone, or the named unit."""
    wanted = fixed.get("unit", "") or (fixed["units"][0] if len(fixed.get("units", ())) == 1 else "")
    for unit in at.state.units.values():
        if unit.owner == at.seat and on_map(unit) and wanted in ("", unit.id):
            yield unit.id


def groups(at: Here, fixed: Fixed) -> Iterator[tuple[UnitId, ...]]:
    """Yield the groups that may act, or the named one.

    Each unit may act alone, and all units of a hex may act together.
    """
    wanted = fixed.get("units")
    if wanted is not None:
        if wanted and all(id in at.state.units for id in wanted):
            yield wanted
        return
    hexes: dict[str, list[UnitId]] = {}
    for id in able(at, fixed):
        yield (id,)
        hexes.setdefault(where(at.state.units[id]), []).append(id)
    yield from (tuple(ids) for ids in hexes.values() if len(ids) > 1)


def payments(at: Here, units: tuple[UnitId, ...], fixed: Fixed) -> Iterator[dict[str, Any]]:
    """Yield the payments that agree with the fixed fields, the usual payment first."""
    said = {name: fixed[name] for name in ("by", "caps") if name in fixed}
    unusual = _unusual(at.state, at.seat, units, checks(at.state))
    yield said
    if not said:
        yield from unusual
    else:
        yield from (paid for paid in unusual if said.items() <= {"by": "", "caps": 0, **paid}.items())


@POSITION.keeps
def _unusual(state: State, seat: Seat, units: tuple[UnitId, ...], in_checks: bool) -> tuple[dict[str, Any], ...]:
    """Return the payments other than the default, as fields of an action."""
    if not all(id in state.units for id in units):
        return ()
    cards = ({"by": "card"},) if hand.holds(state, seat, hand.COMMAND) else ()
    if in_checks:
        return (*cards, *({"caps": n} for n in range(1, min(state.players[seat].caps, POINTS) + 1)))
    usually = usual(state, seat, units) == "command"
    return (*cards, {"by": "opportunity"}, *(() if usually else ({"by": "command"},)))
