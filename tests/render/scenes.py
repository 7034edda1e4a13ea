"""Battles for pictures: a scenario with its suggested set-up, fresh or later."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, cycle

from msgspec.structs import replace

from bot.kernel.secret import EVERYONE, Seat, private
from bot.titles.tide.field import flames
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Turn
from bot.titles.tide.model.table import (
    HQ,
    Activity,
    Base,
    CardId,
    Damage,
    Deck,
    DeckId,
    HexId,
    Morale,
    Munition,
    MunitionKind,
    SabotageCard,
    SabotageId,
    ShelterId,
    Squad,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)
from bot.titles.tide.printed.records import SideRecord
from bot.titles.tide.printed.tables import deck_list, tables

GERMAN, SOVIET = Seat("german"), Seat("soviet")


def battle(scenario: str = "kalach") -> State:
    """Return a battle in its second round, with cards, sabotage and losses.

    The Soviet side is to act.
    """
    record = tables().scenarios[scenario]
    placed = enumerate(record.works)
    works = {WorkId(f"w{i}"): Work(WorkId(f"w{i}"), work.kind, HexId(work.hex)) for i, work in placed}
    units: dict[UnitId, Squad | Vehicle] = {}
    for seat, side in record.sides.items():
        units |= {unit.id: unit for unit in _forces(Seat(seat), side, works)}
    owned = [(seat, deck) for seat, side in record.sides.items() for deck in side.decks]
    decks = {
        DeckId(deck): _deck(owner, DeckId(deck))
        for owner, deck in [*owned, *(("", d) for d in record.shared_decks)]
    }
    return State(
        scenario=scenario,
        round=2,
        phase="action",
        initiative=Seat(record.initiative),
        units=units,
        works=works,
        control={HexId(goal.hex): Seat(goal.holder) for goal in record.objectives if goal.holder},
        hq={Seat(seat): _hq(side) for seat, side in record.sides.items()},
        decks=decks,
        sabotage={
            SabotageId("b1"): SabotageCard(SOVIET, private("partisan-raid", SOVIET)),
            SabotageId("b2"): SabotageCard(SOVIET, private("leaked-plans", SOVIET), next(iter(decks))),
        },
        lost={GERMAN: ("regular", "regular", "opel-blitz"), SOVIET: ("officer",)},
        steps=(Turn(SOVIET, 2),),
    )


def _forces(seat: Seat, side: SideRecord, works: dict[WorkId, Work]) -> Iterator[Squad | Vehicle]:
    number = count(1)
    for division in side.divisions:
        shelters = {(work.kind, work.hex): ShelterId(work.id) for work in works.values()}
        for vehicle in division.vehicles:
            n = next(number)
            shelters[vehicle.kind, HexId(vehicle.hex)] = ShelterId(f"{seat}{n}")
            yield Vehicle(id=UnitId(f"{seat}{n}"), side=seat, number=n, hex=HexId(vehicle.hex), kind=vehicle.kind)
        for squad in division.squads:
            n = next(number)
            base = Base(division.name, squad.figures, squad.special)
            yield Squad(
                id=UnitId(f"{seat}{n}"),
                side=seat,
                number=n,
                hex=HexId(squad.hex),
                base=private(base, seat if squad.concealed else EVERYONE),
                concealed=squad.concealed,
                within=shelters.get((squad.into, HexId(squad.hex)), ShelterId("")),
            )


def _deck(owner: str, key: DeckId) -> Deck:
    cards, combined = deck_list(key), tables().decks[key].combined
    return Deck(Seat(owner), cards[4:], combined=combined, top=cards[3] if combined else CardId(""))


def _hq(side: SideRecord) -> HQ:
    decks = tuple(DeckId(deck) for deck in side.decks)
    return HQ(
        command=side.command,
        on_initiative=2,
        points=1,
        decks=decks,
        cards=tuple(deck_list(deck)[0] for deck in decks),
        in_play=(deck_list(decks[0])[2],),
        operations=side.operations,
    )


def worn(state: State) -> State:
    """Return the battle after some fighting, with every activity, morale and damage."""
    activities: Iterator[Activity] = cycle(("fresh", "fatigued", "op fire"))
    morales: Iterator[Morale] = cycle(("", "", "pinned", "disrupted"))
    damages: Iterator[Damage] = cycle(("", "light", "heavy", ""))
    units: dict[UnitId, Squad | Vehicle] = {}
    for id, unit in state.units.items():
        if isinstance(unit, Squad):
            units[id] = replace(unit, activity=next(activities), morale=next(morales))
        else:
            units[id] = replace(unit, activity=next(activities), damage=next(damages))
    return replace(state, units=units)


def armed(state: State) -> State:
    """Return the battle with the additions of Fury of the Bear.

    These are guns, rounds, fougasses, fires, trenches and mines.
    """
    soviet = [unit for unit in state.units.values() if unit.side == SOVIET and isinstance(unit, Squad)]
    places = [unit.hex for unit in soviet if unit.hex]
    guns = [
        Vehicle(id=UnitId(f"gun{n}"), side=SOVIET, number=n, hex=hex, kind="zis-3")
        for n, hex in ((91, soviet[0].hex), (92, HexId("P9")))
    ]
    tanks = [unit for unit in state.units.values() if isinstance(unit, Vehicle)]
    kinds: Iterator[MunitionKind] = cycle(("ap-b", "he", "smoke", "ap-c"))
    munitions = {unit.id: Munition(unit.side, private(next(kinds), unit.side), 1) for unit in (*tanks[:3], *guns)}
    open_ = munitions[guns[1].id]
    munitions[guns[1].id] = replace(open_, kind=open_.kind.reveal())
    works = [
        flames.fougasse(WorkId("f1"), SOVIET, places[0], 3, 2),
        flames.fougasse(WorkId("f2"), GERMAN, HexId("H9"), 1, 2),
        Work(WorkId("f3"), "weak-fire", HexId("I4")),
        Work(WorkId("f4"), "strong-fire", HexId("I6")),
        Work(WorkId("f5"), "trench", HexId("K9")),
        Work(WorkId("f6"), "instant-mines", HexId("L9")),
    ]
    return replace(
        state,
        units=state.units | {gun.id: gun for gun in guns},
        works=state.works | {work.id: work for work in works},
        munitions=munitions,
    )
