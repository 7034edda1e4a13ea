"""What strategy cards do, but for those that bombard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import EVERYONE, Seat, Secret
from bot.titles.tide import forces
from bot.titles.tide.cards import targets
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    Base,
    Boon,
    CardId,
    Figure,
    HexId,
    Mode,
    ShelterId,
    Squad,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)
from bot.titles.tide.resolve import hits
from bot.titles.tide.resolve.hits import Play
from bot.titles.tide.tables import card as printed

Needs = Literal["", "hex", "unit", "against"]
"""Which field of the action names the target of a card."""


class Effect(NamedTuple):
    """What a strategy card asks for and does."""

    act: Callable[[Play, Seat, CardId, str], None]
    needs: Needs = ""
    fits: Callable[[State, Seat, str], Wrong | None] = lambda state, seat, target: None
    barrage: tuple[int, Mode, int] | None = None
    """For an area attack: its dice, mode and lowest face that hits."""
    calls: int = 0
    """The lowest face that establishes contact with the guns, where the card calls them."""
    softened: int = 0
    """How many dice fewer vehicles defend with."""


def gain(n: int) -> Effect:
    """Make a card that pays command from the bank."""
    return Effect(lambda play, seat, card, target: play.emit(ev.Gained(seat, n, why=printed(card).name)))


def boon(kind: Literal["move", "firepower", "assault"], n: int) -> Callable[[Play, Seat, CardId, str], None]:
    """Make an effect that strengthens one unit for this round."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Given(Boon(kind, seat, n, play.state.round, UnitId(target))))

    return act


def nothing(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """The card stays in play; what it changes is asked where it counts."""


def initiative(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Put command from the bank on the initiative card."""
    play.emit(ev.Bid(seat, 3, printed(card).name))


def cut(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Take command off an opponent's initiative card."""
    enemy = forces.other(play.state, seat)
    if there := min(3, play.state.hq[enemy].on_initiative):
        play.emit(ev.Bid(enemy, -there, printed(card).name))


def more_actions(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Lengthen the turn that is under way."""
    play.emit(ev.ActionsAdded(seat, 2))


def fewer_actions(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Shorten the opponent's next turn, in this round or the next."""
    play.emit(ev.Given(Boon("actions", forces.other(play.state, seat), -1, play.state.round + 1)))


def counter(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Discard a card of an opponent."""
    play.emit(ev.CardLost(CardId(target), printed(card).name))


def steady(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Clear the squads of a hex of suppression."""
    for unit in forces.at(play.state, HexId(target)):
        if unit.side == seat and forces.is_suppressed(unit):
            play.emit(ev.Suppressed(unit.id, "", printed(card).name))


def refresh(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Make a unit fresh again."""
    play.emit(ev.Marked((UnitId(target),), "fresh", printed(card).name))


def shake(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Pin a squad."""
    squad = play.state.units[UnitId(target)]
    assert isinstance(squad, Squad)
    hits.shake(play, squad, "pinned", printed(card).name)


def recovery(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Let all disrupted squads of a side recover fully in this round."""
    play.emit(ev.Given(Boon("recovery", seat, 1, play.state.round)))


def build(play: Play, kind: str, hex: HexId) -> WorkId:
    """Place a work on the map and return its id."""
    work = WorkId(f"w{play.state.serial + 1}")
    play.emit(ev.WorkPlaced(Work(work, kind, hex, play.state.round)))
    return work


def wire(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Lay razor wire."""
    build(play, "wire", HexId(target))


def mines(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Lay a minefield."""
    build(play, "mines", HexId(target))


def entrench(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Dig a squad in."""
    work = build(play, "entrenchment", play.state.units[UnitId(target)].hex)
    play.emit(ev.Sheltered(UnitId(target), ShelterId(work)))


def repair(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Make the damage of a vehicle one step lighter."""
    vehicle = play.state.units[UnitId(target)]
    assert isinstance(vehicle, Vehicle)
    play.emit(ev.Damaged(vehicle.id, "light" if vehicle.damage == "heavy" else ""))


def replace(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Return up to two regular figures to a squad."""
    for _ in range(2):
        if targets.has_room("regular")(play.state, seat, target) is None:
            play.emit(ev.Healed(UnitId(target), "regular"))


def promote(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Add an officer to a squad."""
    play.emit(ev.Healed(UnitId(target), "officer", new=True))


def arrives(*figures: Figure, vehicle: str = "") -> Effect:
    """Make a card that brings a squad or a vehicle."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        squads = (Base(printed(card).name, tuple(figures)),) if figures else ()
        reinforce(play, seat, squads, (vehicle,) if vehicle else ())

    return Effect(act)


@case("TOI-11.4")
def reinforce(
    play: Play, seat: Seat, squads: Iterable[Base], vehicles: Iterable[str], entry: tuple[HexId, ...] = ()
) -> None:
    """Bring units within reach of the map; their owner places them in the Status Phase."""
    state = play.state
    new: list[Squad | Vehicle] = []
    for number, base in enumerate(squads, start=state.hq[seat].squads + 1):
        id = UnitId(f"{seat[0]}r{state.serial + len(new)}")
        new.append(
            Squad(
                id=id, side=seat, number=number, arrives=state.round, entry=entry, base=Secret((EVERYONE,), base)
            )
        )
    for kind in vehicles:
        id = UnitId(f"{seat[0]}r{state.serial + len(new)}")
        others = [u for u in (*state.units.values(), *new) if isinstance(u, Vehicle)]
        number = 1 + sum(u.side == seat and u.kind == kind for u in others) + state.lost[seat].count(kind)
        new.append(Vehicle(id=id, side=seat, number=number, arrives=state.round, entry=entry, kind=kind))
    play.emit(ev.Reinforced(seat, tuple(new)))


def reveal_near(play: Play, seat: Seat, card: CardId, target: str) -> None:
    """Reveal the concealed enemies within two hexes."""
    here = forces.map_of(play.state)
    near = [u.id for u in forces.against(play.state, seat) if here.distance(u.hex, HexId(target)) <= 2]
    hits.reveal(play, *near)
