"""Moving units: hazards named before the order, and choices after fire."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.fields import fields
from bot.kernel.game import legal
from bot.kernel.secret import Seat, private, see
from bot.titles.tide import TITLE
from bot.titles.tide.field import movement
from bot.titles.tide.field.movement import Way
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import AfterFire, HexId, Orders, UnitId
from tests.tide.conftest import Field

GERMAN = Seat("german")
SQUAD = UnitId("g1")


@pytest.mark.case("FB-mines-1", "FI-type-1")
@pytest.mark.parametrize(("fire", "around"), [("C4", "D4"), ("D4", "C4")])
def test_a_fire_is_avoided_where_that_costs_nothing(field: Field, fire: str, around: str) -> None:
    state = field(f"""
        weak fire at {fire}
        German 1st Squad (4 regulars), C3
        Soviet 1st Squad (4 regulars), I8
    """)
    way = movement.way(state, state.units[SQUAD], HexId("D5"))
    assert isinstance(way, Way)
    assert way.path == (around, "D5")


@pytest.mark.case("TOI-6.1f", "FB-mines-1")
def test_a_neighbour_costs_what_the_one_step_to_it_costs(field: Field) -> None:
    state = field("""
        level 1 at C4
        woods at C4
        road along B4, C3, C4
        German Panzer IV 1, B4
        Soviet 1st Squad (4 regulars), I8
    """)
    tank = state.units[UnitId("gv1")]
    assert movement.reach(state, tank, "advance").cost[HexId("C4")] == 4 * movement.POINT
    assert movement.way(state, tank, HexId("C4")) == Way((HexId("C4"),), 4 * movement.POINT)
    round_about = movement.way(state, tank, HexId("C4"), (HexId("C3"),))
    assert round_about == Way((HexId("C3"), HexId("C4")), 2 * movement.POINT)


@pytest.mark.case("TOI-6.1f", "TOI-3.2c", "FI-type-1", "TOI-9.5", "FI-fougasse-2", "TOI-6.1a")
def test_hazards_on_a_way_are_named_before(field: Field) -> None:
    state = field("""
        weak fire at B4
        razor wire at B4
        Soviet flame fougasse at E3 towards E2
        German Panzer IV 1, A4
        German Opel Blitz 1, A4
        Soviet 1st Squad (4 regulars), C4
        Soviet 2nd Squad (4 regulars), C8, on Op Fire
    """)
    game, seen = TITLE, see(state, GERMAN)
    tank = do.Advance(UnitId("gv1"), HexId("D4"), via=(HexId("B4"), HexId("C4")))
    odds, sketch = game.odds(seen, tank), game.sketch(seen, tank)
    assert odds is not None
    assert sketch is not None
    assert not odds.chances
    assert odds.notes == (
        "It enters the weak fire at B4.",
        "Enemies on Op Fire see it at B4, C4 and D4.",
        "It drives over the enemies at C4.",
        "A flame fougasse may cover D4.",
    )
    assert dict(sketch.notes)["C4"] == "overrun, Op Fire"
    truck = game.odds(seen, do.Advance(UnitId("gv2"), HexId("B4")))
    assert truck is not None
    assert truck.notes[0] == "It enters the razor wire at B4."


def on_its_way(state: State, unit: UnitId, path: tuple[HexId, ...]) -> State:
    """Return the moment at which a moving unit's owner is asked, after A5 to B5."""
    march = steps.March(
        unit, "advance", private(steps.Intent(path), GERMAN), HexId("A5"), HexId("B5"), 3, begun=True
    )
    return replace(state, steps=(*state.steps, march, steps.OnTheWay(GERMAN, unit, ("op fire",))))


@pytest.fixture
def asked(field: Field) -> State:
    """A squad on its way over two more hexes to an entrenchment was fired at."""
    state = field("""
        entrenchment at D5
        German 1st Squad (4 regulars), B5
        Soviet 1st Squad (4 regulars), H5, on Op Fire
    """)
    return on_its_way(state, SQUAD, (HexId("C5"), HexId("D5")))


@pytest.mark.case("TOI-6.1f")
def test_a_unit_that_has_completed_its_order_does_not_continue(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars), B5
        Soviet 1st Squad (4 regulars), H5, on Op Fire
    """)
    assert TITLE.judge(see(on_its_way(state, SQUAD, (HexId("C5"),)), GERMAN), do.Done()) is None
    refusal = TITLE.judge(see(on_its_way(state, SQUAD, ()), GERMAN), do.Done())
    assert refusal is not None
    assert (refusal.cite, refusal.why) == ("TOI-6.1f", "it has done all that it was ordered to")


@pytest.mark.parametrize(
    ("obstacle", "unit", "cite"),
    [
        pytest.param(obstacle, unit, cite, marks=pytest.mark.case(cite))
        for obstacle, unit, cite in (
            ("minefield", "g1", "TOI-9.4"),
            ("razor wire", "g1", "TOI-9.5"),
            ("tank trap", "gv1", "TOI-9.6"),
        )
    ],
)
def test_a_unit_in_an_obstacle_has_no_other_way(field: Field, obstacle: str, unit: str, cite: str) -> None:
    state = field(f"""
        {obstacle} at B5
        German 1st Squad (4 regulars), B5
        German Panzer IV 1, B5
        Soviet 1st Squad (4 regulars), H5, on Op Fire
    """)
    state = on_its_way(state, UnitId(unit), (HexId("C5"),))
    refusal = TITLE.judge(see(state, GERMAN), do.Advance(UnitId(unit), HexId("C5")))
    assert refusal is not None
    assert (refusal.cite, refusal.why) == (cite, "the unit goes no farther than B5 in this activation")
    assert TITLE.judge(see(state, GERMAN), do.Hold()) is None


@pytest.mark.case("TOI-6.1f")
@pytest.mark.parametrize(
    ("ordered", "standing", "expected"),
    [
        ("", "ask", None),
        ("", "go on", do.Done()),
        ("", "stop", do.Hold()),
        ("ask", "stop", None),
        ("go on", "stop", do.Done()),
        ("stop", "go on", do.Hold()),
    ],
)
def test_the_order_answers_before_the_standing_order(
    asked: State, ordered: AfterFire, standing: Any, expected: do.Action | None
) -> None:
    march = asked.steps[-2]
    assert isinstance(march, steps.March)
    march = replace(march, plan=private(replace(march.plan.open(), after_fire=ordered), GERMAN))
    state = replace(
        asked,
        steps=(*asked.steps[:-2], march, asked.steps[-1]),
        orders={**asked.orders, GERMAN: private(Orders(after_fire=standing), GERMAN)},
    )
    assert TITLE.answer(see(state, GERMAN)) == expected


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("ask", "You are asked when a unit on its way is fired at"),
        ("go on", "continue. If they cannot, they stop; if they can do neither, you are asked."),
        ("stop", "stop where they are. If they cannot, they continue; if they can do neither, you are asked."),
    ],
)
def test_a_standing_order_says_when_the_owner_is_asked_anyway(asked: State, does: Any, said: str) -> None:
    state = replace(asked, orders={**asked.orders, GERMAN: private(Orders(after_fire=does), GERMAN)})
    assert said in TITLE.orders(see(state, GERMAN))
    field = next(each for each in fields(do.Advance) if each.name == "after_fire")
    assert "or else you are asked" in TITLE.option(field, "")


@pytest.mark.case("TOI-6.1f")
def test_only_the_owner_reads_where_the_order_leads(asked: State) -> None:
    game = TITLE
    mine, theirs = (game.prompts(see(asked, seat))[GERMAN].text for seat in (GERMAN, Seat("soviet")))
    assert "continues over C5 and D5" in mine
    assert mine.endswith("Does it continue, take another way, or stop there?")
    assert theirs == "German 1st Squad was fired at: it is at B5 and has 3 movement points left."


def test_the_owner_is_asked_for_nothing_that_is_not_open(asked: State) -> None:
    """Without points there is no other way; where enemies are, nobody stops."""
    march = asked.steps[-2]
    assert isinstance(march, steps.March)
    done = replace(march.plan.open(), path=())
    tired = replace(march, spent=1000, plan=private(done, GERMAN))
    state = replace(asked, steps=(*asked.steps[:-2], tired, asked.steps[-1]))
    told = TITLE.prompts(see(state, GERMAN))[GERMAN].text
    assert told.endswith("It has done all that it was ordered to. Does it stop there?")


@pytest.mark.case("TOI-6.1f", "TOI-4.1")
def test_another_way_is_paid_from_the_remaining_points(asked: State) -> None:
    game, seen = TITLE, see(asked, GERMAN)
    offered = list(legal(game, seen, do.Advance))
    assert {action.to for action in offered if isinstance(action, do.Advance)} >= {"D5", "E5", "A5"}
    assert "F5" not in {action.to for action in offered if isinstance(action, do.Advance)}
    assert all(action.unit == SQUAD for action in offered if isinstance(action, do.Advance))
    assert type(game.play(seen)) in (do.Done, do.Hold, do.Advance)
