"""Checks of forces: squads, vehicles, their hexes and their arrival."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.kernel.rule import case
from bot.kit.data_files import Finding, Keys
from bot.titles.tide.model.table import HEAVY_WEAPONS
from bot.titles.tide.printed.check.sheet import Sheet, footing
from bot.titles.tide.printed.records import (
    BASE_SPACES,
    Division,
    Reinforcement,
    SideRecord,
    SquadList,
    VehicleList,
)

Room = Counter[tuple[str, str]]
"""The squads that fit into a kind of shelter at a hex; off the map the hex is ""."""


def forces(sheet: Sheet) -> Iterator[Finding]:
    """Yield the errors in units that the sides have, place and wait for."""
    for seat, side in sheet.record.sides.items():
        at = ("sides", seat)
        yield from _side(sheet, at, seat, side)
        for i, division in enumerate(side.divisions):
            yield from _division(sheet, (*at, "divisions", str(i)), seat, division)
        yield from _box(sheet, at, seat, side)
    yield from _stacks(sheet)
    for i, arrivals in enumerate(sheet.record.reinforcements):
        yield from _reinforcement(sheet, ("reinforcements", str(i)), arrivals)


def _side(sheet: Sheet, at: Keys, seat: str, side: SideRecord) -> Iterator[Finding]:
    yield from _hq(sheet, at, seat, side)
    squads = [squad for division in side.divisions for squad in division.squads]
    wanted = Counter[str](squad.special for squad in squads if squad.special)
    for special, n in (wanted - Counter[str](side.specialities)).items():
        yield (*at, "specialities"), f"its squads suggest {n} more of {special!r} than it has"
    concealed = sum(squad.concealed for squad in squads)
    if concealed > side.concealed:
        yield (*at, "concealed"), f"its squads suggest {concealed} concealed ones"


@case("FB-soviet-2")
def _box(sheet: Sheet, at: Keys, seat: str, side: SideRecord) -> Iterator[Finding]:
    """Yield figures and vehicles beyond the number in the box, with reinforcements."""
    late = [column for column in sheet.record.reinforcements if column.side == seat]
    figures = Counter(figure for column in late for squad in column.squads for figure in squad.figures)
    vehicles = Counter(vehicle.kind for column in late for vehicle in column.vehicles)
    for division in side.divisions:
        figures.update(division.figures)
        vehicles.update(vehicle.kind for vehicle in division.vehicles)
    printed = sheet.tables.figures
    pieces = [(name, n, printed.get(f"{name}.{seat}") or printed.get(name)) for name, n in figures.items()]
    for name, n, record in (*pieces, *((k, n, sheet.tables.vehicles.get(k)) for k, n in vehicles.items())):
        most = record.count.get(seat) if record is not None else None
        if most is not None and n > most:
            yield (*at, "divisions"), f"it has {n} of {name!r}, there are {most} in the box"


def _hq(sheet: Sheet, at: Keys, seat: str, side: SideRecord) -> Iterator[Finding]:
    """Yield cards that a side cannot have."""
    own = {key: card for key, card in sheet.tables.cards.items() if card.deck in side.decks}
    if side.draws + len(side.cards) > sum(card.copies for card in own.values()):
        yield (*at, "draws"), "its decks hold fewer cards"
    for key in side.cards:
        if key in sheet.tables.cards and key not in own:
            yield (*at, "cards"), f"there is no card {key!r} in its decks"
    for key in side.operations:
        operation = sheet.tables.operations.get(key)
        if operation is not None and operation.nation not in ("", seat):
            yield (*at, "operations"), f"{key!r} belongs to the {operation.nation} side"


def _division(sheet: Sheet, at: Keys, seat: str, division: Division) -> Iterator[Finding]:
    zone = division.start or sheet.record.sides[seat].start
    wanted = Counter(figure for squad in division.squads for figure in squad.figures)
    for figure, n in (wanted - Counter(division.figures)).items():
        yield (*at, "figures"), f"its squads suggest {n} more of {figure!r} than it has"
    yield from _units(sheet, at, seat, division.squads, division.vehicles)
    for i, squad in enumerate(division.squads):
        yield from _place(sheet, (*at, "squads", str(i), "hex"), squad.hex, zone, vehicles=False)
    for i, vehicle in enumerate(division.vehicles):
        yield from _place(sheet, (*at, "vehicles", str(i), "hex"), vehicle.hex, zone, vehicles=True)
    room = Room((work.hex, work.kind) for work in sheet.record.works)
    yield from _shelters(sheet, at, division.squads, room + _carriers(sheet, division.vehicles))


@case("FB-soviet-2", "FB-german-1")
def _units(
    sheet: Sheet, at: Keys, seat: str, squads: tuple[SquadList, ...], vehicles: tuple[VehicleList, ...]
) -> Iterator[Finding]:
    """Yield illegal squads (TOI-2.1a, TOI-2.4a) and vehicles the side does not have."""
    printed = sheet.tables.figures
    for i, squad in enumerate(squads):
        place = (*at, "squads", str(i))
        known = [figure for figure in squad.figures if figure in printed]
        if (
            len(known) == len(squad.figures)
            and not 1 <= (spaces := sum(printed[figure].spaces for figure in known)) <= BASE_SPACES
        ):
            yield (*place, "figures"), f"they take {spaces} spaces; a squad takes 1 to {BASE_SPACES}"
        if squad.special and HEAVY_WEAPONS & set(squad.figures):
            yield (*place, "special"), "a squad with a heavy weapon has no specialization"
    for i, vehicle in enumerate(vehicles):
        kind = sheet.tables.vehicles.get(vehicle.kind)
        if kind is not None and seat not in kind.nations:
            yield (*at, "vehicles", str(i), "kind"), f"the {seat} side has no {kind.name}"


def _place(sheet: Sheet, at: Keys, name: str, zone: tuple[str, ...], *, vehicles: bool) -> Iterator[Finding]:
    """Yield a suggested hex where a unit could not be placed."""
    if not name:
        yield at[:-1], "no hex is suggested"
    elif name in sheet.ground and name not in zone:
        yield at, f"{name} lies outside the starting hexes"
    else:
        yield from footing(sheet, at, name, vehicles=vehicles)


def _carriers(sheet: Sheet, vehicles: tuple[VehicleList, ...]) -> Room:
    room = Room()
    for vehicle in vehicles:
        if vehicle.kind in sheet.tables.vehicles:
            room[vehicle.hex, vehicle.kind] += sheet.tables.vehicles[vehicle.kind].transport
    return room


def _shelters(sheet: Sheet, at: Keys, squads: tuple[SquadList, ...], room: Room) -> Iterator[Finding]:
    """Yield squads in shelters that are missing or full (TOI-3.2h, TOI-9.1)."""
    left = room.copy()
    for i, squad in enumerate(squads):
        if squad.into not in sheet.known["shelter"]:
            continue
        left[squad.hex, squad.into] -= 1
        if left[squad.hex, squad.into] < 0:
            where = f" at {squad.hex}" if squad.hex else ""
            yield (*at, "squads", str(i), "into"), f"there is no room in a {squad.into!r}{where}"


def _stacks(sheet: Sheet) -> Iterator[Finding]:
    """Yield overfull hexes, and hexes with both sides (TOI-12.2a, TOI-12.2b)."""
    owners: dict[str, str] = {}
    for seat, side in sheet.record.sides.items():
        at = ("sides", seat, "divisions")
        standing: Counter[str] = Counter()
        for division in side.divisions:
            standing.update(vehicle.hex for vehicle in division.vehicles)
            standing.update(squad.hex for squad in division.squads if squad.into not in sheet.tables.vehicles)
        del standing[""]
        for name, n in standing.items():
            if n > sheet.tables.numbers.stacking.units:
                yield at, f"{n} units would stand at {name}"
            if owners.setdefault(name, seat) != seat:
                yield at, f"units of both sides would stand at {name}"


def _reinforcement(sheet: Sheet, at: Keys, arrivals: Reinforcement) -> Iterator[Finding]:
    """Yield reinforcements that could never come (TOI-11.4)."""
    if arrivals.round >= sheet.record.rounds:
        yield (*at, "round"), "reinforcements come at the end of a round before the last one"
    if arrivals.side not in sheet.record.sides:
        return
    divisions = [division.name for division in sheet.record.sides[arrivals.side].divisions]
    if arrivals.division and arrivals.division not in divisions:
        yield (*at, "division"), f"there is no division {arrivals.division!r}"
    for name in arrivals.entry:
        yield from footing(sheet, (*at, "entry"), name, vehicles=bool(arrivals.vehicles))
    yield from _units(sheet, at, arrivals.side, arrivals.squads, arrivals.vehicles)
    yield from _shelters(sheet, at, arrivals.squads, _carriers(sheet, arrivals.vehicles))
