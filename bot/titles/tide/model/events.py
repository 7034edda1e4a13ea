"""The events of the game.

Fields may be added with defaults, never renamed or dropped.

Defaults are not written, here and in the state, so that old files still have their fingerprint when a field is
added. That makes a default a promise too: it never changes.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from bot.kernel.dice import Roll
from bot.kernel.game import Outcome
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Secret
from bot.titles.tide.model.steps import AnyStep
from bot.titles.tide.model.table import (
    HQ,
    Activity,
    Band,
    Base,
    Befallen,
    Boon,
    CardId,
    Damage,
    Deck,
    DeckId,
    Figure,
    Ground,
    HexId,
    How,
    Mode,
    Morale,
    Munition,
    MunitionKind,
    Orders,
    Phase,
    SabotageCard,
    SabotageId,
    ShelterId,
    Squad,
    TargetId,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)  # fmt: skip


class Event(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="is"):
    """Something that happened."""


class Opened(Event, frozen=True, tag="opened"):
    """The table was laid: everything that the scenario puts on it."""

    scenario: str
    options: dict[str, str]
    initiative: Seat
    hq: dict[Seat, HQ]
    works: tuple[Work, ...] = ()
    control: dict[HexId, Seat] = {}
    decks: dict[DeckId, Deck] = {}
    sabotage: dict[SabotageId, SabotageCard] = {}
    vehicles: tuple[Vehicle, ...] = ()
    deals: tuple[Annotated[Secret[Roll], Meta(description="the side whose cards they are")], ...] = ()
    """How sabotage cards were dealt to their backs."""
    orders: Orders = Orders()
    """The standing orders of all sides at the start.

    In older games standing orders chose losses automatically.
    """


class StageBegan(Event, frozen=True, tag="stage"):
    """The sequence of play advanced."""

    stage: int
    phase: Phase
    name: str


class RoundBegan(Event, frozen=True, tag="round"):
    """A new round."""

    round: int


class Begun(Event, frozen=True, tag="begun"):
    """A step was laid on the stack."""

    step: AnyStep


class Changed(Event, frozen=True, tag="changed"):
    """The step on top of the stack changed."""

    step: AnyStep


class Ended(Event, frozen=True, tag="ended"):
    """The step on top of the stack was done."""


class Built(Event, frozen=True, tag="built"):
    """A side filled a base."""

    seat: Seat
    bases: Annotated[Secret[tuple[Base, ...]], Meta(description="the side that filled it")]


class Mustered(Event, frozen=True, tag="mustered"):
    """A side is ready: its squads exist, under numbers that were dealt at random."""

    seat: Seat
    squads: tuple[Squad, ...]
    deal: Annotated[Secret[Roll], Meta(description="the side whose squads they are")]


class Placed(Event, frozen=True, tag="placed"):
    """A unit was set on the map. Unless concealed, it is now open."""

    unit: UnitId
    hex: HexId
    within: ShelterId = ShelterId("")
    concealed: bool = False
    shown: Base | None = None
    """The base of a squad set down in the open."""


class Activated(Event, frozen=True, tag="activated"):
    """A unit began an action."""

    unit: UnitId
    verb: str
    target: TargetId = TargetId("")


class Moved(Event, frozen=True, tag="moved"):
    """A unit entered a hex, its passengers with it."""

    unit: UnitId
    hex: HexId
    back: bool = False
    """It fell back to a hex that it had come through."""


class Tested(Event, frozen=True, tag="tested"):
    """A unit rolled for the ground it reached: balka, ice, bridge, instant mines."""

    unit: UnitId
    hex: HexId
    what: Ground
    roll: Roll
    need: int
    """The lowest safe face in instant mines; elsewhere the lowest that does harm."""
    harmed: bool
    modifiers: tuple[Modifier, ...] = ()
    stops: bool = False
    """It declared that it stops among the instant mines."""


class Befell(Event, frozen=True, tag="befell"):
    """Something befell a unit on its way that its owner could not foresee."""

    unit: UnitId
    what: Befallen


class Captured(Event, frozen=True, tag="captured"):
    """A piece of equipment passed to the side that entered its hex."""

    unit: UnitId
    seat: Seat


class Sheltered(Event, frozen=True, tag="sheltered"):
    """A squad went into a fortification or a transport, or came out of one."""

    unit: UnitId
    within: ShelterId = ShelterId("")


class Marked(Event, frozen=True, tag="marked"):
    """Units got or lost their activation token."""

    units: tuple[UnitId, ...]
    activity: Activity
    why: str = ""


class Revealed(Event, frozen=True, tag="revealed"):
    """A concealed squad was shown."""

    unit: UnitId
    base: Base


class Defence(Struct, frozen=True, gc=False, omit_defaults=True):
    """How one unit stood up to an attack."""

    unit: UnitId
    modifiers: tuple[Modifier, ...] = ()
    roll: Roll | None = None
    dice: int = 0
    thick: bool = False
    net: int = 0


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


class Thrown(Event, frozen=True, tag="thrown"):
    """Experts threw Molotov cocktails; dice may be rolled again before the effect."""

    unit: UnitId
    hex: HexId
    roll: Roll
    hit: int


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


class FigureLost(Event, frozen=True, tag="figure lost"):
    """A figure was removed."""

    unit: UnitId
    figure: Figure


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit left the game with everything it carried."""

    unit: UnitId
    why: str


class Suppressed(Event, frozen=True, tag="suppressed"):
    """A squad was pinned or disrupted, or recovered."""

    unit: UnitId
    morale: Morale
    why: str = ""


class Damaged(Event, frozen=True, tag="damaged"):
    """A vehicle was damaged, or repaired."""

    unit: UnitId
    damage: Damage


class Healed(Event, frozen=True, tag="healed"):
    """A medic, or a card, brought a figure to a squad, or failed to."""

    unit: UnitId
    figure: Figure | Literal[""] = ""
    roll: Roll | None = None
    new: bool = False
    """The figure was not among the lost ones."""


class WorkPlaced(Event, frozen=True, tag="work placed"):
    """A fortification, an obstacle or smoke came onto the map."""

    work: Work


class WorkRemoved(Event, frozen=True, tag="work removed"):
    """A fortification, an obstacle or smoke left the map."""

    work: WorkId
    why: str = ""


class WorkTurned(Event, frozen=True, tag="work turned"):
    """A fire grew strong, or weak."""

    work: WorkId
    kind: str
    why: str = ""


class FougasseTried(Event, frozen=True, tag="fougasse tried"):
    """An enemy approached a flame fougasse, so its cover of this hex is now open."""

    work: WorkId
    direction: int
    sprung: bool


class MunitionLaid(Event, frozen=True, tag="munition laid"):
    """A side bought a special round and laid it face down beside a unit."""

    unit: UnitId
    munition: Munition


class MunitionShown(Event, frozen=True, tag="munition shown"):
    """A special round was turned over: it counts for the attack that follows."""

    unit: UnitId
    kind: MunitionKind


class MunitionGone(Event, frozen=True, tag="munition gone"):
    """A special round left the table."""

    unit: UnitId
    why: str


class Controlled(Event, frozen=True, tag="controlled"):
    """An objective changed hands."""

    hex: HexId
    seat: Seat


class Gained(Event, frozen=True, tag="gained"):
    """A side's pool of command or its victory points changed; `why` names the reason."""

    seat: Seat
    command: int = 0
    points: int = 0
    why: str = ""


class Bid(Event, frozen=True, tag="bid"):
    """Command went from the pool to the initiative card, or was taken off it."""

    seat: Seat
    command: int
    why: str = ""


class InitiativeTaken(Event, frozen=True, tag="initiative"):
    """A side goes first in the next round."""

    seat: Seat


class Drew(Event, frozen=True, tag="drew"):
    """A side took a card from a deck into its HQ."""

    seat: Seat
    deck: DeckId
    card: CardId
    roll: Roll | None = None


class TopTurned(Event, frozen=True, tag="top turned"):
    """The next card of a combined deck lies open."""

    deck: DeckId
    card: CardId
    roll: Roll | None = None


class CardPlayed(Event, frozen=True, tag="card played"):
    """A side paid for a card; it goes to the discards, or stays in play."""

    seat: Seat
    card: CardId
    cost: int
    stays: bool = False


class CardLost(Event, frozen=True, tag="card lost"):
    """A card left an HQ, the play area or the top of a deck."""

    card: CardId
    why: str
    seat: Seat = Seat("")
    """The side that paid for it, if any."""
    lot: Roll | None = None


class Contact(Event, frozen=True, tag="contact"):
    """A card tried to establish contact with its guns."""

    seat: Seat
    card: CardId
    roll: Roll
    need: int
    made: bool


class Drifted(Event, frozen=True, tag="drifted"):
    """Where the shells came down."""

    card: CardId
    aimed: HexId
    hex: HexId
    distance: Roll
    direction: Roll | None = None


class Given(Event, frozen=True, tag="given"):
    """A boon was granted."""

    boon: Boon


class Used(Event, frozen=True, tag="used"):
    """Boons ran out, or did their work."""

    boons: tuple[Boon, ...]


class ActionsAdded(Event, frozen=True, tag="actions added"):
    """The turn of a side has more actions, or fewer."""

    seat: Seat
    n: int


class OutOfActions(Event, frozen=True, tag="out"):
    """A side takes no more actions in this phase."""

    seat: Seat
    chosen: bool = False


class SabotageLaid(Event, frozen=True, tag="sabotage laid"):
    """A sabotage card lies face down on a deck."""

    seat: Seat
    card: SabotageId
    deck: DeckId


class SabotageSprung(Event, frozen=True, tag="sabotage sprung"):
    """A side that wanted to draw turned a sabotage card over."""

    seat: Seat
    card: SabotageId
    name: str


class Transferred(Event, frozen=True, tag="transferred"):
    """Figures changed squads."""

    giver: UnitId
    taker: UnitId
    left: Annotated[Secret[Base], Meta(description="the side of the squads; everyone where that squad lies open")]
    """The giver's base afterwards."""
    right: Annotated[Secret[Base], Meta(description="the side of the squads; everyone where that squad lies open")]
    """The taker's base afterwards."""
    emptied: bool = False
    """The giver has no figure left, and its base leaves the table."""


class OrdersGiven(Event, frozen=True, tag="orders given"):
    """A player set their standing orders."""

    seat: Seat
    orders: Annotated[Secret[Orders], Meta(description="the side that gave them")]


class Reinforced(Event, frozen=True, tag="reinforced"):
    """Units were promised for a round, or have come within reach of the map."""

    seat: Seat
    units: tuple[Squad | Vehicle, ...]


class GameEnded(Event, frozen=True, tag="game ended"):
    """The battle is over."""

    outcome: Outcome
    bases: dict[UnitId, Base] = field(default_factory=dict)
    """The bases that were still concealed."""
    sabotage: dict[SabotageId, str] = field(default_factory=dict)
    """The sabotage cards still face down."""
    munitions: dict[UnitId, MunitionKind] = field(default_factory=dict)
    """The munitions still face down."""
    covers: dict[WorkId, tuple[bool, ...]] = field(default_factory=dict)
    """Where the flame fougasses would have thrown."""


EVENTS = (
    Opened, StageBegan, RoundBegan, Begun, Changed, Ended, Built, Mustered, Placed, Activated, Moved, Sheltered,
    Marked, Revealed, Attacked, Assaulted, FigureLost, Destroyed, Suppressed, Damaged, Healed, WorkPlaced,
    WorkRemoved, Controlled, Gained, Bid, InitiativeTaken, Drew, TopTurned, CardPlayed, CardLost, Contact, Drifted,
    Given, Used, ActionsAdded, OutOfActions, SabotageLaid, SabotageSprung, Transferred, OrdersGiven,
    Reinforced, GameEnded, Tested, Captured, WorkTurned, MunitionLaid, MunitionShown, MunitionGone, FougasseTried,
    Befell, Thrown,
)  # fmt: skip
