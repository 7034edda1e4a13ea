"""Events of attacks, hits, hidden units, works, smoke and artillery."""

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
    """An attack was rolled against a target.

    `HitDrawn` and `Destroyed` give the result.
    """

    kind: AttackKind
    side: Side
    hex: HexId
    units: tuple[UnitId, ...] = ()
    """The attacking units, the leader first; empty for artillery and mines."""
    target: UnitId = UnitId("")
    work: WorkId = WorkId("")
    """The work that was the target instead."""
    roll: Roll | None = None
    need: int = 0
    """The hit number without CAPs."""
    caps: int = 0
    """The CAPs that changed the roll."""
    modifiers: tuple[Modifier, ...] = ()
    flank: bool = False
    result: Literal["missed", "hit", "destroyed"] = "missed"
    last: bool = True
    """The attack has no further target."""
    luck: int = 0
    """The change of the roll by a card."""


class HitDrawn(Event, frozen=True, tag="hit drawn"):
    """A unit was hit and drew a marker, face down."""

    unit: UnitId
    pile: Pile
    marker: Marker
    lots: Lots
    left: Hits
    """The pile without the marker."""
    fate: Roll | None = None
    """The die that decided whether the hit destroys; the highest faces do."""


class HitShown(Event, frozen=True, tag="hit shown"):
    """A hit marker was turned up, because it changed a number that was used."""

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
    """The marker that returned to its pile."""
    pile: Pile = "soft"
    left: Hits | None = None
    """The pile with the marker."""
    luck: int = 0
    """The change of the roll by a card."""
    covert: OwnersHelp | None = None
    """The modifiers of a hidden unit, which would reveal its hex."""


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit was destroyed. Its hit marker, if any, went back to its pile."""

    unit: UnitId
    why: str = ""
    lost: int = 1
    """The CAPs by which the owner's rounds now begin lower."""
    caps: int = 0
    """The CAPs of this round that the owner lost at once."""
    pile: Pile = "soft"
    left: Hits | None = None


class Sighted(Event, frozen=True, tag="sighted"):
    """All players learn the hex of a hidden piece, just before it is shown."""

    hex: HexId
    unit: UnitId = UnitId("")
    work: WorkId = WorkId("")


class Shown(Event, frozen=True, tag="shown"):
    """A hidden unit was revealed."""

    unit: UnitId
    hex: HexId
    facing: Facing
    why: str = ""


class Hid(Event, frozen=True, tag="hid"):
    """A unit went into hiding, or moved hidden."""

    unit: UnitId
    hex: Annotated[Secret[HexId], Meta(description="the owner")]
    moved: bool = False
    """True if it was hidden before.

    It stays secret whether the unit moved while hiding.
    """


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
    """A hidden work was revealed."""

    work: WorkId
    hex: HexId


class WorkGone(Event, frozen=True, tag="work gone"):
    """A work was removed."""

    work: WorkId
    why: str = ""


class Took(Event, frozen=True, tag="took cover"):
    """A unit went into a fortification, or came out of it."""

    unit: UnitId
    work: WorkId
    """Empty if the unit came out."""
    facing: Facing = "N"
    found: bool = False
    """The unit was revealed there, and does not move."""


class WireRolled(Event, frozen=True, tag="wire"):
    """A die decided the extra cost of wire for a move."""

    unit: UnitId
    hex: HexId
    roll: Roll
    stopped: bool = False
    """The unit could not pay, and stays in its hex."""


class SmokeLaid(Event, frozen=True, tag="smoke laid"):
    """Smoke was laid."""

    hexes: tuple[HexId, ...]
    smoke: Smoke = "heavy"
    unit: UnitId = UnitId("")


class Plotted(Event, frozen=True, tag="plotted"):
    """A player plotted artillery."""

    strike: Strike


class Landed(Event, frozen=True, tag="landed"):
    """Artillery landed on its target or where it drifted, or a plot for no hex ended."""

    seat: Seat
    noted: HexId
    hex: HexId
    roll: Roll | None = None
    """The first die of a strike on target.

    A drifting strike keeps it in the step, and in old games here.
    """
    drift: Roll | None = None
    caps: int = 0
    off: bool = False
    """The strike drifted off the map."""
    noted_in: int = 0
    """The round before which it was plotted."""
    smoke: bool = False
    first: int = 0
    """The face of the first die, if its roll is kept in the step."""


FIGHT_EVENTS: tuple[type[Event], ...] = (
    Attacked, HitDrawn, HitShown, Rallied, Destroyed, Sighted, Shown, Hid, Searched, Loaded, Unloaded, WorkLaid,
    WorkShown, WorkGone, Took, WireRolled, SmokeLaid, Plotted, Landed,
)  # fmt: skip
