"""The events that get a picture: ends of phases, and fights with hexes and dice."""

from __future__ import annotations

from bot.kernel.game import Scene
from bot.kernel.secret import Seen
from bot.titles.tide.field import names
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.tables import as_printed, key_of, tables


def scene(seen: Seen[State], event: ev.Event) -> Scene | None:
    """Return the picture that an event deserves, given the state before it."""
    match event:
        case ev.StageBegan(name="control"):
            return Scene("phase", f"After the Action Phase of round {seen.state.round}")
        case ev.StageBegan(name="draw"):
            return Scene("phase", f"After the Command Phase of round {seen.state.round}")
        case ev.RoundBegan():
            return Scene("phase", f"Round {event.round}")
        case ev.GameEnded():
            return Scene("phase", "The end of the battle")
        case ev.Attacked():
            return _attack(seen, event)
        case ev.Assaulted():
            return _assault(seen, event)
        case ev.Drifted() if event.hex != event.aimed:
            return _drift(event)
        case ev.Drew(card=card) | ev.TopTurned(card=card) | ev.CardPlayed(card=card):
            return _face(key_of(card))
        case ev.SabotageSprung():
            return _face(event.name)
        case _:
            return None


def _face(key: str) -> Scene:
    return Scene("card", as_printed(key).name, card=key)


def _where(seen: Seen[State], event: ev.Attacked) -> list[HexId]:
    firers = [seen.state.units[unit].hex for unit in event.by if unit in seen.state.units]
    return list(dict.fromkeys([event.hex, *firers]))


UNDERFOOT: dict[str, str] = {"mines": "Mines", "instant mines": "Instant mines", "ice": "The ice"}


def _attack(seen: Seen[State], event: ev.Attacked) -> Scene:
    rolls, hits, titles = [event.roll], [event.hit], ["attack"]
    if event.again is not None:
        rolls.append(event.again)
        hits.append(event.hit)
        titles.append("once more")
    for stand in event.defences:
        if stand.roll is not None:
            rolls.append(stand.roll)
            hits.append(tables().numbers.defence.face)
            unit = seen.state.units.get(stand.unit)
            titles.append(f"{names.unit(unit)} defends" if unit is not None else "defence")
    places = _where(seen, event)
    line = (places[1], event.hex) if len(places) > 1 else None
    missed = not any(stand.net for stand in event.defences) if event.defences else not event.hits
    told = bool(event.defences) or event.how == "smoke round"
    chance, likely = event.chance, "No better than this" if missed else "At least this good"
    if chance > 0.5 and not missed:
        chance, likely = 1 - chance, "Worse than this"
    return Scene(
        "fight",
        _title(seen, event),
        tuple(places),
        line,
        tuple(rolls),
        tuple(hits),
        tuple(titles),
        chance if told and event.how not in UNDERFOOT else None,
        likely,
    )


def _title(seen: Seen[State], event: ev.Attacked) -> str:
    targets = [names.full(u) for s in event.defences if (u := seen.state.units.get(s.unit)) is not None]
    lead = seen.state.units.get(event.by[0]) if event.by else None
    others = {**UNDERFOOT, "fougasse": "A flame fougasse"}
    attacker = names.full(lead) if lead is not None else others.get(event.how, "Shells")
    return f"{attacker} on {targets[0] if len(targets) == 1 else event.hex}"


def _drift(event: ev.Drifted) -> Scene:
    """Shells and smoke drift by one die in a direction that another one gives."""
    line = (event.aimed, event.hex) if event.hex else None
    what, to = "Shells" if event.card else "Smoke", f"to {event.hex}" if event.hex else "off the map"
    return Scene(
        "fight",
        f"{what} aimed at {event.aimed} {'drift' if event.card else 'drifts'} {to}",
        line or (event.aimed,),
        line,
        tuple(roll for roll in (event.distance, event.direction) if roll is not None),
        (),
        ("how far", "which way"),
    )


def _assault(seen: Seen[State], event: ev.Assaulted) -> Scene:
    hit, least = tables().numbers.assault.face, tables().numbers.defence.face
    strips = [
        (event.attack, hit, "assault"),
        (event.again, hit, "once more"),
        (event.defence, hit, "defenders"),
        (event.cover, least, "cover"),
    ]
    shown = [(roll, face, title) for roll, face, title in strips if roll is not None]
    unit = seen.state.units[event.unit]
    friends = [seen.state.units[each].hex for each in event.support if each in seen.state.units]
    places = tuple(dict.fromkeys([event.hex, unit.hex, *friends]))
    return Scene(
        "fight",
        f"{names.full(unit)} storms {event.hex}",
        places,
        (unit.hex, event.hex),
        tuple(roll for roll, _, _ in shown),
        tuple(face for _, face, _ in shown),
        tuple(title for _, _, title in shown),
        event.chance,
        "The hex falls" if event.won else "The hex holds",
    )
