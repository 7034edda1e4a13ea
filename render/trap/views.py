"""The map that is played on as a city to be drawn."""

from __future__ import annotations

from functools import cache

from bot.titles.trap.field.ground import Ground
from render.chart import Cell
from render.trap.city import City, Landmark, Street

PLATES = {"palace": "PALACE", "parliament": "PARLIAMENT", "security": "SECURITY", "station": "STATION"}
"""What is written at a landmark where its whole name would be too long."""
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
