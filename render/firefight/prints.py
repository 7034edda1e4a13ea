"""The figures of each kind of counter, and counters as printed."""

from __future__ import annotations

from functools import cache

from bot.titles.firefight.model.ids import CounterId
from bot.titles.firefight.printed.units import Kind, counter_id, named, units
from render.firefight.counters import Chit

FIGURES = {
    "german-rifle": "riflemen",
    "german-lmg": "light machine gun",
    "pioneer": "pioneers",
    "german-hmg": "heavy machine gun",
    "mortar-5cm": "light mortar",
    "mortar-8cm": "mortar",
    "tank-hunter": "tank hunters",
    "leig-18": "infantry gun",
    "pak-36": "light gun",
    "pak-38": "anti-tank gun",
    "fk-297": "field gun",
    "flak-18": "flak",
    "german-wagon": "wagon",
    "opel": "long truck",
    "sdkfz-251": "half-track",
    "protze": "gun carrier",
    "sdkfz-232": "eight wheels",
    "demag": "gun half-track",
    "pzjg-35r": "tank hunter",
    "pz-2f": "panzer ii",
    "pz-38t": "panzer 38",
    "pz-3e": "panzer iii",
    "pz-3h": "panzer iii h",
    "pz-3j": "panzer iii j",
    "pz-4e": "panzer iv",
    "pz-4f2": "panzer iv f2",
    "somua": "somua",
    "b-2": "char b",
    "t-34r": "t-34",
    "soviet-rifle": "riflemen",
    "smg": "gunners",
    "mmg": "maxim",
    "nkvd": "commissars",
    "mortar-50mm": "light mortar",
    "mortar-82mm": "mortar",
    "infantry-gun": "infantry gun",
    "gun-45mm": "light gun",
    "gun-f22": "field gun",
    "soviet-wagon": "wagon",
    "gaz": "truck",
    "ba-10": "armoured car",
    "ot-26": "ot-26",
    "zis-30": "gun tractor",
    "t-26": "t-26",
    "bt-7": "bt-7",
    "t-35": "t-35",
    "t-34a": "t-34",
    "t-34b": "t-34",
    "kv-1": "kv-1",
    "kv-2": "kv-2",
}
"""The figures on counters, by kind."""
PLAIN = {
    "infantry": "riflemen",
    "machine gun": "light machine gun",
    "mortar": "mortar",
    "gun": "field gun",
    "transport": "truck",
    "vehicle": "panzer iv",
}
"""The figures on counters of kinds that a user has added."""
GEARS = {"foot": "foot", "wheels": "wheel", "tracks": "track"}


@cache
def _keys() -> dict[CounterId, str]:
    """Return the key of each counter's kind."""
    return {counter_id(each.side, n): key for key, each in units().kinds.items() for n in each.numbers}


def figure(counter: CounterId) -> str:
    """Return the name of the figure on a counter."""
    return FIGURES.get(_keys()[counter]) or PLAIN[units().counters[counter].kind]


def printed(counter: CounterId) -> Chit:
    """Return a counter as it is printed; it faces nowhere."""
    record = units().counters[counter]
    return Chit(
        record.side,
        figure(counter),
        named(counter),
        _cost(record),
        record.turret,
        record.move,
        GEARS[record.mode],
        "W" * record.wheels + "T" * record.tracks,
        record.red,
        record.blue,
        record.has_crew,
        _range(record),
        record.flank,
        record.front,
        "both" if len(record.armour) > 1 else "front" if record.armour else "",
        record.shield,
        facing=-1,
    )


def _cost(record: Kind) -> str:
    """Return the cost of attacks: direct, then indirect."""
    if not record.attack:
        return ""
    return f"{record.attack}/{record.indirect}" if record.indirect else str(record.attack)


def _range(record: Kind) -> str:
    if not record.range:
        return ""
    return f"{record.minimum}-{record.range}" if record.minimum else str(record.range)
