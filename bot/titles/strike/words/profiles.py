"""The figures of units and areas, each with its case."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.profile import Figure, Profile
from bot.kernel.secret import Seen
from bot.kit.english import count, join
from bot.titles.strike.field import combat, counters, movement, names
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit
from bot.titles.strike.printed.tables import tables

KINDS = {
    "leader": "6.3.4", "trucks": "11.5.2", "luftwaffe": "9.2", "commissar": "7.0", "partisans": "8.0",
    "railhead": "6.4.1a",
}  # fmt: skip
"""The cases of units that are no formations."""


def profiles(seen: Seen[State], place: str) -> Iterator[Profile]:
    """Yield the units in an area, then the area."""
    state, area = seen.state, AreaId(place)
    for piece in counters.at(state, area):
        yield Profile(names.full(piece), tuple(_figures(state, piece)))
    yield Profile(names.place(state, area), tuple(_ground(state, area)))


def _figures(state: State, piece: Unit) -> Iterator[Figure]:
    record = counters.record(piece)
    points = count(movement.allowance(state, piece)[0], "point")
    if counters.fights(piece):
        strength, price, _ = counters.ratings(piece)
        yield Figure("Combat strength", str(strength), "1.2")
        yield Figure(
            "Operations rating", f"{count(price, 'point')} to continue a battle or buy supply", "11.10.4a"
        )
        yield Figure("Movement", f"{points} now", "6.3.3")
        yield Figure("Size", f"{counters.size(piece)} corps", "4.1.3")
        if piece.down:
            yield Figure("Now", "reduced", "1.2")
        return
    yield Figure("Kind", record.kind, KINDS.get(record.kind, "1.2"))
    if any(record.rating):
        what = "Combat rating" if record.kind == "luftwaffe" else "Support rating"
        yield Figure(what, str(counters.rating(piece)), "9.2.3" if record.kind == "luftwaffe" else "11.8.2b")
    if record.kind in ("leader", "trucks"):
        yield Figure("Movement", f"{points} now", "6.3.1" if record.kind == "leader" else "6.3.3")
        if piece.down:
            yield Figure("Now", "disrupted", "6.1.4" if record.kind == "leader" else "12.1.2")
        yield Figure("Stacking", "does not count", "4.1.5")


def _ground(state: State, area: AreaId) -> Iterator[Figure]:
    here, numbers = counters.map_of(state)[area], tables().numbers
    kinds = [numbers.terrain[each] for each in here.record.terrain]
    yield Figure("Ground", join(kind.name for kind in kinds), "6.2.1")
    for who, cost in (
        ("Infantry enters", max(kind.infantry for kind in kinds)),
        ("Armour enters", max(kind.armour for kind in kinds)),
        ("Trucks enter", max(kind.trucks for kind in kinds)),
    ):
        yield Figure(who, f"for {count(cost, 'point')}", "6.2")
    if here.is_diamond:
        yield Figure("Diamond", "not for every unit", "6.1.1")
    for shift in combat.ground_shifts(state, area):
        yield Figure("Defence", f"{count(-shift.n, 'column')} to the left: {shift.why}", shift.cite)
    yield Figure("Stacking", "for each side", "4.1.2" if here.is_diamond else "4.1.1")
    if here.rails:
        yield Figure("Railway", f"to {join(here.rails)}", "6.4")
