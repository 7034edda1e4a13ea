"""The numbers of the rules in `data/tide/tables.toml`; each table names its case."""

from typing import Literal

from msgspec import Struct

from bot.titles.tide.printed.record import Record

Wreck = Literal["light", "heavy", "destroyed"]


class Hit(Record, frozen=True):
    """TOI-5.2a: the lowest face that hits, by range."""

    close: int
    normal: int
    long: int
    area: int


class Face(Record, frozen=True):
    """The lowest face of a die that counts."""

    face: int


class Suppression(Record, frozen=True):
    """TOI-5.4b: the fewest hits for each result."""

    pinned: int
    disrupted: int
    routed: int


class Passage(Record, frozen=True):
    """FB-mines-2 to FB-mines-4: the lowest safe faces in mines.

    They apply if the terrain does not decide; stopping adds a number.
    """

    vehicles: int
    road: int
    hill: int
    snow: int
    stopping: int


class Ice(Record, frozen=True):
    """FB-stream-3, FB-stream-4: the ice.

    Dice of squads and vehicles, the breaking face; then dice, hits and hits to sink.
    """

    squads: int
    vehicles: int
    breaks: int
    dice: int
    face: int
    sinks: int


class Slip(Record, frozen=True):
    """FB-balka-3, FB-bridge-2: the lowest face that harms a vehicle."""

    balka: int
    bridge: int


class MinesRecord(Record, frozen=True):
    """TOI-9.4: the dice of a minefield and the lowest face that hits."""

    dice: int
    face: int


class FougasseRecord(Record, frozen=True):
    """FI-fougasse-3: dice of a flame fougasse, its lowest hit, its cover reduction."""

    dice: int
    face: int
    cover: int


class MolotovRecord(Record, frozen=True):
    """FI-molotov-1 to FI-molotov-3: as a fougasse, with height and the strong fire."""

    dice: int
    face: int
    cover: int
    climb: int
    strong: int


class MunitionsRecord(Record, frozen=True):
    """FB-munition-2, FB-munition-3: the price of a munition, the most of a nation."""

    price: int
    most: int


class SmokeRound(Record, frozen=True):
    """FB-munition-9: the fewest hits that place smoke at the target."""

    hits: int


class Stacking(Record, frozen=True):
    """TOI-12.2a, TOI-9.3: most units, and most entrenchments and pillboxes, in a hex."""

    units: int
    fortifications: int


class Penalty(Record, frozen=True):
    """TOI-4.4b: movement points less when a unit also attacks."""

    squads: int
    vehicles: int


class Costs(Record, frozen=True):
    """Other movement points: TOI-3.6a, TOI-9.1, TOI-9.5, FB-hill-4, TOI-3.2c."""

    mount: int
    shelter: int
    wire: int
    uphill: int
    overrun: int


class SabotageCosts(Record, frozen=True):
    """FB-sabotage-3, FB-subvert-2: command to be paid."""

    card: int
    subversion: int


class DamageRecord(Record, frozen=True):
    """TOI-3.5a: the effect of 1, 2, 3, or 4 and more hits, by a vehicle's damage."""

    undamaged: tuple[Wreck, Wreck, Wreck, Wreck]
    light: tuple[Wreck, Wreck, Wreck, Wreck]
    heavy: tuple[Wreck, Wreck, Wreck, Wreck]


class Shadows(Record, frozen=True):
    """TOI-7.4: hexes hidden behind an obstruction from level 1 or 2."""

    level_1: int
    level_2: int


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
