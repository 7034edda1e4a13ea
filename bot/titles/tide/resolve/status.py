"""The Command Phase's spending and the Status Phase, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide.cards.effects import reinforce
from bot.titles.tide.cards.sabotage import suffer
from bot.titles.tide.evolve import in_order
from bot.titles.tide.field import guns, units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arrival, Drawing, OpFirePlacing, Spending, Transferring
from bot.titles.tide.model.table import Base, CardId, DeckId, Figure, HexId, SabotageId, Squad, UnitId
from bot.titles.tide.printed.effects import Burn, WinterClothing
from bot.titles.tide.printed.tables import card as printed
from bot.titles.tide.printed.tables import spaces, tables
from bot.titles.tide.resolve import flames, munitions, setup
from bot.titles.tide.resolve.hits import Play


@case("TOI-1.3", "TOI-10.2a")
def spend(play: Play) -> None:
    """Sides spend command in the order of initiative."""
    for seat in reversed(units.seats_in_order(play.state)):
        play.emit(ev.Begun(Spending(seat)))


@case("TOI-10.3b")
def draw(play: Play) -> None:
    """Sides draw strategy cards in the order of initiative; before that, fires do their harm."""
    for seat in reversed(units.seats_in_order(play.state)):
        play.emit(ev.Begun(Drawing(seat)))
    munitions.clear_away(play)
    flames.burn(play)


def go_drawing(play: Play, step: Drawing) -> bool:
    """Wait while the side can still draw or subvert."""
    if step.left and drawable(play.state, step.seat):
        return True
    if subvertible(play.state, step.seat):
        return True
    play.emit(ev.Ended())
    return False


@case("FB-deck-1", "FB-deck-3", "TOI-10.3d")
def drawable(state: State, seat: Seat) -> list[DeckId]:
    """Return the decks that a side may draw from: its own and shared ones, of combined ones its open card."""
    return [
        deck
        for deck, pile in state.decks.items()
        if pile.owner in ("", seat)
        and (printed(pile.top).nation in ("", seat) if pile.top else bool(pile.cards) and not pile.combined)
    ]


@case("FB-subvert-1", "FB-subvert-2")
def subvertible(state: State, seat: Seat) -> list[CardId]:
    """Return the cards that a side could pay to discard: with the icon, in an enemy HQ or the common area.

    A card that has been played and stays in play lies in neither.
    """
    if state.hq[seat].command < tables().numbers.sabotage.subversion:
        return []
    tops = [deck.top for deck in state.decks.values() if deck.top and not deck.owner]
    lying = [*state.hq[units.other(state, seat)].cards, *tops]
    return [card for card in lying if printed(card).subversion]


@case("TOI-10.3b", "FB-sabotage-5", "FB-sabotage-6")
def draw_card(play: Play, seat: Seat, deck: DeckId) -> None:
    """Draw from a deck: first whatever was laid on it is turned over, then the card is taken."""
    step = play.state.steps[-1]
    assert isinstance(step, Drawing)
    stopped = [_spring(play, seat, back) for back in sabotage_on(play.state, deck)]
    if any(stopped):
        play.emit(ev.Changed(replace(step, left=0)))
        return
    card = setup.take_card(play, seat, deck)
    more = step.first and printed(card).plus
    play.emit(ev.Changed(replace(step, left=1 if more else 0, first=False)))


def sabotage_on(state: State, deck: DeckId) -> list[SabotageId]:
    """Return the sabotage cards that lie on a deck."""
    return [back for back, card in state.sabotage.items() if card.place == deck]


def _spring(play: Play, seat: Seat, back: SabotageId) -> bool:
    """Turn a sabotage card over; say whether the drawing ends with it."""
    key = play.state.sabotage[back].card.open()
    play.emit(ev.SabotageSprung(seat, back, key))
    effect = tables().sabotage[key].effect
    suffer(play, seat, effect, tables().sabotage[key].name)
    return isinstance(effect, Burn)


@case("FB-subvert-2", "FB-deck-4")
def subvert(play: Play, seat: Seat, card: CardId) -> None:
    """Pay for the discard of a card; the next one of a combined deck is turned over."""
    price = tables().numbers.sabotage.subversion
    play.emit(ev.Gained(seat, -price, why="subversion"), ev.CardLost(card, "subverted", seat))
    for deck in play.state.decks:
        setup.turn_top(play, deck)


@case("TOI-11.1", "TOI-2.3e", "TOI-9.7")
def tokens(play: Play) -> None:
    """Remove activation tokens, then pinned ones; disrupted squads become pinned; smoke and cards run out."""
    used = tuple(unit.id for unit in play.state.units.values() if unit.activity != "fresh")
    if used:
        play.emit(ev.Marked(used, "fresh"))
    shaken = [unit for unit in play.state.units.values() if isinstance(unit, Squad) and unit.morale]
    for squad in shaken:
        if _freezes(play.state, squad):
            continue
        recovers = squad.morale == "pinned" or _recovers(play.state, squad)
        play.emit(ev.Suppressed(squad.id, "" if recovers else "pinned", "recovery"))
    for work in list(play.state.works.values()):
        if work.kind == "smoke" and work.since < play.state.round:
            play.emit(ev.WorkRemoved(work.id, "drifted away"))


@case("FB-snow-1")
def _freezes(state: State, squad: Squad) -> bool:
    """Say whether frost keeps a squad on snow from recovering."""
    frost = any(boon.kind == "frost" and boon.side == squad.side for boon in state.boons)
    return frost and units.snowy(state, squad) and not units.standing(state, squad.side, WinterClothing)


def _recovers(state: State, squad: Squad) -> bool:
    if any(boon.kind == "recovery" and boon.side == squad.side for boon in state.boons):
        return True
    if units.snow_trait(state, squad.hex) and units.standing(state, squad.side, WinterClothing):
        return True
    return units.officer_at(state, squad.hex, squad.side) and units.aboard(state, squad) is None


@case("TOI-11.2")
def op_fire(play: Play) -> None:
    """Sides put fresh units on Op Fire in the order of initiative; immediately before, they buy munitions."""
    for seat in reversed(units.seats_in_order(play.state)):
        waiting = any(_might_watch(play.state, unit) for unit in units.of(play.state, seat))
        if waiting and not sleepless(play.state, seat):
            play.emit(ev.Begun(OpFirePlacing(seat)))
    munitions.arm(play)


def _might_watch(state: State, unit: units.AnyUnit) -> bool:
    """Say whether a unit can be put on Op Fire, or is concealed and so might have something to fire with."""
    if isinstance(unit, Squad) and unit.concealed:
        return units.activable(state, unit) and not on_ice(state, unit)
    return op_fire_ready(state, unit)


def sleepless(state: State, seat: Seat) -> bool:
    """Say whether sabotage keeps a side from putting units on Op Fire in this Status Phase."""
    return any(boon.kind == "no op fire" and boon.side == seat for boon in state.boons)


@case("FB-stream-2")
def on_ice(state: State, unit: units.AnyUnit) -> bool:
    """Say whether a unit is on a frozen stream, where nobody goes on Op Fire."""
    return units.map_of(state)[unit.hex].terrain == "frozen-stream"


@case("TOI-4.3", "TOI-2.3j", "FB-equip-5")
def op_fire_ready(state: State, unit: units.AnyUnit) -> bool:
    """Say whether a unit can be put on Op Fire: fresh, steady, and with something but a mortar to fire."""
    if not units.activable(state, unit) or units.aboard(state, unit) is not None:
        return False
    if on_ice(state, unit) or not guns.manned(state, unit):
        return False
    if isinstance(unit, Squad):
        return any(kind != "mortar" for kind in units.figures(unit))
    record = units.kind(unit)
    return bool(record.infantry[1] or record.vehicles[1])


@case("TOI-11.3")
def transfers(play: Play) -> None:
    """Sides exchange figures between squads of one hex, in the order of initiative."""
    for seat in reversed(units.seats_in_order(play.state)):
        if any(True for _ in pairs(play.state, seat)):
            play.emit(ev.Begun(Transferring(seat)))


@case("TOI-11.3")
def pairs(state: State, seat: Seat) -> Iterator[tuple[Squad, Squad]]:
    """Yield the squads of a side that could exchange figures: in one hex, steady, neither alone in a transport."""
    squads = [unit for unit in units.of(state, seat) if isinstance(unit, Squad) and not unit.morale]
    for giver in squads:
        for taker in squads:
            together = giver.hex == taker.hex and units.aboard(state, giver) == units.aboard(state, taker)
            if giver.id != taker.id and together:
                yield giver, taker


def gaps(state: State, seat: Seat) -> bool:
    """Say whether a side may want to exchange figures: a squad has room for more, or is concealed."""
    return any(taker.concealed or spaces(units.figures(taker)) < 4 for _, taker in pairs(state, seat))


def after_transfer(giver: Base, taker: Base, figures: tuple[Figure, ...], back: tuple[Figure, ...]) -> (
    tuple[Base, Base] | None
):  # fmt: skip
    """Return both bases after an exchange; `None` where figures are missing or a base would overflow."""
    left, right = list(giver.figures), list(taker.figures)
    for source, goal, moved in ((left, right, figures), (right, left, back)):
        for figure in moved:
            if figure not in source:
                return None
            source.remove(figure)
            goal.append(figure)
    if spaces(tuple(left)) > 4 or spaces(tuple(right)) > 4 or not right:
        return None
    return replace(giver, figures=in_order(left)), replace(taker, figures=in_order(right))


@case("TOI-11.4")
def reinforcements(play: Play) -> None:
    """Bring in what the scenario sends in this round; boons of this round run out."""
    ended = tuple(boon for boon in play.state.boons if boon.through <= play.state.round)
    if ended:
        play.emit(ev.Used(ended))
    for column in units.scenario(play.state).reinforcements:
        if column.round == play.state.round:
            squads = [setup.suggested_base(column.division, squad) for squad in column.squads]
            entry = tuple(HexId(hex) for hex in column.entry)
            reinforce(play, Seat(column.side), squads, [v.kind for v in column.vehicles], entry)
    munitions.keep(play)
    for seat in reversed(units.seats_in_order(play.state)):
        if setup.to_place(play.state, seat):
            play.emit(ev.Begun(Arrival(seat)))


def go_arrival(play: Play, step: Arrival) -> bool:
    """Wait while units stand beside the map."""
    waiting = bool(setup.to_place(play.state, step.seat))
    if not waiting:
        play.emit(ev.Ended())
    return waiting


@case("FB-sabotage-2")
def saboteur_near(state: State, seat: Seat) -> bool:
    """Say whether a saboteur is near enough: within as many hexes as the side has sabotage cards in hand.

    It counts from an enemy command objective, a neutral objective that the enemy controls, or a squad that is
    known to have an enemy officer.
    """
    reach = sum(card.owner == seat and card.place == "hand" for card in state.sabotage.values())
    here = units.map_of(state)
    goals = [
        HexId(o.hex)
        for o in units.scenario(state).objectives
        if (o.kind == "command" and o.nation not in ("", seat))
        or (not o.nation and state.control.get(HexId(o.hex)) not in (None, seat))
    ]
    goals += [unit.hex for unit in units.against(state, seat) if "officer" in units.figures(unit)]
    return any(
        here.distance(unit.hex, goal) <= reach
        for unit in units.of(state, seat)
        if units.is_special(unit, "saboteur")
        for goal in goals
    )


def lay_sabotage(play: Play, seat: Seat, card: SabotageId, deck: DeckId) -> None:
    """Pay for a sabotage card and lay it face down on a deck."""
    step = play.state.steps[-1]
    assert isinstance(step, Spending)
    play.emit(
        ev.Gained(seat, -tables().numbers.sabotage.card, why="sabotage"),
        ev.SabotageLaid(seat, card, deck),
        ev.Changed(replace(step, sabotaged=True)),
    )


def all_on_op_fire(play: Play, units: tuple[UnitId, ...]) -> None:
    """Put units on Op Fire."""
    play.emit(ev.Marked(units, "op fire"))
