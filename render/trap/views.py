"""The map that is played on as a city to be drawn."""

from __future__ import annotations

from functools import cache

from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.ground import Ground, ground
from bot.titles.trap.field.units import on_map
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId
from render.chart import Cell, Window
from render.trap.city import City, Landmark, Street, quarter, whole

PLATES = {"palace": "PALACE", "parliament": "PARLIAMENT", "security": "SECURITY", "station": "STATION"}
"""Short labels of landmarks for which the full name would be too long."""
WORTH = {"palace": "12", "parliament": "9", "security": "6", "station": "3"}
"""The most points that a landmark is worth to a side, by 11.2."""


@cache
def city(ground: Ground) -> City:
    """Return a map as a city."""
    places = ground.map.places
    record = ground.record
    return City(
        {places[name]: Cell(places[name], name, terrain) for name, terrain in ground.terrain.items()},
        [Street(street.name, tuple(places[hex] for hex in street.hexes)) for street in ground.streets.values()],
        [(places[a], places[b]) for a, b in map(sorted, ground.river)],
        [(places[a], places[b]) for a, b in map(sorted, ground.bridges)],
        [
            Landmark(
                key,
                PLATES.get(key) or landmark.name.upper(),
                tuple(places[hex] for hex in landmark.hexes),
                WORTH.get(key, ""),
            )
            for key, landmark in record.landmarks.items()
        ],
        (places[hex] for hex in ground.hotels),
        [tuple(places[hex] for hex in line.hexes) for line in record.railways.values()],
        " ".join(record.river.name),
    )


def board(state: State) -> Window:
    """Return the window on the battle: the whole city, or a small scenario's quarter."""
    where, record = ground(), scenario(state)
    if not record.chechen.near:
        return whole(city(where))
    named = [*contested(state), *(start.hex for start in record.russian.start)]
    named += [hex for wave in record.russian.waves for hex in wave.entries if hex in where]
    named += [HexId(hex) for hex in (*state.roadblocked, *state.wrecks, *state.rubble)]
    return quarter(city(where), [where.map.places[hex] for hex in named if hex in where])


def contested(state: State) -> list[HexId]:
    """Return the hexes of a battle: its objectives and all units."""
    goals = scenario(state).chechen.near or ground().landmark_of
    return [*goals, *(unit.hex for unit in state.units.values() if on_map(unit))]
