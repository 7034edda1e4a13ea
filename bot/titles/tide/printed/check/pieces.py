"""Checks of figures, vehicles, terrain and works."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kit.data_files import Finding
from bot.titles.tide.printed.check.units import BASE_SPACES
from bot.titles.tide.printed.records import FigureRecord, VehicleRecord
from bot.titles.tide.printed.tables import Tables


def units(tables: Tables) -> Iterator[Finding]:
    """Yield what is wrong with a figure or a vehicle."""
    for key, figure in tables.figures.items():
        yield from _piece(("figures", key), figure)
        if not 1 <= figure.spaces <= BASE_SPACES:
            yield ("figures", key, "spaces"), f"a figure takes 1 to {BASE_SPACES} spaces"
    for key, vehicle in tables.vehicles.items():
        yield from _piece(("vehicles", key), vehicle)
        if not vehicle.nations:
            yield ("vehicles", key, "nations"), "no nation has it"
        for field in ("move", "armour", "transport"):
            if getattr(vehicle, field) < 0:
                yield ("vehicles", key, field), "this is never negative"


def _piece(at: tuple[str, str], record: FigureRecord | VehicleRecord) -> Iterator[Finding]:
    for field in ("infantry", "vehicles"):
        if min(getattr(record, field)) < 0:
            yield (*at, field), "neither range nor firepower is negative"
    for nation, n in record.count.items():
        if n < 0:
            yield (*at, "count", nation), "this is never negative"


def ground(tables: Tables) -> Iterator[Finding]:
    """Yield what is wrong with a terrain or a work."""
    for key, terrain in tables.terrain.items():
        for field, cost in (("squads", terrain.squads), ("vehicles", terrain.vehicles)):
            if cost is not None and cost < 1:
                yield ("terrain", key, field), "entering costs at least 1 point; leave it out if no unit can enter"
    for key, work in tables.works.items():
        front = tables.works.get(work.back_of)
        if work.back_of and (front is None or front.back_of):
            yield ("works", key, "back_of"), f"there is no token of {work.back_of!r}"
