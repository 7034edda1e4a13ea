"""The card game that makes a battle.

Each part starts the next step, and asks nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import EVERYONE, Seat, Secret, private
from bot.kit.decisions import Work
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import draw_some
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field.boards import tops, with_units
from bot.titles.firefight.field.terms import caps, force, hand_size, kept, open_forces, rotation, terms
from bot.titles.firefight.field.units import on_map, side_of
from bot.titles.firefight.model.ids import GeneratorId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import (
    ChooseEdge,
    ChooseMap,
    ChooseSide,
    Generation,
    PlayCard,
    Reface,
)
from bot.titles.firefight.play import sheet
from bot.titles.firefight.printed.cards import cards, deck_of, defence_cup
from bot.titles.firefight.printed.effects import MoreEdge

FEWEST = 2
"""Extra CAPs for the player with the fewest units."""


def to_part(play: Play, **fields: object) -> None:
    """Continue with a part of the generation."""
    play.emit(ev.Changed(Generation(**fields)))  # type: ignore[arg-type]


def generate(play: Play) -> None:
    """Make a battle with cards, unless the battle is already set up.

    A prepared solo game still gets its mission sheet.
    """
    if not play.state.units:
        begin(play)


@case("G-2.0", "G-2.1.4", "G-2.1.12")
def begin(play: Play) -> None:
    """Fill the cup and let all players roll; the highest is the Initiative Player."""
    cup = defence_cup(play.state.options.get("smoke") == "yes")
    play.emit(ev.GenerationBegan(cup, tuple(cards().conditions)))
    rolls: dict[Seat, tuple[Roll, ...]] = dict.fromkeys(play.state.players, ())
    again = tuple(rolls)
    while len(again) > 1:
        for seat in again:
            rolls[seat] = (*rolls[seat], play.dice.roll("initiative of the generation", 2))
        best = max(_total(rolls[seat][-1]) for seat in again)
        again = tuple(seat for seat in again if _total(rolls[seat][-1]) == best)
    order = tuple(sorted(rolls, key=lambda seat: [-_total(roll) for roll in rolls[seat]]))
    alone = play.state.solo is not None
    play.emit(ev.GenerationRolled(order, rolls), ev.Begun(Generation("maps" if alone else "sides", order)))


def _total(roll: Roll) -> int:
    return sum(roll.faces)


# FF-R82
@case("G-2.1.1", "G-guide-7", "G-guide-8")
def sides(play: Play, step: Generation) -> None:
    """Let the players choose sides in the order of their rolls, while choices remain."""
    if step.next == len(step.order):
        to_part(play, part="maps")
        return
    seat = step.order[step.next]
    left = {terms(play.state).players[n].side for n in open_forces(play.state)}
    to_part(play, part="sides", order=step.order, next=step.next + 1)
    if len(left) > 1:
        play.emit(ev.Begun(ChooseSide(seat)))
    else:
        (side,) = left
        play.emit(ev.SideTaken(seat, side, open_forces(play.state, side)[0]))


@case("G-2.1.5", "G-guide-4")
def lay_maps(play: Play, step: Generation) -> None:
    """Ask the Initiative Player for the first map, and the next player for a second."""
    state = play.state
    if len(state.field) >= terms(state).maps:
        to_part(play, part="edges")
    elif not state.field:
        play.emit(ev.Begun(ChooseMap(state.initiative, "first")))
    else:
        play.emit(ev.Begun(ChooseMap(rotation(state, state.initiative)[1], "add")))


@case("G-2.1.6", "G-guide-7")
def share_edges(play: Play, step: Generation) -> None:
    """Ask the Initiative Player for the entry edge.

    With three players the guideline says which player chooses.
    """
    state = play.state
    without = [seat for seat, player in state.players.items() if not player.edges]
    three = terms(state).edges == "three"
    if not without:
        to_part(play, part="deal")
    elif three:
        seat = min(without, key=lambda each: state.players[each].force)
        play.emit(ev.Begun(ChooseEdge(seat, "third" if len(without) == 1 else "entry")))
    else:
        play.emit(ev.Begun(ChooseEdge(state.initiative, "entry")))


@case("G-2.1.8", "G-2.1.9", "G-2.1.10", "G-2.1.11")
def deal(play: Play, step: Generation) -> None:
    """Give each player the guideline's CAPs and generator cards from their own deck.

    Team mates with the same cards draw from one deck.
    """
    dealt: set[GeneratorId] = set()
    for seat in play.state.players if play.state.solo is None else ():
        mine = force(play.state, seat)
        deck = tuple(card for card in deck_of(mine.side, *mine.cards) if card not in dealt)
        hand, lots = deck, cast(tuple[Roll, ...], ())
        if (size := hand_size(play.state, seat)) < len(deck):
            hand, lots = draw_some(play, "a generator card", deck, size)
        dealt.update(hand)
        left = tuple(card for card in deck if card not in hand)
        play.emit(
            ev.HandDealt(
                seat,
                caps(play.state, seat),
                mine.draws,
                len(hand),
                private(tuple(sorted(hand)), seat),
                private(left),
                private(lots),
            )
        )
    if play.state.solo is not None:
        deal_decks(play)
    to_part(play, part="cards", order=rotation(play.state, play.state.initiative))


@case("G-5.1")
def deal_decks(play: Play) -> None:
    """Prepare the deck of each side in a solo game, which has no hands."""
    none: Secret[tuple[GeneratorId, ...]] = private((), EVERYONE)
    lots: Secret[tuple[Roll, ...]] = private((), EVERYONE)
    for seat in play.state.players:
        mine = force(play.state, seat)
        deck = private(deck_of(mine.side, *mine.cards))
        play.emit(ev.HandDealt(seat, caps(play.state, seat), mine.draws, 0, none, deck, lots))


CHOICE = 2
"""The number of cards to choose from in a solo game, while the deck lasts."""


@case("G-5.2")
def draw_options(play: Play, seat: Seat) -> None:
    """Draw the missing option cards. The option that was not played is still on top."""
    player = play.state.players[seat]
    hand, deck = player.hand.open(), player.deck.open()
    drawn, lots = draw_some(play, "a generator card", deck, CHOICE - len(hand))
    left = tuple(card for card in deck if card not in drawn)
    options = private(tuple(sorted((*hand, *drawn))), EVERYONE)
    play.emit(ev.OptionsDrawn(seat, drawn, lots, options, private(left)))


@case("G-3.0", "G-1.0b", "G-4.2a", "G-4.3")
def play_cards(play: Play, step: Generation) -> None:
    """Let the sides, and the members of each side, alternate playing one card each."""
    state = play.state
    seat = plays_next(state, step.order)
    if seat is not None:
        to_part(play, part="cards", order=step.order)
        if state.solo is not None:
            draw_options(play, seat)
        play.emit(ev.Begun(PlayCard(seat)))
        return
    if state.solo is None:
        discard_spare(play)
    to_part(play, part="late")


@case("G-3.0", "G-4.2a", "G-4.3")
def plays_next(state: State, order: Sequence[Seat]) -> Seat | None:
    """Return the next player to play a generator card, or `None` if all are played.

    The sides alternate while both have cards, even if team mates have hands of different sizes. Within a side, the
    player who has waited longest is next.
    """
    played = [each.seat for each in state.record]
    left = [seat for seat in order if has_cards(state, seat)]
    foes = [seat for seat in left if played and side_of(state, seat) != side_of(state, played[-1])]
    last = {seat: n for n, seat in enumerate(played)}
    return min(foes or left, key=lambda seat: last.get(seat, -1), default=None)


def has_cards(state: State, seat: Seat) -> bool:
    """Return true if a player has cards to play.

    A solo game plays as many cards as a hand would have.
    """
    if state.solo is not None:
        return sum(played.seat == seat for played in state.record) < hand_size(state, seat)
    return state.players[seat].hand_count > kept(state, seat)


@case("G-4.1")
def discard_spare(play: Play) -> None:
    """Discard the last card of each hand unseen, under the optional rule."""
    for seat, player in play.state.players.items():
        if player.hand_count:
            play.emit(ev.LastDiscarded(seat, private(player.hand.open()[0], seat)))


@case("G-3.7.1b")
def late_edges(play: Play, step: Generation) -> None:
    """Ask for edges that cards postponed to the end, for units that still wait."""
    late = [
        played
        for played, top in tops(play.state)
        if any(isinstance(each, MoreEdge) and each.when == "finish" for each in top.effects)
        and played.chosen in with_units(play.state, side_of(play.state, played.seat))
    ]
    if step.next == len(late):
        to_part(play, part="forces")
        return
    played = late[step.next]
    to_part(play, part="late", next=step.next + 1)
    play.emit(ev.Begun(ChooseEdge(played.seat, "card", played.card)))


# FF-R83
@case("G-4.0.1", "G-4.0.2b")
def compare(play: Play, step: Generation) -> None:
    """Empty the cup, and give extra CAPs to the player with the fewest units."""
    play.emit(ev.CupEmptied())
    given = Counter(dict.fromkeys(play.state.players, 0))
    for played in play.state.record:
        given[played.seat] += len(played.units)
    fewest = [seat for seat, units in given.items() if units == min(given.values())]
    if len(fewest) == 1 and play.state.options.get("smaller-force") != "no":
        play.emit(ev.BaseChanged(fewest[0], FEWEST, "the fewest units"))
    to_part(play, part="facing", order=rotation(play.state, play.state.initiative))


@case("G-4.0.3", "G-4.0.2a")
def face(play: Play, step: Generation) -> None:
    """Let the players turn their units on the map, the Initiative Player first.

    The battle is then ready.
    """
    seats = tuple(dict.fromkeys(step.order))
    if step.next == len(seats):
        if play.state.solo is not None:
            to_part(play, part="solo", order=step.order)
        else:
            play.emit(ev.Ended())
        return
    to_part(play, part="facing", order=step.order, next=step.next + 1)
    seat = seats[step.next]
    if any(unit.owner == seat and on_map(unit) for unit in play.state.units.values()):
        play.emit(ev.Begun(Reface(seat)))


def lay_sheet(play: Play, step: Generation) -> None:
    """Lay out the mission sheet of a solo game; then the battle is ready."""
    play.emit(ev.Ended())
    sheet.lay(play)


PARTS = {
    "sides": sides,
    "maps": lay_maps,
    "edges": share_edges,
    "deal": deal,
    "cards": play_cards,
    "late": late_edges,
    "forces": compare,
    "facing": face,
    "solo": sheet.deal_sides,
    "sheet": lay_sheet,
}
GENERATION: tuple[Work[State, Event, Generation], ...] = tuple(
    Work(Generation, go, part=part) for part, go in PARTS.items()
)
