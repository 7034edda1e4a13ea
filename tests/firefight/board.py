"""The table of firefight transcripts: a map, with pieces put there by a few lines.

The lines are listed in `transcripts/README.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

from msgspec.structs import replace

from bot.kernel.dice import Dice
from bot.kernel.game import Course
from bot.kernel.secret import EVERYONE, Seat, private
from bot.kit.events import evolve
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import names
from bot.titles.firefight.field.placing import toward_enemy
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model.ids import (
    FACINGS,
    SIDES,
    DefenceId,
    Edge,
    GeneratorId,
    Half,
    HexId,
    HitId,
    MapId,
    MarkerId,
    Sheet,
    Side,
    UnitId,
    WorkId,
)
from bot.titles.firefight.model.solo import AI, MINES, NOBODY, LotId, Solo, Tile
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Generation, PlayCard, Turn, Turns
from bot.titles.firefight.model.table import (
    BOXES,
    SEATS,
    WAITING,
    Control,
    Hit,
    Played,
    Player,
    Strike,
    Unit,
    Work,
)
from bot.titles.firefight.play.rumours import numbered
from bot.titles.firefight.play.sequence import SEQUENCE
from bot.titles.firefight.play.setup import lay_out
from bot.titles.firefight.printed.cards import cards, counters_of, defence_cup
from bot.titles.firefight.printed.hits import hits
from bot.titles.firefight.printed.solo import solo as solo_cards
from bot.titles.firefight.printed.units import counter_id
from tests import transcripts
from tests.scripted import ScriptedDice

EDGE: dict[Side, Edge] = {"german": "south", "soviet": "north"}


class Unset(Exception):
    """A line of a set-up says nothing that is known."""


def set_up(lines: Iterable[str]) -> State:
    """Set up map 1 without pieces; player one is German from the south, two is Soviet."""
    lines = list(lines)
    scenario = next((line.split()[1] for line in lines if line.startswith("guideline ")), "intro")
    options = dict(line.removeprefix("option ").split("=") for line in lines if line.startswith("option "))
    play: Course[State, Any] = Course(evolve, State(), ScriptedDice([]))
    lay_out(play, scenario, options)
    play.emit(ev.GenerationBegan(defence_cup(smoke=False), tuple(cards().conditions)))
    state = replace(play.state, phase="generation", field=(Sheet(MapId("1")),), initiative=SEATS[0])
    for n, seat in enumerate(state.players):
        side = SIDES[n % 2]
        state = _player(state, seat, side=side, force=n, edges=(EDGE[side],), base=4)
    for line in lines:
        state = _apply(state, line)
    return state


def _player(state: State, seat: Seat, **fields: Any) -> State:
    return replace(state, players={**state.players, seat: replace(state.players[seat], **fields)})


def _apply(state: State, line: str) -> State:
    for pattern, apply in _LINES:
        if found := re.fullmatch(pattern, line):
            return apply(state, *found.groups())
    raise Unset(line)


def seat_of(state: State, text: str) -> Seat:
    """Return the first player of a side: "German", or of "German 2" the second."""
    name, _, number = text.lower().partition(" ")
    mine = [seat for seat, player in state.players.items() if player.side == name]
    return mine[int(number or 1) - 1]


def unit_ids(text: str) -> list[UnitId]:
    """Return the units of "German Rifle 03, LMG 11"."""
    side, _, rest = text.partition(" ")
    return [UnitId(counter_id(cast(Side, side.lower()), int(name.split()[-1]))) for name in rest.split(", ")]


def _units(state: State, hex: HexId, facing: str, text: str, **fields: Any) -> State:
    side = cast(Side, text.split()[0].lower())
    owner = seat_of(state, side)
    way = facing or (toward_enemy(state, side, hex) if hex not in BOXES else "N")
    new = {
        id: Unit(id, cast(Any, id), owner, side, hex, way, **fields)  # type: ignore[arg-type]
        for id in unit_ids(text)
    }
    return replace(state, units={**state.units, **new})


def _put(state: State, hex: str, facing: str, text: str) -> State:
    return _units(state, HexId(f"{state.field[0].map}-{hex}"), facing, text)


def _hidden(state: State, hex: str, text: str) -> State:
    for id in unit_ids(text):
        state = _units(state, WAITING, "", f"{text.split()[0]} {id[1:]}")
        hiding = private(HexId(f"{state.field[0].map}-{hex}"), state.units[id].owner)
        state = evolve(state, ev.UnitHid(id, hiding))
    return state


def _played(state: State, card: str, half: str) -> State:
    """A card was played before: its units wait off the map."""
    side, number = card.split()
    key = GeneratorId(f"{side[0].lower()}{number}")
    seat = seat_of(state, side)
    ids = tuple(map(UnitId, counters_of(key, cast(Half, half))))
    for id in ids:
        state = _units(state, WAITING, "", f"{side} {id[1:]}", card=key)
    zone = "units" if half == "bottom" else "rules"
    return replace(state, record=(*state.record, Played(key, cast(Half, half), seat, cast(Any, zone), ids)))


def _hand(state: State, side: str, text: str) -> State:
    seat = seat_of(state, side)
    hand = tuple(GeneratorId(f"{side[0].lower()}{number}") for number in text.split(", "))
    reader = seat if state.solo is None else EVERYONE
    return _player(state, seat, hand=private(hand, reader), hand_count=len(hand))


def _plays(state: State, side: str) -> State:
    seat = seat_of(state, side)
    order = (seat, *(each for each in state.players if each != seat))
    return replace(state, steps=(Generation("cards", order, 1), PlayCard(seat)))


def _control(state: State, side: str, hex: str) -> State:
    id = MarkerId(f"m{state.serial + 1}")
    marker = Control(id, HexId(f"{state.field[0].map}-{hex}"), cast(Side, side.lower()))
    return replace(state, control={**state.control, id: marker}, serial=state.serial + 1)


def _work(state: State, side: str, kind: str, hex: str) -> State:
    id = WorkId(f"w{state.serial + 1}")
    own = cast(Side, side.lower())
    work = Work(id, cast(Any, kind), own, seat_of(state, side), HexId(f"{state.field[0].map}-{hex}"))
    return replace(state, works={**state.works, id: work}, serial=state.serial + 1)


def _maps(state: State, text: str) -> State:
    return replace(state, field=tuple(Sheet(MapId(map), 0, -n) for n, map in enumerate(text.split(", "))))


def _turn(state: State, side: str) -> State:
    """During a battle the player has the turn, and everybody a round's CAPs."""
    seat = seat_of(state, side)
    order = tuple(sorted(state.players, key=lambda each: each != seat))
    for each, player in state.players.items():
        state = _player(state, each, caps=player.base)
    stage = next(n for n, stage in enumerate(SEQUENCE.stages) if stage.name == "turns")
    steps = (Turns(order, 1), Turn(seat))
    return replace(state, phase="turns", stage=stage, round=max(1, state.round), turn=1, steps=steps)


def _hit(state: State, unit: str, marker: str) -> State:
    """A unit bears a marker, face down."""
    (id,) = unit_ids(unit)
    key = HitId(marker)
    pile = hits().markers[key].pile
    left = list(state.piles[pile].open())
    left.remove(key)
    hit = Hit(pile, private(key, state.units[id].owner))
    units = {**state.units, id: replace(state.units[id], hit=hit)}
    return replace(state, units=units, piles={**state.piles, pile: private(tuple(left))})


def _inside(state: State, text: str) -> State:
    """Units are in the work of their hex."""
    units = {**state.units}
    for id in unit_ids(text):
        work = next(work for work in state.works.values() if where(work) == units[id].hex)
        units[id] = replace(units[id], inside=work.id)
    return replace(state, units=units)


def _rides(state: State, unit: str, vehicle: str) -> State:
    """A unit is carried or towed."""
    (id,) = unit_ids(unit)
    (into,) = unit_ids(f"{unit.split()[0]} {vehicle}")
    return replace(state, units={**state.units, id: replace(state.units[id], aboard=into)})


def _smoke(state: State, density: str, hex: str) -> State:
    return replace(state, smoke={**state.smoke, HexId(f"{state.field[0].map}-{hex}"): cast(Any, density)})


def _strike(state: State, side: str, hex: str) -> State:
    """Artillery was noted before the last round."""
    seat = seat_of(state, side)
    noted = Strike(seat, state.round, private(HexId(f"{state.field[0].map}-{hex}"), seat))
    return replace(state, strikes=(*state.strikes, noted), round=state.round + 1)


# A solo mission in progress.


def _solo(state: State, **fields: Any) -> State:
    assert state.solo is not None
    return replace(state, solo=replace(state.solo, **fields))


def _sheet(state: State, side: str, marker: str) -> State:
    """The AI has no CAPs, and all order cards but those that are named later."""
    state = _player(state, AI, base=0, caps=0)
    return _solo(state, sheet=side, marker=int(marker), end=16, orders=tuple(solo_cards().cards))


def _tile(state: State, card: str, line: str, space: str | None) -> State:
    key = GeneratorId(f"{card[0].lower()}{card.split()[1]}")
    tile = Tile(key, solo_cards().tiles[key].track, int(line), int(space or line))
    assert state.solo is not None
    return _solo(state, tiles=(*state.solo.tiles, tile))


def _rumour(state: State, hex: str) -> State:
    assert state.solo is not None
    rumour = numbered(state, HexId(f"{state.field[0].map}-{hex}"))
    rumours = {**state.solo.rumours, rumour.id: rumour}
    return _solo(state, rumours=rumours, rumoured=len(rumours))


def _rumour_cup(state: State, text: str) -> State:
    """Units of the cup wait off the map."""
    lots = text.split(", ")
    for lot in lots:
        if lot not in (NOBODY, MINES):
            state = _units(state, WAITING, "", f"{lot.rpartition(' ')[0]} {lot[-2:]}")
    cup = tuple(LotId(lot if lot in (NOBODY, MINES) else unit_ids(lot)[0]) for lot in lots)
    return _solo(state, rumour_cup=cup)


_LINES: tuple[tuple[str, Callable[..., State]], ...] = (
    (r"(?:guideline|option) .*", lambda state: state),
    (r"maps? (.*)", _maps),
    (rf"([A-M]\d\d)(?: ({'|'.join(FACINGS)}))?: (.*)", _put),
    (r"hidden at ([A-M]\d\d): (.*)", _hidden),
    (r"played: (\w+ \d\d) (top|bottom)", _played),
    (r"(German|Soviet|German 2|Soviet 2) hand: (.*)", _hand),
    (r"(German|Soviet|German 2|Soviet 2) plays", _plays),
    (r"(German|Soviet) control at ([A-M]\d\d)", _control),
    (r"(German|Soviet) (hasty|trench|bunker|wire|road block|mines) at ([A-M]\d\d)", _work),
    (r"cup: (.*)", lambda state, text: replace(state, cup=tuple(map(DefenceId, text.split(", "))))),
    (r"(German|Soviet) turn", _turn),
    (r"((?:German|Soviet) .*) bears (.*)", _hit),
    (r"((?:German|Soviet) .*) inside", _inside),
    (r"((?:German|Soviet) .*) rides in (.*)", _rides),
    (r"(heavy|light) smoke at ([A-M]\d\d)", _smoke),
    (r"(German|Soviet) artillery is to land at ([A-M]\d\d)", _strike),
    (r"(offense|defense) sheet, marker on (\d+)", _sheet),
    (r"tile (\w+ \d\d): \D+(\d)(?:, space (\d+))?", _tile),
    (r"orders: (.*)", lambda state, text: _solo(state, orders=tuple(text.split(", ")))),
    (r"rumour at ([A-M]\d\d)", _rumour),
    (r"rumour cup: (.*)", _rumour_cup),
    (r"round (\d)", lambda state, n: replace(state, round=int(n))),
)
"""The pattern of each line of a set-up, and its effect."""


def begin(state: State, stage: str, dice: Dice) -> tuple[State, Sequence[Any]]:
    """Let a stage of a round begin."""
    return transcripts.begin(TITLE, SEQUENCE, state, stage, dice)


def facts(state: State) -> Iterator[str]:
    """Yield all that there is to see, a line each, with nothing hidden."""
    for unit in state.units.values():
        yield _fact(state, unit)
    for work in state.works.values():
        hidden = ", hidden" if work.hiding is not None else ""
        yield f"{names.side(work.side)} {names.work(work)} {names.at(state, where(work))}{hidden}"
    for marker in state.control.values():
        yield f"{names.side(marker.side)} control {names.at(state, marker.hex)}"
    for seat, player in state.players.items():
        yield from _player_facts(state, seat, player)
    for played in state.record:
        yield f"{names.generator_card(played.card)}: {played.half}, {played.zone}"
    for hex, smoke in state.smoke.items():
        yield f"{smoke} smoke {names.at(state, hex)}"
    for condition in state.conditions:
        yield f"{cards().conditions[condition.card].name}: {condition.half}"
    for side, points in state.points.items():
        yield f"{names.side(side)} points: {points}"
    yield f"maps: {', '.join(f'{sheet.map} at {sheet.x} {sheet.y}' for sheet in state.field)}"
    yield f"round {state.round} of {state.rounds}, {state.phase}"
    yield f"cup: {len(state.cup)}"
    if state.solo is not None:
        yield from _solo_facts(state, state.solo)


def _solo_facts(state: State, solo: Solo) -> Iterator[str]:
    """Yield what a solo game has besides the battlefield."""
    yield f"{solo.sheet or 'no'} sheet, marker on {solo.marker}, ends on {solo.end}"
    for tile in solo.tiles:
        yield f"tile {names.generator_card(tile.card)}: {tile.track} {tile.line}, space {tile.space}"
    yield f"orders: {', '.join(solo.orders)}"
    yield f"drawn orders: {', '.join(solo.used) or 'none'}, lost: {', '.join(solo.lost) or 'none'}"
    yield f"order: {solo.order or 'none'}"
    yield f"rumour cup: {', '.join(solo.rumour_cup) or 'empty'}"
    for rumour in solo.rumours.values():
        yield f"rumour {rumour.id} {names.at(state, rumour.hex)}{'' if rumour.status == 'fresh' else ', spent'}"
    if solo.road:
        names_ = [names.hex(state, hex) for hex in (solo.road[0], solo.road[-1])]
        yield f"{names.unit(state, solo.truck)} drives from {names_[0]} to {names_[1]}"


def _fact(state: State, unit: Unit) -> str:
    parts = [f"{names.unit(state, unit.id)} {names.at(state, where(unit))}"]
    if unit.hex in BOXES and unit.hiding is None:
        parts += [f"round {unit.round}"] * (unit.round > 1) + [names.edges(unit.edges)] * bool(unit.edges)
    elif unit.hiding is not None:
        parts.append("hidden")
    else:
        parts.append(f"facing {unit.facing}")
    if unit.inside:
        parts.append(f"in the {names.work(state.works[unit.inside])}")
    parts += [f"aboard {names.one(state.units[unit.aboard])}"] if unit.aboard else []
    parts += [hits().markers[unit.hit.marker.open()].name.lower()] if unit.hit is not None else []
    parts += [unit.status] * (unit.status != "fresh")
    return ", ".join(parts)


def _player_facts(state: State, seat: Seat, player: Player) -> Iterator[str]:
    name = names.player(state, seat).removeprefix("the ").removesuffix(" player")
    yield f"{name}: {player.base} CAPs"
    yield f"{name} draws {player.draws}, first {player.draws + player.first}"
    yield f"{name} enters by {names.edges(player.edges)}" if player.edges else f"{name} has no edge"
    hand = ", ".join(card[1:] for card in player.hand.open())
    yield f"{name} hand: {hand or 'empty'}"
    yield f"{name} action cards: {', '.join(player.cards.open()) or 'none'}"
    yield f"{name} has {seat}"


class Board:
    """The battlefield, as transcripts ask about it."""

    seats = SEATS
    set_up = staticmethod(set_up)
    game = staticmethod(lambda: TITLE)
    begin = staticmethod(begin)
    facts = staticmethod(facts)
