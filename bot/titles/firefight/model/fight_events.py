"""What happens in attacks, to those who are hit, to hidden units, works, smoke and artillery."""

from typing import Annotated, Literal

from msgspec import Meta

from bot.kernel.dice import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Secret
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import Facing, HexId, HitId, Side, UnitId, WorkId
from bot.titles.firefight.model.table import Hits, Lots, Pile, Smoke, Strike, Work

Marker = Annotated[Secret[HitId], Meta(description="the owner of the unit")]
OwnersHelp = Annotated[Secret[tuple[Modifier, ...]], Meta(description="the owner of the unit")]

AttackKind = Literal["fire", "close combat", "indirect", "flamethrower", "artillery", "mines", "card"]


class Attacked(Event, frozen=True, tag="attacked"):
    """An attack was rolled for one target. What came of it for a unit, `HitDrawn` and `Destroyed` say."""

    kind: AttackKind
    side: Side
    hex: HexId
    units: tuple[UnitId, ...] = ()
    """Who attacked, the leader first; nobody of artillery and mines."""
    target: UnitId = UnitId("")
    work: WorkId = WorkId("")
    """The work that was the target instead."""
    roll: Roll | None = None
    need: int = 0
    """The hit number, CAPs not counted."""
    caps: int = 0
    """What CAPs changed the roll by."""
    modifiers: tuple[Modifier, ...] = ()
    flank: bool = False
    result: Literal["missed", "hit", "destroyed"] = "missed"
    last: bool = True
    """No other target of the attack follows."""
    luck: int = 0
    """What a card changed the roll by."""


class HitDrawn(Event, frozen=True, tag="hit drawn"):
    """A unit was hit and drew a marker, face down."""

    unit: UnitId
    pile: Pile
    marker: Marker
    lots: Lots
    left: Hits
    """The pile without it."""
    fate: Roll | None = None
    """The die that said whether it destroys, as the highest faces do."""


class HitShown(Event, frozen=True, tag="hit shown"):
    """A hit marker was turned up, since it changed a number that was used."""

    unit: UnitId
    marker: HitId
    why: str = ""


class Rallied(Event, frozen=True, tag="rallied"):
    """A unit rolled to rally."""

    unit: UnitId
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    caps: int = 0
    rallied: bool = False
    marker: HitId = HitId("")
    """The marker that went back to its pile."""
    pile: Pile = "soft"
    left: Hits | None = None
    """The pile with it."""
    luck: int = 0
    """What a card changed the roll by."""
    covert: OwnersHelp | None = None
    """In place of `modifiers`, of a hidden unit: they tell what is in its hex."""


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit was destroyed. Its hit marker, if any, went back to its pile."""

    unit: UnitId
    why: str = ""
    lost: int = 1
    """By how much the owner's CAPs begin lower from now on."""
    caps: int = 0
    """How many CAPs of this round the owner lost by it at once."""
    pile: Pile = "soft"
    left: Hits | None = None


class Sighted(Event, frozen=True, tag="sighted"):
    """Everybody learns where something hides; then it is shown."""

    hex: HexId
    unit: UnitId = UnitId("")
    work: WorkId = WorkId("")


class Shown(Event, frozen=True, tag="shown"):
    """A hidden unit came to light."""

    unit: UnitId
    hex: HexId
    facing: Facing
    why: str = ""


class Hid(Event, frozen=True, tag="hid"):
    """A unit went into hiding, or moved hidden."""

    unit: UnitId
    hex: Annotated[Secret[HexId], Meta(description="the owner")]
    moved: bool = False
    """It was hidden before. Whether who goes into hiding has left its hex by it, nobody is told."""


class Searched(Event, frozen=True, tag="searched"):
    """A unit fired into a hex to find what hides there."""

    unit: UnitId
    hex: HexId
    roll: Roll
    need: int
    caps: int = 0
    modifiers: tuple[Modifier, ...] = ()


class Loaded(Event, frozen=True, tag="loaded"):
    """A unit got into a vehicle, or was hooked up to it."""

    unit: UnitId
    into: UnitId


class Unloaded(Event, frozen=True, tag="unloaded"):
    """A unit got out of its vehicle, or was unhooked."""

    unit: UnitId
    vehicle: UnitId
    hex: HexId
    facing: Facing
    how: Literal["unload", "lost"] = "unload"


class WorkLaid(Event, frozen=True, tag="work laid"):
    """A fortification or an obstacle was laid or dug."""

    work: Work


class WorkShown(Event, frozen=True, tag="work shown"):
    """A hidden work came to light."""

    work: WorkId
    hex: HexId


class WorkGone(Event, frozen=True, tag="work gone"):
    """A work is no more."""

    work: WorkId
    why: str = ""


class Took(Event, frozen=True, tag="took cover"):
    """A unit went into a fortification, or came out of it."""

    unit: UnitId
    work: WorkId
    """Empty when it came out."""
    facing: Facing = "N"
    found: bool = False
    """It has come to light there, and goes nowhere."""


class WireRolled(Event, frozen=True, tag="wire"):
    """A die said what wire adds to the cost of a move."""

    unit: UnitId
    hex: HexId
    roll: Roll
    stopped: bool = False
    """It could not pay, and stays where it was."""


class SmokeLaid(Event, frozen=True, tag="smoke laid"):
    """Smoke was laid."""

    hexes: tuple[HexId, ...]
    smoke: Smoke = "heavy"
    unit: UnitId = UnitId("")


class Plotted(Event, frozen=True, tag="plotted"):
    """A player noted where artillery is to land."""

    strike: Strike


class Landed(Event, frozen=True, tag="landed"):
    """Artillery landed, where it was meant to or where it drifted; of what was noted for no hex nothing lands."""

    seat: Seat
    noted: HexId
    hex: HexId
    roll: Roll | None = None
    """The first die, of a strike on target; of one that drifts it stands in the step, but here in older games."""
    drift: Roll | None = None
    caps: int = 0
    off: bool = False
    """It drifted off the map."""
    noted_in: int = 0
    """The round before which it was noted."""
    smoke: bool = False
    first: int = 0
    """The face of the first die, where its roll stands in the step."""


FIGHT_EVENTS: tuple[type[Event], ...] = (
    Attacked, HitDrawn, HitShown, Rallied, Destroyed, Sighted, Shown, Hid, Searched, Loaded, Unloaded, WorkLaid,
    WorkShown, WorkGone, Took, WireRolled, SmokeLaid, Plotted, Landed,
)  # fmt: skip
