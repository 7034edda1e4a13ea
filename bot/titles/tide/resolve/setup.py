"""From an empty table to the first turn: decks, muster, deployment."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.dice import Dice, Roll
from bot.kernel.game import Options
from bot.kernel.rule import case
from bot.kernel.secret import Seat, Secret, private
from bot.kit import lots
from bot.titles.tide.evolve import evolve, in_order
from bot.titles.tide.field import flames, units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Deployment, Muster
from bot.titles.tide.model.table import (
    HQ,
    Base,
    CardId,
    Deck,
    DeckId,
    HexId,
    Orders,
    SabotageCard,
    SabotageId,
    ShelterId,
    Squad,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)
from bot.titles.tide.printed.effects import Depot
from bot.titles.tide.printed.records import Division, ScenarioRecord, SideRecord, SquadList, VehicleList
from bot.titles.tide.printed.tables import deck_list, tables
from bot.titles.tide.resolve.hits import Play


@case("TOI-13.1", "TOI-13.2", "TOI-10.3a", "FB-sabotage-1", "FB-deck-2", "TOI-10.4")
def lay_out(play: Play, scenario: str, options: Options) -> None:
    """Lay the table out, with decks, set-up draws, sabotage cards and everything that is printed on the map."""
    record = tables().scenarios[scenario]
    seats = {Seat(key): side for key, side in record.sides.items()}
    sabotage, deals = _deal_sabotage(record, play.dice)
    play.emit(
        ev.Opened(
            scenario=scenario,
            options=dict(options),
            initiative=Seat(record.initiative),
            hq={seat: _hq(side) for seat, side in seats.items()},
            works=tuple(
                Work(WorkId(f"w{n}"), work.kind, HexId(work.hex)) for n, work in enumerate(record.works, start=1)
            ),
            control={HexId(o.hex): Seat(o.holder) for o in record.objectives if o.holder},
            decks=_decks(record),
            sabotage=sabotage,
            vehicles=tuple(_vehicles(record)),
            deals=deals,
            orders=Orders(casualties="ask", transfers="gaps"),
        )
    )
    for deck in play.state.decks:
        turn_top(play, deck)
    for seat, side in seats.items():
        _first_cards(play, seat, side)


def _hq(side: SideRecord) -> HQ:
    effects = [tables().operations[key].effect for key in side.operations]
    depot = sum(effect.command for effect in effects if isinstance(effect, Depot))
    return HQ(
        command=side.command + depot,
        decks=tuple(DeckId(deck) for deck in side.decks),
        cards=tuple(CardId(f"{card}.1") for card in side.cards),
        operations=side.operations,
    )


def _decks(record: ScenarioRecord) -> dict[DeckId, Deck]:
    owners = {deck: key for key, side in record.sides.items() for deck in side.decks}
    owners |= dict.fromkeys(record.shared_decks, "")
    given = {f"{card}.1" for side in record.sides.values() for card in side.cards}
    return {
        DeckId(deck): Deck(
            owner=Seat(owner),
            cards=tuple(card for card in deck_list(DeckId(deck)) if card not in given),
            combined=tables().decks[deck].combined,
        )
        for deck, owner in owners.items()
    }


@case("FB-sabotage-1")
def _deal_sabotage(
    record: ScenarioRecord, dice: Dice
) -> tuple[dict[SabotageId, SabotageCard], tuple[Secret[Roll], ...]]:
    """Give a nation with a saboteur all neutral sabotage cards and its own; whoever has initiative comes first."""
    cards: dict[SabotageId, SabotageCard] = {}
    deals = []
    neutral = [key for key, card in tables().sabotage.items() if not card.nation]
    for key in sorted(record.sides, key=lambda key: key != record.initiative):
        if "saboteur" not in record.sides[key].specialities:
            continue
        seat = Seat(key)
        hand = neutral + [name for name, card in tables().sabotage.items() if card.nation == key]
        neutral = []
        order, roll = lots.shuffle(dice, "sabotage cards", hand)
        deals.append(private(roll, seat))
        for back, name in enumerate(order, start=1):
            cards[SabotageId(f"{key[0]}-sabotage-{back}")] = SabotageCard(seat, private(name, seat))
    return cards, tuple(deals)


def _vehicles(record: ScenarioRecord) -> Iterator[Vehicle]:
    for key, side in record.sides.items():
        count: dict[str, int] = {}
        for n, vehicle in enumerate((v for d in side.divisions for v in d.vehicles), start=1):
            count[vehicle.kind] = count.get(vehicle.kind, 0) + 1
            yield Vehicle(
                id=UnitId(f"{key[0]}v{n}"), side=Seat(key), number=count[vehicle.kind], kind=vehicle.kind
            )


def _first_cards(play: Play, seat: Seat, side: SideRecord) -> None:
    decks = [DeckId(deck) for deck in side.decks]
    for n in range(side.draws):
        if decks and play.state.decks[decks[n % len(decks)]].cards:
            take_card(play, seat, decks[n % len(decks)])


@case("TOI-10.3b", "TOI-10.3d", "FB-deck-4")
def take_card(play: Play, seat: Seat, deck: DeckId) -> CardId:
    """Take a card from a deck into an HQ: the open one of a combined deck, else one by lot."""
    pile = play.state.decks[deck]
    if pile.combined:
        card = pile.top
        play.emit(ev.Drew(seat, deck, card))
        turn_top(play, deck)
        return card
    card, lot = lots.draw(play.dice, "card", pile.cards)
    play.emit(ev.Drew(seat, deck, card, lot))
    return card


@case("FB-deck-2", "FB-deck-4")
def turn_top(play: Play, deck: DeckId) -> None:
    """Turn the next card of a combined deck over, when none lies open."""
    pile = play.state.decks[deck]
    if pile.combined and not pile.top and pile.cards:
        card, lot = lots.draw(play.dice, "top card", pile.cards)
        play.emit(ev.TopTurned(deck, card, lot))


@case("TOI-2.1b")
def muster(play: Play) -> None:
    """Let every side fill its bases, all at the same time; in a fixed set-up they stand already."""
    seats = units.seats_in_order(play.state)
    lists = {seat: private(suggested_bases(units.side(play.state, seat)), seat) for seat in seats}
    play.emit(ev.Begun(Muster(() if units.scenario(play.state).fixed else seats, lists)))
    if units.scenario(play.state).fixed:
        for seat in seats:
            fall_in(play, seat)
            play.emit(*deployment_plan(play.state, seat))


def go_muster(play: Play, step: Muster) -> bool:
    """Wait until every side is ready."""
    if not step.waiting:
        play.emit(ev.Ended())
    return bool(step.waiting)


def suggested_bases(side: SideRecord) -> tuple[Base, ...]:
    """Return the bases as the scenario suggests to fill them."""
    return tuple(suggested_base(d.name, squad) for d in side.divisions for squad in d.squads)


def suggested_base(division: str, squad: SquadList) -> Base:
    """Return the base of a squad as a scenario lists it."""
    return Base(division, in_order(squad.figures), squad.special)


@case("TOI-2.1b", "TOI-12.1a")
def fall_in(play: Play, seat: Seat) -> None:
    """Turn a side's finished list into squads, under numbers that are dealt at random."""
    step = play.state.steps[-1]
    assert isinstance(step, Muster)
    bases, roll = lots.shuffle(play.dice, "squad numbers", step.lists[seat].open())
    squads = tuple(
        Squad(id=UnitId(f"{seat[0]}{number}"), side=seat, number=number, base=private(base, seat))
        for number, base in enumerate(bases, start=1)
    )
    play.emit(ev.Mustered(seat, squads, private(roll, seat)))
    waiting = tuple(other for other in step.waiting if other != seat)
    play.emit(ev.Changed(replace(step, waiting=waiting)))


@case("TOI-13.1")
def deployment(play: Play) -> None:
    """Sides place their units in the order of initiative."""
    for seat in reversed(units.seats_in_order(play.state)):
        if to_place(play.state, seat):
            play.emit(ev.Begun(Deployment(seat)))


def go_deployment(play: Play, step: Deployment) -> bool:
    """Wait until the side stands on the map; a unit for which no room is left waits for the first Status Phase."""
    waiting = any(
        may_stand(play.state, unit, hex)
        for unit in to_place(play.state, step.seat)
        for hex in start_hexes(play.state, unit)
    )
    if not waiting:
        play.emit(ev.Ended())
    return waiting


def to_place(state: State, seat: Seat) -> list[Squad | Vehicle]:
    """Return the units of a side that stand ready beside the map."""
    return [unit for unit in state.units.values() if unit.side == seat and not unit.hex]


@case("TOI-8.1", "TOI-12.2a", "FB-building-2")
def may_stand(state: State, unit: Squad | Vehicle, hex: HexId) -> bool:
    """Say whether a unit could be set down in a hex: ground that it can enter, no enemies, and room."""
    terrain = tables().terrain[units.map_of(state)[hex].terrain]
    cost = terrain.squads if isinstance(unit, Squad) else terrain.vehicles
    return cost is not None and flames.closed(state, hex) is None and units.has_room(state, hex, unit)


@case("TOI-12.1a")
def markers_left(state: State, seat: Seat) -> int:
    """Return how many concealed squad markers a side can still use in its set-up."""
    used = sum(isinstance(unit, Squad) and unit.concealed for unit in units.of(state, seat))
    return units.side(state, seat).concealed - used


@case("TOI-13.1", "FB-scenario-1")
def start_hexes(state: State, unit: Squad | Vehicle) -> tuple[HexId, ...]:
    """Return where a unit may be placed: its entry hexes, its division's zone, or its side's."""
    if unit.entry:
        return unit.entry
    side = units.side(state, unit.side)
    division = division_of(state, unit)
    zone = (division.start if division is not None else ()) or side.start
    return tuple(HexId(hex) for hex in zone)


def division_of(state: State, unit: Squad | Vehicle) -> Division | None:
    """Return the division that a unit came with; reinforcements belong to none."""
    divisions = units.side(state, unit.side).divisions
    if isinstance(unit, Squad):
        return next((d for d in divisions if d.name == units.known_base(unit).division), None)
    listed = _listed(state, unit)
    return next((d for d in divisions if any(vehicle is listed for vehicle in d.vehicles)), None)


def _listed(state: State, unit: Vehicle) -> VehicleList | None:
    """Return the line of the scenario's list that a vehicle stands for."""
    if unit.arrives:
        return None
    listed = [v for d in units.side(state, unit.side).divisions for v in d.vehicles]
    return listed[int(unit.id.partition("v")[2]) - 1]


def placed(state: State, unit: UnitId, hex: HexId, into: ShelterId, concealed: bool) -> ev.Placed:
    """Return the event of setting a unit on the map, in the open or under a marker."""
    base = units.known_base(state.units[unit])
    return ev.Placed(unit, hex, into, concealed, base if base.figures and not concealed else None)


@case("TOI-13.1")
def deployment_plan(state: State, seat: Seat) -> list[ev.Placed]:
    """Return how all units of a side that still wait would be placed, as the scenario suggests where it can be.

    Where a suggested hex has no room any more, a unit takes the first one of its zone that has.
    """
    plan = []
    for unit, place in suggestions(state, seat):
        piece, hex = state.units[unit], HexId(place.hex)
        into, concealed = ShelterId(""), False
        if isinstance(place, SquadList):
            into = shelter(state, hex, place.into)
            concealed = place.concealed and markers_left(state, seat) > 0
        if not into and not may_stand(state, piece, hex):
            room = [hex for hex in start_hexes(state, piece) if may_stand(state, piece, hex)]
            if not room:
                continue
            hex = room[0]
        plan.append(placed(state, unit, hex, into, concealed))
        state = evolve(state, plan[-1])
    return plan


def suggestions(state: State, seat: Seat) -> list[tuple[UnitId, SquadList | VehicleList]]:
    """Return where the scenario would place each unit of a side that is not on the map yet, vehicles first.

    A squad goes where a squad like it is suggested, else where there is a place left for its division. Numbers
    are random, so that equal squads, and in a fixed set-up the concealed ones, fall to their places by lot.
    """
    plan: list[tuple[UnitId, SquadList | VehicleList]] = []
    squads = []
    for unit in to_place(state, seat):
        if isinstance(unit, Squad):
            squads.append(unit)
        elif (listed := _listed(state, unit)) is not None:
            plan.append((unit.id, listed))
    for division in units.side(state, seat).divisions:
        own = [squad for squad in squads if units.known_base(squad).division == division.name]
        hidden = [suggested_base(division.name, place) for place in division.squads if place.concealed]
        left = []
        for place in division.squads:
            by_lot = place.concealed and units.scenario(state).fixed
            wanted = hidden if by_lot else [suggested_base(division.name, place)]
            squad = next((squad for squad in own if units.known_base(squad) in wanted), None)
            if squad is None:
                left.append(place)
            else:
                own.remove(squad)
                plan.append((squad.id, place))
        plan += ((squad.id, place) for squad, place in zip(own, left, strict=False))
    return plan


def shelter(state: State, hex: HexId, kind: str) -> ShelterId:
    """Return a fortification or a transport of this kind in a hex that still has room, "" for none."""
    if not kind:
        return ShelterId("")
    forts = (work.id for work in units.works_at(state, hex, kind))
    free = [ShelterId(fort) for fort in forts if not units.inside(state, ShelterId(fort))]
    free += (
        ShelterId(unit.id)
        for unit in units.at(state, hex)
        if isinstance(unit, Vehicle)
        and kind in (unit.kind, "transport")
        and len(units.passengers(state, unit)) < units.kind(unit).transport
    )
    return next(iter(free), ShelterId(""))
