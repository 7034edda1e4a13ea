"""Battles to be drawn: a scenario with its units where it suggests them, and with every state among them."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.secret import EVERYONE, Seat, private
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Turn
from bot.titles.tide.model.table import (
    HQ,
    Base,
    Deck,
    DeckId,
    HexId,
    SabotageCard,
    SabotageId,
    ShelterId,
    Squad,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)  # fmt: skip
from bot.titles.tide.tables import deck_list, tables

GERMAN, SOVIET = Seat("german"), Seat("soviet")


def battle(scenario: str = "kalach") -> State:
    """Return a battle in its third round; every second squad of those that may be is concealed."""
    record = tables().scenarios[scenario]
    works = {
        WorkId(f"w{i}"): Work(WorkId(f"w{i}"), work.kind, HexId(work.hex)) for i, work in enumerate(record.works)
    }
    units: dict[UnitId, Squad | Vehicle] = {}
    for seat, side in record.sides.items():
        number = 0
        for division in side.divisions:
            for vehicle in division.vehicles:
                number += 1
                id = UnitId(f"{seat[0]}v{number}")
                units[id] = Vehicle(id=id, side=Seat(seat), number=number, hex=HexId(vehicle.hex), kind=vehicle.kind)
            for squad in division.squads:
                number += 1
                id = UnitId(f"{seat[0]}{number}")
                base = Base(division.name, squad.figures, squad.special)
                within = next((w.id for w in works.values() if w.kind == squad.into and w.hex == squad.hex), "")
                if not within and squad.into:
                    within = next(u.id for u in units.values() if isinstance(u, Vehicle) and u.hex == squad.hex and u.kind == squad.into)
                readers = (Seat(seat),) if squad.concealed else (EVERYONE,)
                units[id] = Squad(
                    id=id, side=Seat(seat), number=number, hex=HexId(squad.hex), base=private(base, *readers),
                    concealed=squad.concealed, within=ShelterId(within),
                )  # fmt: skip
    decks = {
        DeckId(deck): Deck(Seat(owner), deck_list(DeckId(deck))[4:], combined=tables().decks[deck].combined,
                           top=deck_list(DeckId(deck))[3] if tables().decks[deck].combined else "")  # type: ignore[arg-type]
        for owner, names in [("", record.shared_decks), *((seat, side.decks) for seat, side in record.sides.items())]
        for deck in names
    }  # fmt: skip
    hq = {
        Seat(seat): HQ(
            command=side.command, on_initiative=2, points=1, decks=tuple(DeckId(deck) for deck in side.decks),
            cards=tuple(deck_list(DeckId(deck))[0] for deck in side.decks),
            in_play=tuple(deck_list(DeckId(deck))[2] for deck in side.decks[:1]),
            operations=side.operations,
        )
        for seat, side in record.sides.items()
    }  # fmt: skip
    return State(
        scenario=scenario, round=3, phase="action", initiative=Seat(record.initiative), units=units, works=works,
        control={HexId(o.hex): Seat(o.holder) for o in record.objectives if o.holder}, hq=hq, decks=decks,
        sabotage={SabotageId("b1"): SabotageCard(SOVIET, private("partisan-raid", SOVIET)),
                  SabotageId("b2"): SabotageCard(SOVIET, private("leaked-plans", SOVIET), "command-1")} if scenario == "kalach" else {},
        steps=(Turn(SOVIET, 2),), lost={GERMAN: ("regular", "regular", "opel-blitz"), SOVIET: ("officer",)},
    )  # fmt: skip


def worn(state: State) -> State:
    """Return the battle after some fighting: activity, morale and damage of every kind."""
    units = {}
    for i, (id, unit) in enumerate(state.units.items()):
        activity = ("fresh", "fatigued", "op fire")[i % 3]
        if isinstance(unit, Squad):
            units[id] = replace(unit, activity=activity, morale=("", "", "pinned", "disrupted")[i % 4])
        else:
            units[id] = replace(unit, activity=activity, damage=("", "light", "heavy")[i // 2 % 3])
    return replace(state, units=units)
