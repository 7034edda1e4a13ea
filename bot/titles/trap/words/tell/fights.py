"""Fire, shells, assaults and what they leave behind as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.secret import Seen
from bot.kit.english import begun, join
from bot.titles.trap.field import names
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.words.tell.phrases import called, many, on, shown


def thrown(face: int, modifiers: Sequence[object], total: int) -> str:
    """Write a ten-sided die with the sum of its modifiers: "4 -2 = 2"."""
    return f"{face % 10} {total - face % 10:+} = {total}" if total != face % 10 else str(face % 10)


def sum_of(shot: ev.Shot) -> int:
    """Return the modified die of a shot."""
    return shot.roll.faces[0] % 10 + sum(each.n for each in shot.modifiers)


def _shot(shot: ev.Shot, cf: int) -> str:
    """Say how a shot fell."""
    text = f"🎲 {thrown(shot.roll.faces[0], shot.modifiers, sum_of(shot))}, {cf} or less hits: "
    if not shot.hit:
        return f"{text}missed"
    die = f" (🎲 {names.dice(shot.die)})" if shot.die is not None else ""
    result = {"none": "hit, without effect", "eliminated": "**destroyed**"}.get(shot.result)
    return f"{text}{result or f'hit, **{shot.result}**'}{die}"


def _small(shot: ev.Shot) -> str:
    return f"\n-# Modifiers: {names.modifiers(shot.modifiers)}." if shot.modifiers else ""


@on(ev.Fired)
def _fired(seen: Seen[State], e: ev.Fired) -> str:
    fires = "fire" if many(e.counter) else "fires"
    street = names.way(e.course)
    along = f" along {street}" if street else ""
    target = names.counter(e.shot.counter)
    helped = called(seen, e.sniper)
    sniper = f" {begun(helped)} helps." if helped else ""
    where = "in the same hex" if e.start == e.hex else f"at {names.place(e.hex)}{along}"
    line = f"💥 {names.counter(e.counter)} at {e.start} {fires} at {target} {where}: "
    return f"{line}{_shot(e.shot, e.cf)}.{sniper}{_small(e.shot)}"


@on(ev.Shelled)
def _shelled(seen: Seen[State], e: ev.Shelled) -> str:
    who = names.counter(e.counter) if e.counter else "A battery"
    spotter = called(seen, e.spotter)
    seen_by = f", spotted by {spotter}" if spotter else ", unspotted"
    shells = "shell" if e.counter and many(e.counter) else "shells"
    head = f"🎯 {who} {shells} {names.place(e.hex)}{seen_by}."
    if e.scatter is not None:
        head += f" 🎲 {names.tens(e.scatter)}: the shells {'scatter' if e.scattered else 'fall true'}."
    lines = [f"{names.counter(shot.counter)}: {_shot(shot, e.cf)}.{_small(shot)}" for shot in e.shots]
    if not lines and not e.scattered:
        head += " Nobody is there."
    return "\n".join([head, *lines])


@on(ev.Struck)
def _struck(seen: Seen[State], e: ev.Struck) -> str:
    spotter = called(seen, e.spotter)
    by = f", spotted by {spotter}" if spotter else ""
    lines = [f"☄️ A **Buratino** strikes {names.place(e.hex)}{by}."]
    for blast in e.blasts:
        total = blast.roll.faces[0] % 10 + sum(each.n for each in blast.modifiers)
        roll = f"🎲 {thrown(blast.roll.faces[0], blast.modifiers, total)}, {blast.cf} or less"
        die = f", 🎲 {names.dice(blast.die)}" if blast.die is not None else ""
        hurt = join(map(names.counter, blast.counters))
        done = "destroyed" if blast.die is None else "inactive"
        what = f"hit{die}{f', {hurt} **{done}**' if hurt else ', nobody is hurt'}" if blast.hit else "no effect"
        lines.append(f"{names.place(blast.hex)}: {roll}: {what}.")
    return "\n".join(lines)


@on(ev.Interdicted)
def _interdicted(seen: Seen[State], e: ev.Interdicted) -> str:
    total = e.roll.faces[0] % 10 + sum(each.n for each in e.modifiers)
    roll = f"🎲 {thrown(e.roll.faces[0], e.modifiers, total)}, {e.cf} or less"
    if e.over:
        return (
            f"A battery tries to keep {names.place(e.hex)} under fire: {roll}. The shells for that have run out."
        )
    how = "it is under fire, with the hexes around it, for this turn" if e.holds else "it does not succeed"
    return f"A battery tries to keep {names.place(e.hex)} under fire: {roll}: {how}."


@on(ev.Harassed)
def _harassed(seen: Seen[State], e: ev.Harassed) -> str:
    some = shown(seen, e.units)
    dice = ", ".join(names.tens(roll) for roll in e.rolls)
    hit = shown(seen, e.hits)
    result = f"{names.units(hit)} {names.does(hit, 'is', 'are')} **disrupted**" if hit else "nobody is hit"
    comes = names.does(some, "comes", "come")
    return f"{names.units(some)} {comes} under interdiction fire at {e.hex}: 🎲 {dice}: {result}."


@on(ev.BlockFired)
def _block_fired(seen: Seen[State], e: ev.BlockFired) -> str:
    fires = "fire" if many(e.counter) else "fires"
    result = "it is cleared away" if e.cleared else "it stands"
    roll = f"🎲 {names.tens(e.roll)}, 1 to 4 clears it"
    return f"{names.counter(e.counter)} at {e.start} {fires} at the {e.what} at {e.hex}: {roll}: {result}."


@on(ev.Cleared)
def _cleared(seen: Seen[State], e: ev.Cleared) -> str:
    if e.how == "fire":
        return ""
    return f"{names.the_side(e.seat)} clears away the {e.what} at {e.hex}."


@on(ev.Assaulted)
def _assaulted(seen: Seen[State], e: ev.Assaulted) -> str:
    attackers = join(map(names.counter, e.counters))
    defenders = join(map(names.counter, e.defending)) or "nobody"
    storms = "storm" if len(e.counters) > 1 or many(e.counters[0]) else "storms"
    total = e.roll.faces[0] % 10 + sum(each.n for each in e.modifiers)
    roll = f"🎲 {thrown(e.roll.faces[0], e.modifiers, total)}, {e.cf} or less wins"
    result = "**the defenders are destroyed**" if e.won else "**the attackers are destroyed**"
    small = f"\n-# Modifiers: {names.modifiers(e.modifiers)}." if e.modifiers else ""
    return f"⚔️ {attackers} {storms} {names.spot(e.hex, e.level)} against {defenders}: {roll}: {result}.{small}"


@on(ev.Wrecked)
def _wrecked(seen: Seen[State], e: ev.Wrecked) -> str:
    return f"🔥 A wreck blocks the road at {e.hex}."


@on(ev.Rubbled)
def _rubbled(seen: Seen[State], e: ev.Rubbled) -> str:
    down = shown(seen, e.down, own=False)
    falls = f" {begun(names.units(down))} {names.does(down, 'comes', 'come')} down with it." if down else ""
    return f"🏚️ {names.place(e.hex)} collapses into **rubble**.{falls}"
