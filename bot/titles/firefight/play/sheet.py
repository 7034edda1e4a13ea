"""Setup of a solo game after generation: sides, mission sheet, tiles and orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat, Secret, private
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import draw_some
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.field.boards import tops
from bot.titles.firefight.field.roads import pairs
from bot.titles.firefight.field.units import rumoured, where
from bot.titles.firefight.model.ids import GeneratorId, OrderId, Side, UnitId
from bot.titles.firefight.model.solo import AI, HUMAN, MINES, Rumour, RumourId, SheetSide, Solo, Tile
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseRoad, Generation, PlaceUnits
from bot.titles.firefight.model.table import WAITING, Orders, Player, Unit, Work
from bot.titles.firefight.printed.cards import cards, number_of
from bot.titles.firefight.printed.effects import Convoy, Place, Quarry
from bot.titles.firefight.printed.solo import deck_for, solo

T = TypeVar("T", Unit, Work)

GERMAN = 3
"""The player commands the Germans up to this face."""
DEFENSE = 3
"""The sheet has its defense side up through this face, if the tiles are tied."""
ROOM = {"counteraction": 3, "mission order": 3, "mission track": 2}
"""The number of tiles of each kind on the sheet."""
LESS = {"1-cap": 1, "2-caps": 2}
FEWER = {"1-card": 1, "2-cards": 2}
"""The handicaps: CAPs that the player loses, and order cards that the AI loses."""


# Sides.


@case("G-5.3")
def deal_sides(play: Play, step: Generation) -> None:
    """Roll for the player's side, and give the other to the AI.

    The player then hides the own units that were rumours.
    """
    play.emit(ev.Changed(Generation("sheet", step.order)))
    roll = play.dice.roll("the side of the player", 1)
    side: Side = "german" if roll.faces[0] <= GERMAN else "soviet"
    play.emit(dealt(play.state, roll, side))
    hidden = tuple(hiding(play.state, side))
    if play.state.solo is not None and play.state.solo.truck and pairs(play.state):
        play.emit(ev.Begun(ChooseRoad(HUMAN)))
    for each in hidden:
        play.emit(ev.Begun(each))


def dealt(state: State, roll: Roll, side: Side) -> ev.SidesDealt:
    """Return the table after the deal: the player owns one side, the AI the other."""
    by_side = {player.side: player for player in state.players.values()}
    owners = {player.seat: HUMAN if player.side == side else AI for player in state.players.values()}
    human = by_side[side]
    assert state.solo is not None
    works, made = mined(state, tuple(belonging(work, owners) for work in state.works.values()), side)
    return ev.SidesDealt(
        roll,
        side,
        owners[state.initiative],
        (_human(state, human), _ai(next(each for each in by_side.values() if each.side != side))),
        tuple(belonging(unit, owners) for unit in state.units.values()),
        works,
        tuple(replace(each, seat=owners[each.seat]) for each in state.record),
        tuple(replace(each, seat=owners[each.seat]) for each in state.conditions),
        made,
    )


def belonging(piece: T, owners: dict[Seat, Seat]) -> T:
    """Return a piece with its new owner, the only reader of its hidden hex."""
    owner = owners[piece.owner]
    hiding = private(piece.hiding.open(), owner) if piece.hiding is not None else None
    return replace(piece, owner=owner, hiding=hiding)


@case("G-6.3")
def _human(state: State, player: Player) -> Player:
    """Return the player with the gains of the generation, less a handicap."""
    less = LESS.get(state.options.get("handicap", ""), 0)
    return _plain(player, HUMAN, state.players[HUMAN].orders, base=max(0, player.base - less))


# FF-R124
@case("G-5.4b")
def _ai(player: Player) -> Player:
    """Return the AI: order cards replace its CAPs, and it draws no action cards."""
    return _plain(player, AI, private(Orders(), AI), base=0, draws=0, first=0)


def _plain(player: Player, seat: Seat, orders: Secret[Orders], **fields: int) -> Player:
    held = private(player.cards.open(), seat)
    nothing: Secret[tuple[GeneratorId, ...]] = private((), seat)
    return replace(
        player, seat=seat, cards=held, hand=nothing, hand_count=0, deck=private(()), orders=orders, **fields
    )


# FF-R122
@case("G-6.2.soviet08", "G-6.2.german14", "G-6.2.soviet22")
def mined(state: State, works: tuple[Work, ...], side: Side) -> tuple[tuple[Work, ...], Solo]:
    """Return the remaining works and rumours; an AI's hidden mines become rumours."""
    made = state.solo
    assert made is not None
    if side == "soviet":
        return works, replace(made, rumour_cup=(), rumours={})
    mines = [work for work in works if work.owner == AI and work.hiding is not None]
    rumours, numbered = dict(made.rumours), made.rumoured
    for numbered, work in enumerate(mines, made.rumoured + 1):
        rumours[RumourId(f"r{numbered}")] = Rumour(RumourId(f"r{numbered}"), where(work))
    cup = tuple(sorted((*made.rumour_cup, *(MINES,) * len(mines))))
    left = tuple(work for work in works if work not in mines)
    return left, replace(made, rumour_cup=cup, rumours=rumours, rumoured=numbered, truck=truck(state))


def truck(state: State) -> UnitId:
    """Return the truck of a convoy that waits off the map.

    A truck that a card has placed acts like other units.
    """
    for played, top in tops(state):
        if any(isinstance(score, Convoy) for score in top.scores):
            waiting = (id for id in played.units if state.units[id].hex == WAITING and not rumoured(state, id))
            return next(waiting, UnitId(""))
    return UnitId("")


# FF-R122
@case("G-6.2.soviet08", "G-6.2.german14")
def hiding(state: State, side: Side) -> Iterator[PlaceUnits]:
    """Yield the placements for the player's units that were rumours."""
    if side != "soviet":
        return
    for played, top in tops(state):
        for n, effect in enumerate(top.effects):
            if isinstance(effect, Quarry) and played.quarry:
                yield PlaceUnits(HUMAN, played.card, n, (played.quarry,))
            elif isinstance(effect, Place) and effect.hidden:
                units = next((each.units for each in state.record if each.card == played.chosen), ())
                waiting = tuple(id for id in units if state.units[id].hex == WAITING)
                if waiting:
                    yield PlaceUnits(HUMAN, played.card, n, waiting)


# The sheet.


@case("G-5.3", "G-5.3.2a", "G-5.5.1", "G-6.3")
def lay(play: Play, side: SheetSide | None = None) -> None:
    """Set up the sheet with its tiles, and make the deck.

    The side of the sheet is given if the battle was ready.
    """
    state = play.state
    assert state.solo is not None
    found = tiles(state)
    roll = None
    if side is None:
        side = majority(found)
    if side is None:
        roll = play.dice.roll("the side of the Solo Mission Sheet", 1)
        side = "defense" if roll.faces[0] <= DEFENSE else "offense"
    deck, added, dropped = grown(side, *gains(state))
    fewer = FEWER.get(state.options.get("handicap", ""), 0)
    handicap, lots = draw_some(play, "a Command Order Card", commands(deck), fewer)
    made = replace(
        state.solo,
        sheet=side,
        end=solo().sheets[side].end(state.rounds),
        tiles=tuple(placed(side, found)),
        orders=tuple(card for card in deck if card not in handicap),
    )
    play.emit(ev.SheetLaid(made, roll, added, dropped, handicap, lots))


@case("G-5.3")
def tiles(state: State) -> tuple[GeneratorId, ...]:
    """Return the AI's tiles: the cards that its side played for their tops, in order."""
    mine = (each.card for each in state.record if each.seat == AI and each.half == "top")
    return tuple(sorted((card for card in mine if card in solo().tiles), key=number_of))


# FF-R125
@case("G-5.3.2a")
def majority(tiles: tuple[GeneratorId, ...]) -> SheetSide | None:
    """Return the side of the sheet that most tiles favour, or `None` for a tie."""
    offense = sum(solo().tiles[card].symbol == "offense" for card in tiles)
    defense = len(tiles) - offense
    return None if offense == defense else "offense" if offense > defense else "defense"


# FF-R126
@case("G-5.3.2b", "G-5.5a")
def placed(side: SheetSide, tiles: tuple[GeneratorId, ...]) -> Iterator[Tile]:
    """Yield the tiles on their spaces, lowest first, while their kind has room."""
    taken = dict.fromkeys(ROOM, 0)
    for card in tiles:
        track = solo().tiles[card].track
        taken[track] += 1
        line = taken[track]
        if line <= ROOM[track]:
            space = solo().sheets[side].places(line)[0] if track == "mission track" else line
            yield Tile(card, track, line, space)


# The deck.


# FF-R127
@case("G-5.4b")
def gains(state: State) -> tuple[int, int]:
    """Return the numbers of CAPs that the AI gained and lost by played cards."""
    changes = []
    for each in state.record:
        option = cards().generator[each.card].option(each.half)
        changes.append(option.cap if each.seat == AI else option.enemy_cap)
    for held in state.conditions:
        if held.half == "bottom":
            gives = cards().conditions[held.card].benefit
            changes.append(gives.cap if held.seat == AI else gives.enemy_cap)
    return sum(each for each in changes if each > 0), -sum(each for each in changes if each < 0)


def commands(deck: tuple[OrderId, ...]) -> tuple[OrderId, ...]:
    """Return the command order cards of a deck."""
    return tuple(card for card in deck if solo().cards[card].command)


# FF-R127
@case("G-5.4a", "G-5.4b")
def grown(
    side: SheetSide, gained: int, lost: int
) -> tuple[tuple[OrderId, ...], tuple[OrderId, ...], tuple[OrderId, ...]]:
    """Return the deck after CAPs change it, the added cards, and the dropped cards.

    A CAP gained adds a command card, and a CAP lost drops a command card. The lowest cards change for defence, and
    the highest for attack.
    """
    deck, outermost = set(deck_for(side)), min if side == "defense" else max
    added: list[OrderId] = []
    for _ in range(gained):
        spare = [card for card in commands(tuple(solo().cards)) if card not in deck]
        if spare:
            added.append(outermost(spare))
            deck.add(added[-1])
    dropped: list[OrderId] = []
    for _ in range(lost):
        if left := commands(tuple(deck)):
            dropped.append(outermost(left))
            deck.remove(dropped[-1])
    return tuple(sorted(deck)), tuple(added), tuple(dropped)
