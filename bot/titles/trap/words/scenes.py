"""Which events people want to see: the city after each activation, and a fight with its hexes and its dice."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Scene
from bot.kernel.secret import Seen
from bot.kit.english import listed
from bot.titles.trap.field import names
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, HexId
from bot.titles.trap.printed.tables import tables
from bot.titles.trap.words.tell.phrases import many


def scene(seen: Seen[State], event: ev.Event) -> Scene | None:
    """Return the picture that an event deserves, given the state before it; a ten is read as a nought."""
    found = _scene(seen, event)
    return replace(found, rolls=tuple(map(_as_read, found.rolls))) if found is not None else None


def _as_read(roll: Roll) -> Roll:
    return replace(roll, faces=tuple(face % 10 for face in roll.faces)) if roll.sides == 10 else roll


def _scene(seen: Seen[State], event: ev.Event) -> Scene | None:
    match event:
        case ev.Opened():
            return Scene("phase", tables().scenarios[event.scenario].name)
        case ev.ActivationEnded() if event.acted:
            return Scene("phase", _after(event))
        case ev.GameEnded():
            return Scene("phase", "The end of the battle")
        case ev.Fired():
            return _fire(event)
        case ev.Shelled() if not event.scattered:
            return _shells(seen, event)
        case ev.Struck():
            return _strike(event)
        case ev.Assaulted():
            return _assault(event)
        case _:
            return None


def _after(event: ev.ActivationEnded) -> str:
    if not event.marker:
        return f"After the bonus activation of {names.the_side(event.seat)}"
    if event.seat == CHECHEN:
        return "After the Chechen activation"
    return f"After the activation of {names.marker(event.marker)}"


def chance(cf: int, modifier: int) -> Fraction:
    """Return how likely a ten-sided die of 0 to 9 comes to so much or less."""
    return Fraction(min(10, max(0, cf - modifier + 1)), 10)


def _odds(shot: ev.Shot, cf: int) -> tuple[float, str]:
    hits = chance(cf, sum(each.n for each in shot.modifiers))
    return (float(hits), "A hit") if shot.hit else (float(1 - hits), "A miss")


def _fire(event: ev.Fired) -> Scene:
    odds, likely = _odds(event.shot, event.cf)
    rolls, titles = _rolled(event.shot, event.cf)
    ends = (event.start, event.hex)
    fires = "fire" if many(event.counter) else "fires"
    target = names.counter(event.shot.counter)
    title = f"{names.counter(event.counter)} {fires} at {target}: {_result(event.shot)}"
    line = ends if event.start != event.hex else None
    return Scene("fight", title, tuple(dict.fromkeys(ends)), line, rolls, (), titles, odds, likely)


def _rolled(shot: ev.Shot, cf: int) -> tuple[tuple[Roll, ...], tuple[str, ...]]:
    """Return the dice of a shot, each with a word of what it was."""
    modifier = sum(each.n for each in shot.modifiers)
    need = f"{cf} or less, {modifier:+}" if modifier else f"{cf} or less"
    if shot.die is None:
        return (shot.roll,), (need,)
    return (shot.roll, shot.die), (need, shot.result if shot.result != "none" else "no effect")


def _result(shot: ev.Shot) -> str:
    return (
        {"none": "hit, without effect", "eliminated": "destroyed"}.get(shot.result, shot.result)
        if (shot.hit)
        else "missed"
    )


def _shells(seen: Seen[State], event: ev.Shelled) -> Scene:
    spotter = seen.state.units.get(event.spotter)
    firer = seen.state.units.get(event.unit)
    places: list[HexId] = [event.hex]
    places += [unit.hex for unit in (firer, spotter) if unit is not None]
    dice = [_rolled(shot, event.cf) for shot in event.shots]
    rolls = [roll for some, _ in dice for roll in some]
    titles = [title for _, some in dice for title in some]
    if event.scatter is not None:
        rolls, titles = [event.scatter, *rolls], ["8, 9 or 0 holds", *titles]
    hit = sum(shot.hit for shot in event.shots)
    what = f"{hit} of {len(event.shots)} hit" if event.shots else "nobody is there"
    title = f"Shells on {names.place(event.hex)}: {what}"
    return Scene("fight", title, tuple(dict.fromkeys(places)), None, tuple(rolls), (), tuple(titles))


def _strike(event: ev.Struck) -> Scene:
    return Scene(
        "fight",
        f"A Buratino strikes {names.place(event.hex)}",
        (event.hex, *(blast.hex for blast in event.blasts)),
        None,
        tuple(blast.roll for blast in event.blasts),
        (),
        tuple(f"{blast.hex}: {blast.cf} or less" for blast in event.blasts),
    )


def _assault(event: ev.Assaulted) -> Scene:
    modifier = sum(each.n for each in event.modifiers)
    wins = chance(event.cf, modifier)
    storm = "storm" if len(event.counters) > 1 or many(event.counters[0]) else "storms"
    near = next((hex for hex in event.starts if hex != event.hex), None)
    return Scene(
        "fight",
        f"{listed(map(names.counter, event.counters), 2)} {storm} {names.spot(event.hex, event.level)}: "
        f"{'won' if event.won else 'lost'}",
        tuple(dict.fromkeys((event.hex, *event.starts))),
        None,
        (event.roll,),
        (),
        (f"{event.cf} or less, {modifier:+}" if modifier else f"{event.cf} or less",),
        float(wins if event.won else 1 - wins),
        "The assault succeeds" if event.won else "The assault fails",
        path=(near, event.hex) if near else (),
    )
