"""Every legal plain action is offered, in crowded positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.dice import SeededDice
from bot.kernel.game import legal
from bot.kernel.secret import Seat, see
from bot.titles.strike import TITLE
from bot.titles.strike.field import counters, supply
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, UnitId
from tests.strike.board import begin, set_up

CROWDED = """
    turn 3
    railways of the German gauge: C5, E5, G5, A6, C6
    A5: German 4th Army, German Trucks 1, Luftflotte 1, Railhead North, von Leeb disrupted
    A6: Railhead South, German 9th Army reduced
    C6: German 17th Army
    C5: German 6th Army, von Kleist, German Garrison
    E5: 2nd Panzer Group, XIV Panzer Corps, Guderian, Railhead Centre, German Trucks 2 disrupted
    E4: VIII Corps, XXIX Corps, LVI Panzer Corps reduced, LVII Panzer Corps
    G5: German 16th Army, XXIV Panzer Corps, Luftflotte 2 reduced
    G5: Soviet 10th Army
    F6: XLI Panzer Corps
    F6: 1st Mechanized Corps
    G6: Soviet 5th Army, 36th Rifle Corps, Zhukov
    G4: 2nd Mechanized Corps, Konev, Soviet Trucks 1
    H5: 44th Rifle Corps
    I5: Soviet 6th Army, Rokossovski disrupted
    K5: Soviet 9th Army, Soviet Trucks 2, 3rd Tank Corps reduced
    M5: Soviet 12th Army, 25th Rifle Corps, 63rd Rifle Corps
    E9: German 11th Army
    G2: Soviet 8th Army
    Breakdown Box: XLVII Panzer Corps, XXXIX Panzer Corps, XLIV Corps, XXVI Corps, XLIII Corps, German 18th Army
    Breakdown Box: 31st Rifle Corps, 51st Rifle Corps, 61st Rifle Corps, Soviet 11th Army
    Eliminated Box: LI Corps, 1st Panzer Group, SS Korps, Hungarian Corps, Finnish 6th Corps, Rumanian 3rd Army
    Eliminated Box: Soviet 3rd Army, 5th Mechanized Corps, 7th Mechanized Corps, Soviet Trucks 3, Soviet 7th Army
    Eliminated Box: Moscow Militia
    German: 40 points
    Russian: 30 points
"""


def crowded(stage: str) -> State:
    state = set_up([line.strip() for line in CROWDED.strip().splitlines()])
    state, events = begin(state, stage, SeededDice(b"crowded"))
    for event in events:
        state = TITLE.evolve(state, event)
    return state


def imaginable(state: State, seat: Seat, kind: type[do.Action]) -> Iterator[do.Action]:
    """Yield every action of a class with a value for each field, without refinements."""
    units, areas = list(state.units), list(counters.map_of(state).areas)
    mine = [id for id in units if state.units[id].side == seat]
    alone = [(id,) for id in mine]
    corps = [id for id in mine if counters.is_kind(state.units[id], "corps")]
    pairs = list(combinations(corps, 2))
    armies = [id for id in mine if counters.size(state.units[id]) > 1]
    fields: dict[type[do.Action], tuple[list[Any], ...]] = {
        do.Move: (alone, areas),
        do.Rail: (mine, areas),
        do.Convert: (mine, areas),
        do.Fly: (mine, areas),
        do.Break: (armies, pairs),
        do.Combine: (pairs, armies),
        do.Attack: (areas, ["best", "differential", "odds"], [False, True]),
        do.Lose: (units,),
        do.Recover: (units,),
        do.Swap: (armies, pairs),
        do.Replace: (units, ["", *areas], [False, True]),
        do.Rebuild: (units,),
        do.Withdraw: (areas, [(), *alone]),
        do.Advance: (alone, areas),
        do.Hold: (),
        do.Done: (),
    }
    yield from (kind(*values) for values in product(*fields[kind]))


def make(state: State, action: do.Action) -> do.Action | tuple[object, ...]:
    """Return the essence of an exchange: equal corps in one place are the same."""
    match action:
        case do.Break(_, pair) | do.Swap(_, pair) | do.Combine(pair, _):
            army = action.into if isinstance(action, do.Combine) else (getattr(action, "unit", "") or action.army)  # type: ignore[union-attr]
            looks = sorted((counters.ratings(state.units[id]), state.units[id].place) for id in pair)
            return type(action), army, tuple(looks)
        case _:
            return action


MOVES = (do.Move, do.Rail, do.Fly, do.Break, do.Combine, do.Done)
REORGANIZATION = (do.Recover, do.Swap, do.Replace, do.Rebuild, do.Done)


@pytest.mark.parametrize(
    ("stage", "seat", "kind"),
    [
        *(("railways and trucks", GERMAN, kind) for kind in (do.Convert, do.Move, do.Rail, do.Done)),
        *(("german movement", GERMAN, kind) for kind in MOVES),
        *(("russian movement", RUSSIAN, kind) for kind in MOVES if kind is not do.Fly),
        *(("german combat", GERMAN, kind) for kind in (do.Attack, do.Done)),
        *(("russian combat", RUSSIAN, kind) for kind in (do.Attack, do.Done)),
        *(("german reorganization", GERMAN, kind) for kind in REORGANIZATION),
        *(("russian reorganization", RUSSIAN, kind) for kind in REORGANIZATION),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_legal_actions_are_offered(stage: str, seat: Seat, kind: type[do.Action]) -> None:
    state = crowded(stage)
    assert_offered(state, seat, kind)


def assert_offered(state: State, seat: Seat, kind: type[do.Action]) -> None:
    seen = see(state, seat)
    allowed = [action for action in imaginable(state, seat, kind) if TITLE.judge(seen, action) is None]
    if kind is do.Attack:  # Supply is offered where somebody lacks it.
        hungry = [area for area in counters.shared(state) if supply.unsupplied(state, seat, area)]
        allowed = [a for a in allowed if isinstance(a, do.Attack) and (not a.supply or a.area in hungry)]
    assert allowed
    offered = list(legal(TITLE, seen, kind))
    assert {make(state, action) for action in allowed} <= {make(state, action) for action in offered}
    assert len(offered) == len(set(offered))


@pytest.mark.parametrize("kind", [do.Withdraw, do.Hold])
def test_withdrawals_are_offered(kind: type[do.Action]) -> None:
    state = crowded("german combat")
    there = tuple(unit.id for unit in counters.at(state, AreaId("G6"), RUSSIAN))
    assert_offered(replace(state, steps=(steps.Withdrawal(RUSSIAN, AreaId("G6"), there, 1),)), RUSSIAN, kind)


@pytest.mark.parametrize("ways", [(), (("E4", "F4", "G3"),)])
def test_advances_are_offered(ways: Any) -> None:
    state = crowded("german combat")
    there = tuple(unit.id for unit in counters.at(state, AreaId("E4"), GERMAN))
    step = steps.Advance(GERMAN, AreaId("E4"), there, ways)
    assert_offered(replace(state, steps=(step,)), GERMAN, do.Advance)


def test_losses_are_offered() -> None:
    state = crowded("german combat")
    assert_offered(replace(state, steps=(steps.Losses(GERMAN, AreaId("G5"), 2),)), GERMAN, do.Lose)


def test_reserves_are_offered_alone_and_in_pairs() -> None:
    state = crowded("german combat")
    state = replace(state, steps=(steps.Battle(AreaId("G5"), GERMAN, "odds"),))
    seen = see(state, RUSSIAN)
    russians = [id for id, unit in state.units.items() if unit.side == RUSSIAN and counters.on_map(unit)]
    groups: list[tuple[UnitId, ...]] = [(), *((id,) for id in russians), *permutations(russians, 2)]
    allowed = {frozenset(group) for group in groups if TITLE.judge(seen, do.Defend(group)) is None}
    offered = {frozenset(a.reserves) for a in legal(TITLE, seen, do.Defend) if isinstance(a, do.Defend)}
    assert allowed == offered
    assert {1, 2} <= {len(group) for group in allowed}


def test_whole_stacks_are_offered_and_given_values_are_kept() -> None:
    state = crowded("german movement")
    seen, game = see(state, GERMAN), TITLE
    moves = [a for a in legal(game, seen, do.Move) if isinstance(a, do.Move)]
    assert max(len(move.units) for move in moves) > 2
    pair = (UnitId("g-viii"), UnitId("g-xxix"))
    fixed = [a for a in legal(game, seen, do.Move, {"units": pair}) if isinstance(a, do.Move)]
    assert {move.units for move in fixed} == {pair}
    by = (AreaId("D5"),)
    round_about = list(legal(game, seen, do.Move, {"units": (UnitId("g-lvii"),), "via": by}))
    assert all(isinstance(a, do.Move) and a.via == by for a in round_about)
    assert list(legal(game, seen, do.Move, {"units": (UnitId("s-a5"),)})) == []
