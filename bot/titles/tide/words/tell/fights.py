"""Sentences about attacks and their effects on units."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.english import count, join
from bot.titles.tide.field import names, units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Vehicle
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.words.tell.phrases import article, called, called_all, dice, fellows, on, parts, shown

HOW = {
    "fire": "fires at",
    "op fire": "fires on Op Fire at",
    "fire and move": "fires on the move at",
}
BANDS = {"close": "close range", "normal": "normal range", "long": "long range", "area": "area attack"}


@on(ev.Attacked)
def _attacked(seen: Seen[State], e: ev.Attacked) -> str:
    targets = [called(seen, stand.unit) if stand.unit else f"the hex {e.hex}" for stand in e.defences]
    again = f", once more {dice(e.again, e.hit)}" if e.again else ""
    rolled = "The same dice" if e.shared else f"🎲 {dice(e.roll, e.hit)}{again}"
    if e.kept:
        anew = f", rolled again {dice(e.roll, e.hit)}" if e.roll.faces else ""
        rolled = f"🎲 Kept {shown(e.kept, e.hit)}{anew}"
    lines = [
        _attack_line(seen, e, join(targets) if targets else "nobody"),
        f"{rolled}: {count(e.hits, 'hit')} on {e.hit} or better.",
    ]
    least = tables().numbers.defence.face
    for stand, name in zip(e.defences, targets, strict=True):
        if stand.roll is not None:
            thick = ", thick armour saves one more" if stand.thick else ""
            lines.append(f"🛡️ {name}: {dice(stand.roll, least)}{thick}: {count(stand.net, 'hit')} left.")
    if not e.shared:
        lines.append(f"-# Dice: {parts(e.modifiers)}.")
    lines += (
        f"-# Cover of {name}: {parts(stand.modifiers)}."
        for stand, name in zip(e.defences, targets, strict=True)
        if stand.modifiers
    )
    return "\n".join(lines)


GROUNDS: dict[str, str] = {
    "mines": "The minefield at {hex} goes off under {targets}.",
    "instant mines": "The instant mines at {hex} go off under {targets}.",
    "ice": "The water at {hex} takes hold of {targets}.",
}


def _attack_line(seen: Seen[State], e: ev.Attacked, targets: str) -> str:
    if e.how in GROUNDS:
        return GROUNDS[e.how].format(hex=e.hex, targets=targets)
    if e.how == "fougasse":
        return f"The burning fuel comes down on {e.hex} and finds {targets}."
    if e.how == "molotov" and units.is_special(seen.state.units[e.by[0]], "expert"):
        return f"The Molotov cocktails come down on {e.hex}."
    if e.how == "molotov":
        return f"{called(seen, e.by[0])} throws Molotov cocktails at {e.hex}."
    if e.how == "smoke round":
        return f"{called(seen, e.by[0])} fires a smoke round at {e.hex}, at {BANDS[e.band]}."
    if not e.by:
        return f"The attack comes down on {e.hex} and finds {targets}."
    if e.band == "area":
        return f"{called(seen, e.by[0])} shells {e.hex} and finds {targets}."
    friends = f" with {fellows(seen, e.by[1:])}" if len(e.by) > 1 else ""
    mode = " to suppress" if e.mode == "suppressive" else ""
    return (
        f"{called(seen, e.by[0])}{friends} {HOW[e.how]} {targets} at {e.hex}{mode}, at {BANDS[e.reach or e.band]}."
    )


@on(ev.Thrown)
def _thrown(seen: Seen[State], e: ev.Thrown) -> str:
    rolled = dice(e.roll, e.hit)
    return f"{called(seen, e.unit)} throws Molotov cocktails at {e.hex}: 🎲 {rolled}. Experts may roll dice again."


@on(ev.Assaulted)
def _assaulted(seen: Seen[State], e: ev.Assaulted) -> str:
    hit, least = tables().numbers.assault.face, tables().numbers.defence.face
    friends = f", supported by {fellows(seen, e.support)}," if e.support else ""
    again = f", once more {dice(e.again, hit)}" if e.again else ""
    against = called_all(seen, e.defenders) if e.defenders else "no resistance"
    lines = [
        f"{called(seen, e.unit)}{friends} storms {e.hex} against {against}.",
        f"⚔️ Attack {dice(e.attack, hit)}{again}; defence {dice(e.defence, hit)}; cover {dice(e.cover, least)}.",
        f"The defender takes {count(e.defender_loses, 'hit')}, the attacker {count(e.attacker_loses, 'hit')}: "
        + ("**the hex falls.**" if e.won else "**the hex holds.**"),
        f"-# Attack: {parts(e.attack_modifiers)}.",
        f"-# Defence: {parts(e.defence_modifiers)}. Cover: {parts(e.cover_modifiers)}.",
    ]
    return "\n".join(lines)


@on(ev.FigureLost)
def _figure_lost(seen: Seen[State], e: ev.FigureLost) -> str:
    return f"{called(seen, e.unit)} loses {article(names.SINGULARS[e.figure])}."


@on(ev.Destroyed)
def _destroyed(seen: Seen[State], e: ev.Destroyed) -> str:
    ends = {
        "wiped out": "is wiped out",
        "routed": "is routed and out of the battle",
        "could not retreat": "cannot retreat and is lost",
        "lost with its transport": "is lost with its transport",
        "sunk": "sinks through the ice",
    }
    return f"**{called(seen, e.unit)} {ends.get(e.why, 'is destroyed')}.**"


@on(ev.Suppressed)
def _suppressed(seen: Seen[State], e: ev.Suppressed) -> str:
    if not e.morale:
        return f"{called(seen, e.unit)} is steady again."
    if e.why == "recovery":
        return f"{called(seen, e.unit)} recovers and is only pinned."
    reasons = {"overrun": " by the tank that rolls over it", "retreat": " by the retreat", "fire": " by the fire"}
    why = reasons.get(e.why, "")
    return f"{called(seen, e.unit)} is **{e.morale}**{why}."


@on(ev.Damaged)
def _damaged(seen: Seen[State], e: ev.Damaged) -> str:
    before = seen.state.units[e.unit]
    repaired = isinstance(before, Vehicle) and (before.damage == "heavy" or not e.damage)
    if repaired:
        return f"{called(seen, e.unit)} is repaired{': only light damage is left' if e.damage else ''}."
    return f"{called(seen, e.unit)} is **{'lightly' if e.damage == 'light' else 'heavily'} damaged**."


@on(ev.Healed)
def _healed(seen: Seen[State], e: ev.Healed) -> str:
    rolled = f" (🎲 {e.roll.faces[0]})" if e.roll else ""
    if e.figure:
        return f"{called(seen, e.unit)} gains {article(names.SINGULARS[e.figure])}{rolled}."
    return f"The medic cannot help {called(seen, e.unit)}{rolled}."
