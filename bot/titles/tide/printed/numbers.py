"""The numbers of the rules in `data/tide/tables.toml`; each table names its case."""

from typing import Literal

from msgspec import Struct

from bot.titles.tide.printed.record import Number, Record

Wreck = Literal["light", "heavy", "destroyed"]


class Hit(Record, frozen=True):
    """TOI-5.2a: the lowest face that hits, by range."""

    close: Number
    normal: Number
    long: Number
    area: Number


class Face(Record, frozen=True):
    """The lowest face of a die that counts."""

    face: Number


class Suppression(Record, frozen=True):
    """TOI-5.4b: the fewest hits for each result."""

    pinned: Number
    disrupted: Number
    routed: Number


class Passage(Record, frozen=True):
    """FB-mines-2 to FB-mines-4: the lowest safe faces in mines.

    They apply if the terrain does not decide; stopping adds a number.
    """

    vehicles: Number
    road: Number
    hill: Number
    snow: Number
    stopping: int


class Ice(Record, frozen=True):
    """FB-stream-3, FB-stream-4: the ice.

    Dice of squads and vehicles, the breaking face; then dice, hits and hits to sink.
    """

    squads: Number
    vehicles: Number
    breaks: Number
    dice: Number
    face: Number
    sinks: Number


class Slip(Record, frozen=True):
    """FB-balka-3, FB-bridge-2: the lowest face that harms a vehicle."""

    balka: Number
    bridge: Number


class MinesRecord(Record, frozen=True):
    """TOI-9.4: the dice of a minefield and the lowest face that hits."""

    dice: Number
    face: Number


class FougasseRecord(Record, frozen=True):
    """FI-fougasse-3: dice of a flame fougasse, its lowest hit, its cover reduction."""

    dice: Number
    face: Number
    cover: Number


class MolotovRecord(Record, frozen=True):
    """FI-molotov-1 to FI-molotov-3: as a fougasse, with height and the strong fire."""

    dice: Number
    face: Number
    cover: Number
    climb: Number
    strong: Number


class MunitionsRecord(Record, frozen=True):
    """FB-munition-2, FB-munition-3: the price of a munition, the most of a nation."""

    price: Number
    most: Number


class SmokeRound(Record, frozen=True):
    """FB-munition-9: the fewest hits that place smoke at the target."""

    hits: Number


class Stacking(Record, frozen=True):
    """TOI-12.2a, TOI-9.3: most units, and most entrenchments and pillboxes, in a hex."""

    units: Number
    fortifications: Number


class Penalty(Record, frozen=True):
    """TOI-4.4b: movement points less when a unit also attacks."""

    squads: int
    vehicles: int


class Costs(Record, frozen=True):
    """Other movement points: TOI-3.6a, TOI-9.1, TOI-9.5, FB-hill-4, TOI-3.2c."""

    mount: Number
    shelter: Number
    wire: Number
    uphill: Number
    overrun: Number


class SabotageCosts(Record, frozen=True):
    """FB-sabotage-3, FB-subvert-2: command to be paid."""

    card: Number
    subversion: Number


class DamageRecord(Record, frozen=True):
    """TOI-3.5a: the effect of 1, 2, 3, or 4 and more hits, by a vehicle's damage."""

    undamaged: tuple[Wreck, Wreck, Wreck, Wreck]
    light: tuple[Wreck, Wreck, Wreck, Wreck]
    heavy: tuple[Wreck, Wreck, Wreck, Wreck]


class Shadows(Record, frozen=True):
    """TOI-7.4: hexes hidden behind an obstruction from level 1 or 2."""

    level_1: Number
    level_2: Number


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules."""

    hit: Hit
    defence: Face
    assault: Face
    suppression: Suppression
    mines: MinesRecord
    fougasse: FougasseRecord
    molotov: MolotovRecord
    munitions: MunitionsRecord
    smoke_round: SmokeRound
    passage: Passage
    ice: Ice
    slip: Slip
    stacking: Stacking
    penalty: Penalty
    costs: Costs
    sabotage: SabotageCosts
    damage: DamageRecord
    shadows: Shadows
