"""Special munitions: their owners, effects and purchase."""

from __future__ import annotations

from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat, Seen
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Band, MunitionKind, Squad, UnitId, Vehicle
from bot.titles.tide.printed.tables import tables


@case("FB-munition-1")
def used(state: State) -> bool:
    """Say whether this game is played with special munitions."""
    rule = tables().scenarios[state.scenario].munitions
    return rule == "used" or (rule == "by agreement" and state.options.get("munitions") == "on")


@case("FB-munition-4")
def loaded(state: State, unit: Squad | Vehicle) -> MunitionKind | None:
    """Return the special round that a unit fires next, if it is known.

    A revealed round has been fired. A captor cannot use the former owner's round.
    """
    munition = state.munitions.get(unit.id)
    if munition is None or munition.seat != unit.side or munition.kind.out or not munition.kind.known:
        return None
    return munition.kind.open()


def face_down(state: State, unit: Squad | Vehicle) -> bool:
    """Return true if a round of its side is face down beside a unit, which is public."""
    munition = state.munitions.get(unit.id)
    return munition is not None and munition.seat == unit.side and not munition.kind.out


@case("FB-munition-6", "FB-munition-7", "FB-munition-8")
def applied(kind: MunitionKind | None, band: Band, *, armoured: bool) -> tuple[Band, tuple[Modifier, ...]] | Wrong:
    """Return the range band at which a round hits, and its extra firepower.

    `band` is the true range band of its target.
    """
    if kind == "he":
        if band == "long":
            return Wrong("an HE round makes no attack at long range", "go nearer", "FB-munition-6")
        return "close", (Modifier("FB-munition-6", "HE round", 0),)
    if kind == "ap-b" and armoured:
        return band, (Modifier("FB-munition-7", "AP-B round", 1),)
    if kind == "ap-c" and armoured and band != "normal":
        return band, (Modifier("FB-munition-8", "AP-C round", 2 if band == "close" else -1),)
    return band, ()


@case("FB-munition-2", "FB-munition-3")
def buy_wrong(state: State, seat: Seat) -> Wrong | None:
    """Return why a side cannot buy any munition now, or `None` if it can."""
    numbers = tables().numbers.munitions
    if sum(munition.seat == seat for munition in state.munitions.values()) >= numbers.most:
        return Wrong(
            f"a nation has at most {numbers.most} munitions on the board", "use one first", "FB-munition-3"
        )
    if state.hq[seat].command < numbers.price:
        return Wrong(f"a munition costs {numbers.price} command", "gain command first", "FB-munition-2")
    return None


@case("FB-munition-2")
def takers(state: State, seat: Seat) -> list[UnitId]:
    """Return the vehicles and guns of a side on the map that have no munition yet."""
    vehicles = (
        unit for unit in state.units.values() if isinstance(unit, Vehicle) and unit.side == seat and unit.hex
    )
    return [unit.id for unit in vehicles if unit.id not in state.munitions]


def unused(state: State, seat: Seat) -> list[UnitId]:
    """Return the units with a munition to discard: from an earlier round, face down."""
    return [
        unit
        for unit, munition in state.munitions.items()
        if munition.seat == seat and not munition.kind.out and munition.since < state.round
    ]


def hides(seen: Seen[State]) -> bool:
    """Return true if a side's legal actions may depend on its hidden pieces.

    They are concealed squads and face-down munitions.
    """
    own = (unit for unit in seen.state.units.values() if unit.side == seen.seat)
    return any(getattr(unit, "concealed", False) or face_down(seen.state, unit) for unit in own)
