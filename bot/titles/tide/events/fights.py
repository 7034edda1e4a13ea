"""Attacks, Molotov cocktails and assaults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from bot.kernel.game import Effect, Luck, Scene
from bot.kernel.roll import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Seen
from bot.kit.effects import MISSED
from bot.kit.english import count, join
from bot.kit.luck import of_dice
from bot.titles.tide.events.base import Event
from bot.titles.tide.field import names, units
from bot.titles.tide.field.names import called, called_all
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Band, HexId, How, Mode, UnitId
from bot.titles.tide.printed.tables import tables


class Defence(Struct, frozen=True, gc=False, omit_defaults=True):
    """How one unit stood up to an attack."""

    unit: UnitId
    modifiers: tuple[Modifier, ...] = ()
    roll: Roll | None = None
    dice: int = 0
    thick: bool = False
    net: int = 0


HOW = {
    "fire": "fires at",
    "op fire": "fires on Op Fire at",
    "fire and move": "fires on the move at",
}


BANDS = {"close": "close range", "normal": "normal range", "long": "long range", "area": "area attack"}


GROUNDS: dict[str, str] = {
    "mines": "The minefield at {hex} goes off under {targets}.",
    "instant mines": "The instant mines at {hex} go off under {targets}.",
    "ice": "The water at {hex} takes hold of {targets}.",
}


UNDERFOOT: dict[str, str] = {"mines": "Mines", "instant mines": "Instant mines", "ice": "The ice"}


ATTACK, COVER = ("attack dice", "hit"), ("cover dice", "saved")
"""The dice of fights, and the verb of a success."""


class Attacked(Event, frozen=True, tag="attacked"):
    """Dice fell: fire, Op Fire, a barrage, mines."""

    how: How
    side: Seat
    by: tuple[UnitId, ...]
    hex: HexId
    mode: Mode
    band: Band
    hit: int
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    defences: tuple[Defence, ...] = ()
    again: Roll | None = None
    """The dice that an expert squad rolled once more."""
    hits: int = 0
    chance: float = 1.0
    """How likely at least this many hits on the first defender were."""
    reach: Band | Literal[""] = ""
    """The range of the attack, if it hits at a better range, as HE does."""
    shared: bool = False
    """The dice are those of the attack before, which struck two hexes at once."""
    kept: tuple[int, ...] = ()
    """The dice kept from a first throw, when its owner rolled the others again."""

    def tell(self, seen: Seen[State]) -> str:
        targets = [called(seen, stand.unit) if stand.unit else f"the hex {self.hex}" for stand in self.defences]
        again = f", once more {dice(self.again, self.hit)}" if self.again else ""
        rolled = "The same dice" if self.shared else f"🎲 {dice(self.roll, self.hit)}{again}"
        if self.kept:
            anew = f", rolled again {dice(self.roll, self.hit)}" if self.roll.faces else ""
            rolled = f"🎲 Kept {shown(self.kept, self.hit)}{anew}"
        lines = [
            self._attack(seen, join(targets) if targets else "nobody"),
            f"{rolled}: {count(self.hits, 'hit')} on {self.hit} or better.",
        ]
        least = tables().numbers.defence.face
        for stand, name in zip(self.defences, targets, strict=True):
            if stand.roll is not None:
                thick = ", thick armour saves one more" if stand.thick else ""
                lines.append(f"🛡️ {name}: {dice(stand.roll, least)}{thick}: {count(stand.net, 'hit')} left.")
        if not self.shared:
            lines.append(f"-# Dice: {parts(self.modifiers)}.")
        lines += (
            f"-# Cover of {name}: {parts(stand.modifiers)}."
            for stand, name in zip(self.defences, targets, strict=True)
            if stand.modifiers
        )
        return "\n".join(lines)

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        """Report units that were hit; the events that follow say how."""
        hit = [
            result for stand in self.defences if stand.net for result in names.effect_on(seen, stand.unit, "hit")
        ]
        return hit or ([] if self.how == "smoke round" else [MISSED])

    def fortune(self, seen: Seen[State]) -> Iterable[Luck]:
        """Count every die once.

        Kept dice were thrown before, and shared dice belong to another attack.
        """
        if not self.shared and self.how not in GROUNDS:
            yield of_dice(names.nation(self.side), *ATTACK, [self.roll, self.again], self.hit)
        least = tables().numbers.defence.face
        for stand in self.defences:
            if stand.unit in seen.state.units:
                yield of_dice(names.nation(seen.state.units[stand.unit].side), *COVER, [stand.roll], least)

    def _attack(self, seen: Seen[State], targets: str) -> str:
        """Name the attacker, the target, the range and the manner."""
        if self.how in GROUNDS:
            return GROUNDS[self.how].format(hex=self.hex, targets=targets)
        if self.how == "fougasse":
            return f"The burning fuel comes down on {self.hex} and finds {targets}."
        if self.how == "molotov" and units.is_special(seen.state.units[self.by[0]], "expert"):
            return f"The Molotov cocktails come down on {self.hex}."
        if self.how == "molotov":
            return f"{called(seen, self.by[0])} throws Molotov cocktails at {self.hex}."
        if self.how == "smoke round":
            return f"{called(seen, self.by[0])} fires a smoke round at {self.hex}, at {BANDS[self.band]}."
        if not self.by:
            return f"The attack comes down on {self.hex} and finds {targets}."
        if self.band == "area":
            return f"{called(seen, self.by[0])} shells {self.hex} and finds {targets}."
        friends = f" with {fellows(seen, self.by[1:])}" if len(self.by) > 1 else ""
        mode = " to suppress" if self.mode == "suppressive" else ""
        far = BANDS[self.reach or self.band]
        return f"{called(seen, self.by[0])}{friends} {HOW[self.how]} {targets} at {self.hex}{mode}, at {far}."

    def scene(self, seen: Seen[State]) -> Scene | None:
        rolls, hits, titles = [self.roll], [self.hit], ["attack"]
        if self.again is not None:
            rolls.append(self.again)
            hits.append(self.hit)
            titles.append("once more")
        for stand in self.defences:
            if stand.roll is not None:
                rolls.append(stand.roll)
                hits.append(tables().numbers.defence.face)
                unit = seen.state.units.get(stand.unit)
                titles.append(f"{names.unit(unit)} defends" if unit is not None else "defence")
        firers = [seen.state.units[unit].hex for unit in self.by if unit in seen.state.units]
        places = tuple(dict.fromkeys([self.hex, *firers]))
        missed = not any(stand.net for stand in self.defences) if self.defences else not self.hits
        told = bool(self.defences) or self.how == "smoke round"
        chance, likely = self.chance, "No better than this" if missed else "At least this good"
        if chance > 0.5 and not missed:
            chance, likely = 1 - chance, "Worse than this"
        return Scene(
            "fight",
            self._title(seen),
            places,
            (places[1], self.hex) if len(places) > 1 else None,
            tuple(rolls),
            tuple(hits),
            tuple(titles),
            chance if told and self.how not in UNDERFOOT else None,
            likely,
        )

    def _title(self, seen: Seen[State]) -> str:
        targets = [names.full(u) for s in self.defences if (u := seen.state.units.get(s.unit)) is not None]
        lead = seen.state.units.get(self.by[0]) if self.by else None
        others = {**UNDERFOOT, "fougasse": "A flame fougasse"}
        attacker = names.full(lead) if lead is not None else others.get(self.how, "Shells")
        return f"{attacker} on {targets[0] if len(targets) == 1 else self.hex}"


def fellows(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Return the names of units beside a unit of their side that is already named."""
    pieces = (seen.state.units.get(id) for id in ids)
    return join(names.unit(piece) if piece is not None else "a unit" for piece in pieces)


def parts(modifiers: Iterable[Modifier]) -> str:
    """List what makes up a number of dice, each with its case."""
    return ", ".join(f"{m.why} {m.n:+} [{m.cite}]" for m in modifiers) or "nothing"


def dice(roll: Roll | None, least: int) -> str:
    """Return dice, in bold those that count."""
    if roll is None or not roll.faces:
        return "no dice"
    return shown(roll.faces, least)


def shown(faces: Iterable[int], least: int) -> str:
    """Return the faces of dice, in bold those that count."""
    return " ".join(f"**{face}**" if face >= least else str(face) for face in faces)


class Thrown(Event, frozen=True, tag="thrown"):
    """Experts threw Molotov cocktails; dice may be rolled again before the effect."""

    unit: UnitId
    hex: HexId
    roll: Roll
    hit: int

    def tell(self, seen: Seen[State]) -> str:
        throws = f"{called(seen, self.unit)} throws Molotov cocktails at {self.hex}"
        return f"{throws}: 🎲 {dice(self.roll, self.hit)}. Experts may roll dice again."

    def fortune(self, seen: Seen[State]) -> Iterable[Luck]:
        yield of_dice(names.nation(seen.state.units[self.unit].side), *ATTACK, [self.roll], self.hit)


class Assaulted(Event, frozen=True, tag="assaulted"):
    """Both sides of an assault rolled."""

    unit: UnitId
    hex: HexId
    support: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    attack: Roll
    defence: Roll
    cover: Roll | None
    attack_modifiers: tuple[Modifier, ...]
    defence_modifiers: tuple[Modifier, ...]
    cover_modifiers: tuple[Modifier, ...]
    attacker_loses: int
    defender_loses: int
    won: bool
    again: Roll | None = None
    chance: float = 1.0

    def tell(self, seen: Seen[State]) -> str:
        hit, least = tables().numbers.assault.face, tables().numbers.defence.face
        friends = f", supported by {fellows(seen, self.support)}," if self.support else ""
        again = f", once more {dice(self.again, hit)}" if self.again else ""
        against = called_all(seen, self.defenders) if self.defenders else "no resistance"
        attack, defence, cover = dice(self.attack, hit), dice(self.defence, hit), dice(self.cover, least)
        lost, paid = count(self.defender_loses, "hit"), count(self.attacker_loses, "hit")
        end = "falls" if self.won else "holds"
        lines = [
            f"{called(seen, self.unit)}{friends} storms {self.hex} against {against}.",
            f"⚔️ Attack {attack}{again}; defence {defence}; cover {cover}.",
            f"The defender takes {lost}, the attacker {paid}: **the hex {end}.**",
            f"-# Attack: {parts(self.attack_modifiers)}.",
            f"-# Defence: {parts(self.defence_modifiers)}. Cover: {parts(self.cover_modifiers)}.",
        ]
        return "\n".join(lines)

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        unit = seen.state.units.get(self.unit)
        side = f"{unit.side.title()} " if unit is not None else ""
        return [Effect("fight", f"The {side}assault on {self.hex} {'succeeded' if self.won else 'failed'}.")]

    def fortune(self, seen: Seen[State]) -> Iterable[Luck]:
        attacker = seen.state.units[self.unit].side
        defender = next((seen.state.units[id].side for id in self.defenders if id in seen.state.units), None)
        numbers = tables().numbers
        yield of_dice(names.nation(attacker), *ATTACK, [self.attack, self.again], numbers.assault.face)
        if defender is not None:
            yield of_dice(names.nation(defender), *ATTACK, [self.defence], numbers.assault.face)
            yield of_dice(names.nation(defender), *COVER, [self.cover], numbers.defence.face)

    def scene(self, seen: Seen[State]) -> Scene | None:
        hit, least = tables().numbers.assault.face, tables().numbers.defence.face
        strips = [
            (self.attack, hit, "assault"),
            (self.again, hit, "once more"),
            (self.defence, hit, "defenders"),
            (self.cover, least, "cover"),
        ]
        shown = [(roll, face, title) for roll, face, title in strips if roll is not None]
        unit = seen.state.units[self.unit]
        friends = [seen.state.units[each].hex for each in self.support if each in seen.state.units]
        return Scene(
            "fight",
            f"{names.full(unit)} storms {self.hex}",
            tuple(dict.fromkeys([self.hex, unit.hex, *friends])),
            (unit.hex, self.hex),
            tuple(roll for roll, _, _ in shown),
            tuple(face for _, face, _ in shown),
            tuple(title for _, _, title in shown),
            self.chance,
            "The hex falls" if self.won else "The hex holds",
        )
