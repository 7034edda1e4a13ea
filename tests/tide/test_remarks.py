"""Remarks on an order before it is given: on choices, on the whole, and reasons."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.fields import fields
from bot.kernel.game import legal
from bot.kernel.secret import Seat, private, see
from bot.kit.advice import Remark
from bot.titles.tide import TITLE
from bot.titles.tide.field.movement import POINT
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Intent, Losses, March, OnTheWay, OpFireChance
from bot.titles.tide.model.table import CardId, DeckId, HexId, TargetId, UnitId
from tests.tide.conftest import Field

GERMAN, SOVIET = Seat("german"), Seat("soviet")


@pytest.fixture
def state(field: Field) -> State:
    return field("""
        | objectives = [{ hex = "C4", name = "Farm", kind = "command", value = 2 }]
        woods at C4
        German 1st Squad, concealed (4 regulars), B4
        German 2nd Squad (4 regulars), B4
        Soviet 1st Squad (officer, 3 regulars), E4, on Op Fire
        Soviet 2nd Squad (4 regulars), H4
    """)


def named(state: State, seat: Seat, number: int) -> Any:
    return next(unit.id for unit in state.units.values() if (unit.side, unit.number) == (seat, number))


def weighed(state: State, kind: type[Any], name: str, values: list[Any], **known: Any) -> list[Remark]:
    field = next(each for each in fields(kind) if each.name == name)
    return list(TITLE.weigh(see(state, GERMAN), kind, known, field, values))


def test_a_way_shows_its_cost_its_ground_and_the_enemies_that_could_fire_there(state: State) -> None:
    found = dict(
        zip(
            ("C4", "B5"), weighed(state, do.Advance, "to", ["C4", "B5"], unit=named(state, GERMAN, 2)), strict=True
        )
    )
    words = "2 points, woods, Farm, Op Fire, 2 could fire there"
    takes = ("It takes 2 of its 4 movement points.",)
    assert found["C4"] == Remark((0.0, 0.0, 1.0, 0.0, -1.0, 6.0), words, "2", "C4", takes)
    assert found["B5"].mark == "1"
    assert min(found, key=lambda hex: found[hex].order) == "C4", "an objective that one lacks first"


def test_a_goal_whose_way_meets_op_fire_stands_behind_those_that_are_safe(field: Field) -> None:
    state = field("""
        woods at C4
        German 1st Squad (4 regulars), B4
        Soviet 1st Squad (4 regulars), E4, on Op Fire
    """)
    woods, back = weighed(state, do.Advance, "to", ["C4", "A4"], unit=named(state, GERMAN, 1))
    assert "Op Fire" in woods.words
    assert "Op Fire" not in back.words
    assert back.order < woods.order, "though woods are cover from the one enemy, who is nearer there"


def test_cover_comes_before_the_open_and_concealed_units_draw_no_fire(field: Field) -> None:
    state = field("""
        | objectives = [{ hex = "E4", name = "Farm", kind = "command", value = 2, holder = "soviet" }]
        woods at C4
        German 1st Squad, concealed (4 regulars), B4
        German 2nd Squad (4 regulars), B4
        Soviet 1st Squad (4 regulars), E4
        Soviet 2nd Squad (4 regulars), F4, fatigued
    """)
    hidden, unit = named(state, GERMAN, 1), named(state, GERMAN, 2)
    woods, field_hex = weighed(state, do.Advance, "to", ["C4", "C3"], unit=unit)
    assert woods.order < field_hex.order, "one enemy sees both, and woods are cover from them"
    assert "1 could fire there" in woods.words, "who is fatigued fires no more in this round"
    (woods,) = weighed(state, do.Advance, "to", ["C4"], unit=hidden)
    assert "could fire" not in woods.words
    told = TITLE.beforehand(see(state, GERMAN), do.Advance(hidden, HexId("C4")))
    assert told == ["It takes 2 of its 4 movement points."]


def test_a_way_tells_that_op_fire_waits_where_it_reveals_a_squad(state: State) -> None:
    hidden = named(state, GERMAN, 1)
    told = TITLE.beforehand(see(state, GERMAN), do.Advance(hidden, HexId("C3")))
    assert "It is revealed at C3, in sight of enemies on Op Fire." in told


def test_an_option_equal_to_standing_orders_is_not_offered_for_a_move(state: State) -> None:
    """Without standing orders the owner is asked when a moving unit is fired at."""
    seen, unit = see(state, GERMAN), named(state, GERMAN, 2)
    moves = legal(TITLE, seen, do.Advance, {"unit": unit, "to": HexId("C4")})
    storms = legal(TITLE, seen, do.Assault, {"unit": unit, "target": HexId("E4")})
    for found in (list(moves), list(storms)):
        assert {getattr(each, "after_fire", "") for each in found} == {"", "go on", "stop"}


def test_the_cheapest_loss_comes_first_and_is_named(field: Field) -> None:
    state = field("""
        German 1st Squad (2 elites, 2 regulars), B4
        Soviet 1st Squad (4 regulars), E4
    """)
    unit = named(state, GERMAN, 1)
    hit = replace(state, steps=(*state.steps, Losses(GERMAN, (unit,), 1)))
    seen = see(hit, GERMAN)
    assert [getattr(action, "figure", "") for action in legal(TITLE, seen, do.Remove)] == ["regular", "elite"]
    assert [each.words for each in weighed(hit, do.Remove, "unit", [unit])] == ["a regular"]


def test_targets_come_by_their_chance_and_tell_it(state: State) -> None:
    near, far = (named(state, SOVIET, n) for n in (1, 2))
    worth = weighed(state, do.Fire, "target", [far, near], unit=named(state, GERMAN, 2))
    odds = TITLE.odds(see(state, GERMAN), do.Fire(named(state, GERMAN, 2), TargetId(near)))
    assert odds is not None
    assert odds.hope is not None
    chance = f"{round(100 * odds.hope[1])} %"
    assert (worth[1].words, worth[1].mark, worth[1].place) == (
        f"{chance} to hit, officer, 3 regulars, 3 hexes away",
        chance,
        "E4",
    )
    assert worth[1].order < worth[0].order


def test_units_come_nearest_the_enemy_first(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars), B4
        German 2nd Squad (4 regulars), D4
        Soviet 1st Squad (4 regulars), F4
    """)
    one, two = weighed(state, do.OpFire, "units", [named(state, GERMAN, n) for n in (1, 2)])
    assert (one.words, two.words, two.place) == ("enemy 4 hexes away", "enemy 2 hexes away", "D4")
    assert two.order < one.order


def test_an_order_is_a_sentence(state: State) -> None:
    seen, unit, enemy = see(state, GERMAN), named(state, GERMAN, 2), TargetId(named(state, SOVIET, 1))
    said = {
        do.Advance(unit, HexId("C4")): "2nd Squad goes to C4.",
        do.Fire(unit, enemy, "suppressive", (UnitId(named(state, GERMAN, 1)),)):
            "2nd Squad, with 1st Squad, fires at the Soviet 1st Squad at E4, to suppress.",
        do.FireAndMove(unit, enemy, HexId("C4"), "move"):
            "2nd Squad goes to C4, then fires at the Soviet 1st Squad at E4.",
        do.OpFire((unit,)): "2nd Squad goes on Op Fire: it may fire when an enemy moves in its sight.",
        do.Stop(): "Take no more actions in this Action Phase.",
        do.Assault(unit, HexId("E4"), support=(UnitId(named(state, GERMAN, 1)),)):
            "2nd Squad storms E4, with 1st Squad.",
        do.Remove(unit, "mg"): "2nd Squad loses an MG.",
        do.Join((unit,)): "2nd Squad joins the defence.",
        do.Spend(2): "Put 2 command on your initiative card.",
        do.Draw(DeckId("command-1")): "Draw a card from Command I.",
        do.PlayCard(CardId("steady-lads.1"), HexId("E4")): "Play Steady, Lads at E4.",
        do.Transfer(unit, UnitId(named(state, GERMAN, 1)), ("regular",)):
            "2nd Squad hands a regular to 1st Squad.",
    }  # fmt: skip
    assert {action: TITLE.spoken(seen, action) for action in said} == said


@pytest.mark.case("TOI-12.1b")
def test_a_preview_has_the_price_of_an_order_and_its_disclosures(state: State) -> None:
    seen, hidden, unit = see(state, GERMAN), named(state, GERMAN, 1), named(state, GERMAN, 2)
    assert TITLE.beforehand(seen, do.Advance(unit, HexId("C4"))) == [
        "It takes 2 of its 4 movement points.",
        "Enemies at E4 and H4 could fire at it there.",
    ]
    assert "It is revealed at C4, in sight of enemies on Op Fire." in TITLE.beforehand(
        seen, do.Advance(hidden, HexId("C4"))
    )
    shot = do.Fire(hidden, TargetId(named(state, SOVIET, 1)))
    assert TITLE.beforehand(seen, shot) == ["Firing reveals it."]
    joined = do.Fire(unit, TargetId(named(state, SOVIET, 1)), support=(hidden,))
    assert TITLE.beforehand(seen, joined) == ["Firing reveals 1st Squad."]
    storm = do.Assault(unit, HexId("E4"), HexId("D4"), support=(hidden,))
    assert "The assault reveals 1st Squad." in TITLE.beforehand(seen, storm)
    told = TITLE.beforehand(seen, do.PlayCard(CardId("steady-lads.1"), HexId("B4")))
    steady = "Choose a hex: your squads there are no longer pinned or disrupted."
    assert told == ["It costs 1 command.", steady]
    assert TITLE.beforehand(seen, do.Subvert(CardId("steady-lads.1"))) == [f"The card says: {steady}"]


def test_a_piece_names_its_threats_and_a_move_its_advantages(state: State) -> None:
    seen, unit = see(state, GERMAN), named(state, GERMAN, 2)
    assert TITLE.threats(seen, unit) == "An enemy at H4 could fire at it."
    assert TITLE.threats(seen, named(state, GERMAN, 1)) == "It is concealed: nobody fires at it directly."
    assert TITLE.why(seen, do.Advance(unit, HexId("C4"))) == (
        "It takes the objective Farm and it finds better cover."
    )


def test_a_moving_unit_shows_its_remaining_points(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars), B5
        Soviet 1st Squad (4 regulars), I8
    """)
    march = March(
        UnitId("g1"), "advance", private(Intent(()), GERMAN), HexId("A5"), HexId("B5"), 2 * POINT, begun=True
    )
    asked = replace(state, steps=(*state.steps, march, OnTheWay(GERMAN, UnitId("g1"), ("op fire",))))
    (remark,) = weighed(asked, do.Advance, "to", ["C5"], unit=UnitId("g1"))
    assert remark.says == ("It takes 1 of the 2 movement points that it has left.",)


def test_a_unit_that_continues_says_so(state: State) -> None:
    unit = named(state, GERMAN, 2)
    asked = replace(state, steps=(*state.steps, OnTheWay(GERMAN, unit)))
    assert TITLE.spoken(see(asked, GERMAN), do.Done()) == "2nd Squad continues its order."
    assert TITLE.spoken(see(state, GERMAN), do.Done()) == "Finish here."


@pytest.mark.case("TOI-2.3g")
def test_a_warning_before_op_fire_says_that_a_lone_machine_gun_stays_on_it(field: Field) -> None:
    state = field("""
        German 1st Squad (2 regulars, MG), C5, on Op Fire
        Soviet 1st Squad (4 regulars), C8
    """)
    march = replace(state, steps=(*state.steps, OpFireChance(GERMAN, UnitId("s1"))))
    alone, all_of_it = do.Shoot(UnitId("g1"), using=("mg",)), do.Shoot(UnitId("g1"))
    stays = ["German 1st Squad stays on Op Fire."]
    assert (TITLE.beforehand(see(march, GERMAN), alone), TITLE.beforehand(see(march, GERMAN), all_of_it)) == (
        stays,
        [],
    )
    assert TITLE.spoken(see(state, GERMAN), do.OpFire((UnitId("g1"),))).endswith(
        "may fire when an enemy moves in its sight."
    )


def test_op_fire_tells_the_distance_to_its_target(field: Field) -> None:
    """Another enemy is nearer than the unit that moves."""
    state = field("""
        German 1st Squad (2 regulars, MG), C5, on Op Fire
        Soviet 1st Squad (4 regulars), C8
        Soviet 2nd Squad (4 regulars), C6
    """)
    march = replace(state, steps=(*state.steps, OpFireChance(GERMAN, UnitId("s1"))))
    (shot,), (order,) = (
        weighed(march, do.Shoot, "unit", ["g1"]),
        weighed(state, do.Fire, "unit", ["g1"]),
    )
    assert (shot.words, order.words) == ("91 % to hit, enemy 3 hexes away", "enemy 1 hex away")
