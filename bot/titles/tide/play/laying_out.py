"""The setup of the table: armies, decks and everything printed on the map."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.dice import Dice, Roll
from bot.kernel.game import Options
from bot.kernel.rule import case
from bot.kernel.secret import Seat, Secret, private
from bot.kit import lots
from bot.titles.tide import events as ev
from bot.titles.tide.cards.decks import take_card, turn_top
from bot.titles.tide.events.base import Play
from bot.titles.tide.model.table import (
    HQ,
    CardId,
    Deck,
    DeckId,
    HexId,
    Orders,
    SabotageCard,
    SabotageId,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)
from bot.titles.tide.printed.effects import Depot
from bot.titles.tide.printed.records import ScenarioRecord, SideRecord
from bot.titles.tide.printed.tables import deck_list, tables


@case("TOI-13.1", "TOI-13.2", "TOI-10.3a", "FB-sabotage-1", "FB-deck-2", "TOI-10.4")
def lay_out(play: Play, scenario: str, options: Options) -> None:
    """Set up the table: map, armies, decks, first draws and sabotage cards."""
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
    """Deal each nation with a saboteur its sabotage cards.

    The first such nation in order of initiative also gets all neutral cards.
    """
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
