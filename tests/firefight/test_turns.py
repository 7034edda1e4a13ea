"""Rounds and turns: initiative, payment, spent checks, passes, CAPs, losses, end."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.game import Outcome, decide, forced, legal, verb
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, private, see
from bot.kit.events import evolve
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, HexId, MarkerId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Bid, Initiative, Turn, Turns
from bot.titles.firefight.model.table import DESTROYED, FOUR, ONE, THREE, TWO, WAITING, Control, Orders, Player
from bot.titles.firefight.play import drawing, ending, initiative, losses, rounds
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.sequence import SEQUENCE
from tests.firefight.fights import GERMAN, SOVIET, Fight, of
from tests.forgery import forged
from tests.match import Match
from tests.scripted import ScriptedDice

OF_A_TURN = {
    "card", "dig", "enter", "fire", "hide", "leave", "load", "move", "occupy", "pass", "rally", "recon", "smoke",
    "stall", "turn", "unload",
}  # fmt: skip
"""The orders that a player gives in their turn."""
NAMES = [stage.name for stage in SEQUENCE.stages]


def move(unit: str, to: str, **fields: Any) -> do.Move:
    return do.Move((UnitId(unit),), (HexId(f"1-{to}"),), **fields)


def pivot(unit: str, facing: Any, **fields: Any) -> do.Pivot:
    return do.Pivot((UnitId(unit),), facing, **fields)


def course(state: State, *script: int | tuple[int, ...]) -> Play:
    """Return a course of events with dice that are written down."""
    return Play(evolve, state, ScriptedDice([each if isinstance(each, tuple) else (each,) for each in script]))


def goes_on(fight: Fight, seat: Seat, action: Any, *script: int | tuple[int, ...]) -> list[Event]:
    """Take an action, and continue to the next question, also into the next round."""
    dice = ScriptedDice([each if isinstance(each, tuple) else (each,) for each in script])
    fight.set(stage=NAMES.index("turns"))
    events = decide(TITLE, fight.state, seat, action, dice)
    assert not isinstance(events, Refusal), events
    for event in events:
        fight.state = evolve(fight.state, event)
    assert not dice.script, f"{dice.script} did not fall"
    return list(events)


def player(fight: Fight, seat: Seat, **fields: Any) -> Player:
    """Change a player, and return them."""
    fight.set(players={**fight.state.players, seat: replace(fight.state.players[seat], **fields)})
    return fight.state.players[seat]


def two() -> Fight:
    """Two riflemen and a machine gun on each side, far from each other."""
    fight = Fight()
    for counter, hex in (
        ("g03", "K02"),
        ("g04", "L02"),
        ("g09", "K08"),
        ("s05", "B02"),
        ("s06", "C02"),
        ("s17", "B08"),
    ):
        fight.put(counter, hex)
    fight.set(steps=(Turns((GERMAN, SOVIET), 1), Turn(GERMAN)))
    return fight


# Before each round.


@pytest.mark.case("COH-1.1a", "COH-1.1c", "COH-6.2a")
def test_a_round_begins_with_fresh_units_caps_less_losses_and_thinner_smoke() -> None:
    fight = Fight()
    fight.put("g03", "K02", "SE", hit="pinned", status="spent")
    fight.smoke("E05")
    fight.smoke("E07", "light")
    player(fight, GERMAN, caps=1, lost=2)
    play = course(fight.state)
    rounds.begin(play)
    unit = play.state.units[UnitId("g03")]
    assert (unit.status, unit.facing, unit.hit is not None) == ("fresh", "SE", True)
    assert [play.state.players[seat].caps for seat in (GERMAN, SOVIET)] == [5, 6]
    assert play.state.smoke == {HexId("1-E05"): "light"}


@pytest.mark.case("COH-1.1b")
def test_the_stages_before_a_round_have_their_order() -> None:
    order = ["a round begins", "action cards", "artillery noted", "artillery lands", "initiative", "turns"]
    assert [name for name in NAMES if name in order] == [name for name in order if name in NAMES]
    assert SEQUENCE.stages[SEQUENCE.again].name == "a round begins"


@pytest.mark.case("COH-1.2a")
def test_the_higher_roll_has_the_first_turn_and_ties_roll_again() -> None:
    fight = two()
    fight.set(steps=(Initiative(),), bids={GERMAN: 0, SOVIET: 0})
    play = course(fight.state, (3, 4), (5, 2), (1, 2), (6, 5))
    initiative.go(play, Initiative())
    (rolled,) = of(play.events, ev.InitiativeRolled)
    assert (rolled.side, [len(rolls) for rolls in rolled.rolls.values()]) == ("soviet", [2, 2])
    rounds.turns(play)
    turns = play.state.steps[-1]
    assert isinstance(turns, Turns)
    assert turns.order == (SOVIET, GERMAN)


@pytest.mark.case("COH-1.2b", "COH-1.5a")
def test_each_side_adds_at_most_two_caps_and_the_side_with_more_bids_first() -> None:
    fight = two()
    fight.set(steps=(Initiative(),))
    play = course(fight.state, (3, 3), (3, 4))
    initiative.go(play, Initiative())
    assert play.state.steps[-1] == Bid(GERMAN), "seven CAPs against six"
    fight.state, fight.seat = play.state, GERMAN
    assert fight.cite(do.AddCaps(2)) == ""
    assert fight.cite(do.AddCaps(3)) == "COH-1.2b"
    player(fight, GERMAN, caps=1)
    assert fight.cite(do.AddCaps(2)) == "COH-1.2b"
    player(fight, GERMAN, caps=7)
    play = course(fight.state, (3, 3), (3, 4))
    play.seat = GERMAN
    initiative.bid(play, Bid(GERMAN), do.AddCaps(2))
    initiative.go(play, Initiative())
    assert play.state.steps[-1] == Bid(SOVIET)
    play.seat = SOVIET
    initiative.bid(play, Bid(SOVIET), do.AddCaps(0))
    initiative.go(play, Initiative())
    assert (play.state.leader, play.state.players[GERMAN].caps) == ("german", 5)


@pytest.mark.case("COH-1.2b")
def test_with_equal_caps_the_soviets_say_first() -> None:
    fight = two()
    player(fight, SOVIET, caps=7)
    assert initiative.order(fight.state) == (SOVIET, GERMAN)


def chances(state: State, seat: Seat, caps: int) -> dict[str, float]:
    """Return the chances of the first turn for a player who is asked for CAPs."""
    found = TITLE.odds(see(replace(state, steps=(Initiative(), Bid(seat))), seat), do.AddCaps(caps))
    assert found is not None
    return dict(found.chances)


@pytest.mark.case("COH-1.2a", "COH-1.2b")
def test_the_chance_of_the_first_turn_is_exact_for_the_known_bids() -> None:
    pairs = [(sum(dice[:2]), sum(dice[2:])) for dice in product(range(1, 7), repeat=4)]

    def wins(swing: int) -> float:
        even = sum(a + swing == b for a, b in pairs)
        return (sum(a + swing > b for a, b in pairs) + even / 2) / len(pairs)

    fight = two()
    first = chances(fight.state, GERMAN, 1)
    assert first == {
        "if the enemy adds none": pytest.approx(wins(1)),
        "if the enemy adds 1 CAP": pytest.approx(0.5),
        "if the enemy adds 2 CAPs": pytest.approx(wins(-1)),
    }
    told = TITLE.odds(see(replace(fight.state, steps=(Initiative(), Bid(GERMAN))), GERMAN), do.AddCaps(1))
    assert told is not None
    assert told.hope == ("if the enemy adds none", first["if the enemy adds none"])
    player(fight, SOVIET, caps=1)
    assert list(chances(fight.state, GERMAN, 0)) == ["if the enemy adds none", "if the enemy adds 1 CAP"]
    fight.set(bids={GERMAN: 2})
    assert chances(fight.state, SOVIET, 1) == {"the first turn": pytest.approx(wins(-1))}


@pytest.mark.case("COH-1.2b")
def test_a_player_of_a_team_reads_what_their_side_may_still_add() -> None:
    state = replace(team("gsgs"), steps=(Initiative(), Bid(ONE)), bids={TWO: 1, FOUR: 0})
    state = replace(state, players={seat: replace(each, caps=5) for seat, each in state.players.items()})
    none, two = (TITLE.odds(see(state, ONE), do.AddCaps(caps)) for caps in (0, 2))
    assert none is not None
    assert two is not None
    assert (none.notes, two.notes) == (("Your side may still add 2 CAPs.",), ())
    assert none.hope == ("for the first turn", dict(none.chances)["the first turn"])
    assert [each.n for each in (*none.modifiers, *two.modifiers)] == [-1, 1]


@pytest.mark.case("G-2.1.11", "COH-7.1a")
def test_each_player_draws_as_many_cards_as_they_may_and_an_empty_deck_is_shuffled() -> None:
    fight = two()
    player(fight, GERMAN, draws=1)
    player(fight, SOVIET, draws=2, cards=private((), SOVIET))
    player(fight, GERMAN, cards=private((), GERMAN))
    fight.set(deck=private((CardId("02"), CardId("03"))), undrawn=2, discards=(CardId("05"),), round=2)
    play = course(fight.state, 1, 1, 1)
    drawing.draw_all(play)
    hands = [play.state.players[seat].cards.open() for seat in (GERMAN, SOVIET)]
    assert hands == [("02",), ("03", "05")]
    assert play.state.discards == ()
    assert of(play.events, ev.CardsDrawn)[1].cards.readers == (SOVIET,)


# Seven action points.


@pytest.mark.case("COH-1.3a")
def test_sides_alternate_and_nobody_acts_in_the_turn_of_the_other() -> None:
    fight = two()
    assert fight.cite(move("s05", "C03")) == "G-4.2b"
    goes_on(fight, GERMAN, move("g03", "J02"))
    assert fight.state.steps[-1] == Turn(SOVIET)
    refused = TITLE.judge(fight.at(GERMAN), move("g03", "I02"))
    assert refused is not None
    assert refused.why.startswith("it is not your move")
    goes_on(fight, SOVIET, move("s05", "C03"))
    assert fight.state.steps[-1] == Turn(GERMAN)


@pytest.mark.case("COH-1.3a")
def test_every_order_out_of_turn_is_refused_by_the_case_of_the_turn() -> None:
    fight = two()
    goes_on(fight, GERMAN, move("g03", "J02"))
    seen, refused = fight.at(GERMAN), set()
    for seed in range(600):
        order = forged(TITLE, seen, Random(seed))
        if verb(type(order)) in OF_A_TURN:
            found = TITLE.judge(seen, order)
            assert found is not None
            assert found.cite == "COH-1.3a", order
            refused.add(verb(type(order)))
    assert refused == OF_A_TURN


@pytest.mark.case("COH-1.3b", "COH-1.3c")
def test_a_fresh_unit_becomes_active_with_seven_points_and_is_spent_by_the_last() -> None:
    fight = two()
    fight.do(move("g03", "J02"))
    acting = fight.state.players[GERMAN]
    assert (acting.active, acting.ap, fight["g03"].status) == (("g03",), 6, "used")
    player(fight, GERMAN, ap=1)
    fight.turn(GERMAN)
    fight.do(move("g03", "I02"))
    assert (fight["g03"].status, fight.state.players[GERMAN].active) == ("spent", ())


@pytest.mark.case("COH-1.3c")
def test_another_unit_becomes_active_and_the_first_is_spent() -> None:
    fight = two()
    fight.do(move("g03", "J02"))
    fight.turn(GERMAN)
    fight.do(move("g09", "J08"))
    assert (fight["g03"].status, fight["g09"].status) == ("spent", "used")
    assert fight.state.players[GERMAN].active == ("g09",)


@pytest.mark.case("COH-1.3b")
def test_a_spent_unit_does_not_become_active() -> None:
    fight = two()
    fight.put("g05", "K04", status="spent")
    assert fight.cite(move("g05", "J04", by="activation")) == "COH-1.3b"


@pytest.mark.case("COH-1.3d")
def test_caps_add_to_points_and_a_cost_above_both_is_refused() -> None:
    fight = two()
    fight.put("g05", "K04", hit="pinned")
    fight.do(do.Rally((UnitId("g05"),)), (1, 1))
    fight.turn(GERMAN)
    assert fight.state.players[GERMAN].ap == 2
    fight.do(do.Rally((UnitId("g05"),)), (1, 1))
    assert (fight.state.players[GERMAN].ap, fight.state.players[GERMAN].caps) == (0, 4)
    fight = two()
    fight.put("g05", "K04", hit="pinned")
    player(fight, GERMAN, active=(UnitId("g05"),), ap=2, caps=2)
    fight.set(units={**fight.state.units, UnitId("g05"): replace(fight["g05"], status="used")})
    assert fight.cite(do.Rally((UnitId("g05"),))) == "COH-1.3d"
    assert fight.cite(pivot("g05", "S", caps=1)) != "", "points are not saved by CAPs"


@pytest.mark.case("COH-1.3e", "COH-1.3f")
def test_an_opportunity_action_is_free_spends_the_unit_and_leaves_the_active_one() -> None:
    fight = two()
    fight.do(move("g03", "J02"))
    fight.turn(GERMAN)
    fight.do(move("g09", "J08", by="opportunity"))
    acting = fight.state.players[GERMAN]
    assert (fight["g09"].status, acting.active, acting.ap, acting.caps) == ("spent", ("g03",), 6, 7)
    fight.turn(GERMAN)
    assert fight.cite(move("g03", "I02", by="opportunity")) == "COH-1.3e", "it is active"
    assert fight.cite(move("g09", "I08", by="opportunity")) == "COH-1.3e", "it is spent"


@pytest.mark.case("COH-1.3e")
def test_an_opportunity_action_of_eight_points_is_too_dear() -> None:
    fight = Fight()
    fight.put("g32", "K02", "S")
    assert fight.cite(move("g32", "J02", by="opportunity")) == "COH-1.3e", "seven, and one more backwards"
    fight.set(units={**fight.state.units, UnitId("g32"): replace(fight["g32"], facing="N")})
    assert fight.cite(move("g32", "J02", by="opportunity")) == ""


@pytest.mark.case("COH-1.3g", "COH-1.3f")
def test_a_command_action_takes_caps_alone_and_changes_no_status() -> None:
    fight = two()
    fight.put("g05", "K04", status="spent")
    fight.do(move("g03", "J02"))
    fight.turn(GERMAN)
    fight.do(move("g05", "J04"))
    acting = fight.state.players[GERMAN]
    assert (fight["g05"].status, acting.caps, acting.active, acting.ap) == ("spent", 6, ("g03",), 6)
    fight.turn(GERMAN)
    fight.do(move("g09", "J08", by="command"))
    assert (fight["g09"].status, fight.state.players[GERMAN].caps) == ("fresh", 5)
    player(fight, GERMAN, caps=0)
    fight.turn(GERMAN)
    assert fight.cite(move("g05", "I04")) == "COH-1.3g"


@pytest.mark.case("COH-1.3h")
def test_a_stall_takes_a_point_or_a_cap() -> None:
    fight = two()
    assert fight.cite(do.Stall("ap")) == "COH-1.3h", "nobody is active"
    assert list(fight.offered(do.Stall)) == [do.Stall()], "there is but one way to pay"
    fight.do(do.Stall())
    assert (fight.state.players[GERMAN].caps, fight.seat) == (6, SOVIET)
    fight.turn(GERMAN)
    fight.do(move("g03", "J02"))
    fight.turn(GERMAN)
    assert list(fight.offered(do.Stall)) == [do.Stall(), do.Stall("cap")]
    fight.do(do.Stall())
    assert (fight.state.players[GERMAN].caps, fight.state.players[GERMAN].ap) == (6, 5)
    player(fight, GERMAN, caps=0)
    fight.turn(GERMAN)
    assert fight.cite(do.Stall("cap")) == "COH-1.3h"


@pytest.mark.case("COH-1.3h", "COH-7.1b")
@pytest.mark.parametrize(
    ("guideline", "cards", "units", "asked"),
    [
        ("intro", 0, {}, False),
        ("intro", 2, {}, False),
        ("infantry", 0, {}, False),
        ("infantry", 1, {}, True),
        ("intro", 0, {"round": 2, "hex": WAITING}, False),
        ("intro", 0, {"round": 1, "hex": WAITING}, True),
        ("intro", 0, {"status": "spent"}, True),
    ],
)
def test_a_player_without_units_is_asked_only_for_a_card_without_units(
    guideline: str, cards: int, units: dict[str, Any], asked: bool
) -> None:
    """All cards of the first guideline need units.

    The second has Sniper Fire and Swift Action, which do not.
    """
    fight = Fight()
    fight.set(guideline=guideline)
    player(fight, GERMAN, card_count=cards)
    if units:
        fight.put("g03", "K02")
        fight.set(units={UnitId("g03"): replace(fight["g03"], **units)})
    only = forced(TITLE, see(fight.state, GERMAN))
    assert (only is None) == asked
    assert asked or only == do.Pass()
    assert (fight.cite(do.Stall()) == "") == (asked and not cards), "nobody stalls who has no unit"


@pytest.mark.case("COH-1.2b")
def test_a_side_without_units_adds_nothing_to_the_roll_for_the_first_turn() -> None:
    fight = Fight()
    fight.put("s05", "B02")
    fight.set(steps=(Initiative(),), guideline="intro")
    play = course(fight.state)
    initiative.go(play, Initiative())
    assert play.state.steps[-1] == Bid(SOVIET), "the Germans have seven CAPs, and nobody"
    assert list(chances(fight.state, SOVIET, 0)) == ["the first turn"], "nobody can add any after them"


@pytest.mark.case("COH-1.3i", "COH-1.3c")
def test_a_pass_spends_the_active_unit_and_two_in_a_row_end_the_round() -> None:
    fight = two()
    goes_on(fight, GERMAN, move("g03", "J02"))
    goes_on(fight, SOVIET, do.Pass())
    goes_on(fight, GERMAN, do.Pass())
    assert fight["g03"].status == "fresh", "it was spent, and the next round has begun"
    assert fight.state.round == 2


def test_a_pass_that_ends_the_round_names_the_units_that_will_not_act() -> None:
    fight = two()
    plain = TITLE.undone(see(fight.state, GERMAN), do.Pass())
    assert not plain, "one may act again later"
    goes_on(fight, GERMAN, do.Pass())
    told = TITLE.undone(see(fight.state, SOVIET), do.Pass())
    assert told == "the round ends with it, and 3 fresh units of yours will not act"
    soviet = replace(fight.state.players[SOVIET], again=True)
    fight.set(players={**fight.state.players, SOVIET: soviet})
    assert not TITLE.undone(see(fight.state, SOVIET), do.Pass()), "one has a second turn in a row"


@pytest.mark.case("COH-1.3i")
def test_a_player_who_has_passed_may_act_again() -> None:
    fight = two()
    events = goes_on(fight, GERMAN, do.Pass())
    assert of(events, ev.TurnEnded)[0].passed
    goes_on(fight, SOVIET, move("s05", "C03"))
    goes_on(fight, GERMAN, move("g03", "J02"))
    goes_on(fight, SOVIET, do.Pass())
    assert (fight.state.round, fight.state.passed) == (1, (SOVIET,))


# Groups.


@pytest.mark.case("COH-1.6a", "COH-1.6e")
def test_a_group_moves_for_the_dearest_and_shares_seven_points() -> None:
    fight = two()
    fight.put("g19", "K02")
    together = do.Move(
        (UnitId("g03"), UnitId("g04"), UnitId("g19")), (HexId("1-J02"), HexId("1-K02"), HexId("1-J02"))
    )
    fight.do(together)
    acting = fight.state.players[GERMAN]
    assert [fight[unit].hex for unit in ("g03", "g04", "g19")] == ["1-J02", "1-K02", "1-J02"]
    assert (acting.active, acting.ap) == (("g03", "g04", "g19"), 5), "an HMG moves for two"
    assert {fight[unit].status for unit in acting.active} == {"used"}
    fight.turn(GERMAN)
    fight.do(move("g04", "L02"))
    assert fight.state.players[GERMAN].ap == 3, "one goes on with what all share; it went backwards"
    fight.turn(GERMAN)
    fight.do(do.Pass())
    assert {fight[unit].status for unit in ("g03", "g04", "g19")} == {"spent"}


@pytest.mark.case("COH-1.6a")
def test_a_group_is_a_single_chain() -> None:
    fight = two()
    apart = do.Move((UnitId("g03"), UnitId("g09")), (HexId("1-J02"), HexId("1-J08")))
    assert fight.cite(apart) == "COH-1.6a"


# Spent checks.


def checked() -> Fight:
    fight = Fight(economy="spent checks")
    for counter, hex in (("g03", "K02"), ("g04", "L02"), ("g09", "K08"), ("s05", "B02")):
        fight.put(counter, hex)
    return fight


@pytest.mark.case("COH-1.4a")
@pytest.mark.parametrize(
    ("face", "status"), [(1, "spent"), (2, "spent"), (3, "fresh"), (10, "fresh")], ids=["1", "1 again", "2", "7"]
)
def test_a_die_above_the_cost_keeps_a_unit_fresh(face: int, status: str) -> None:
    fight = checked()
    (rolled,) = of(fight.do(move("g03", "J02"), face), ev.Checked)
    assert (rolled.cost, rolled.value) == (1, (1, 1, 2, 3, 3, 4, 5, 5, 6, 7)[face - 1])
    assert fight["g03"].status == status


@pytest.mark.case("COH-1.4b")
def test_a_unit_of_the_last_turn_is_under_stress_until_a_pass() -> None:
    fight = checked()
    fight.do(move("g03", "J02"), 10)
    fight.turn(GERMAN)
    (rolled,) = of(fight.do(move("g03", "I02"), 10), ev.Checked)
    assert (rolled.cost, rolled.stress) == (2, 1)
    fight.turn(GERMAN)
    fight.do(do.Pass())
    fight.turn(GERMAN)
    (rolled,) = of(fight.do(move("g03", "H02"), 10), ev.Checked)
    assert (rolled.cost, rolled.stress) == (1, 0)


@pytest.mark.case("COH-1.4c", "COH-1.4d")
def test_caps_lower_the_cost_and_a_spent_unit_needs_all_of_it_paid() -> None:
    fight = checked()
    (rolled,) = of(fight.do(do.Dig(UnitId("g03"), caps=3), 10), ev.Checked)
    assert rolled.cost == 2
    assert fight.state.players[GERMAN].caps == 4
    fight.turn(GERMAN)
    fight.put("g05", "K04", status="spent")
    assert fight.cite(move("g05", "J04")) == "COH-1.4d"
    assert fight.cite(move("g05", "J04", caps=2)) == "COH-1.4c", "one is enough"
    assert not of(fight.do(move("g05", "J04", caps=1)), ev.Checked)
    assert fight["g05"].status == "spent"
    assert fight.state.players[GERMAN].acted == ("g05",), "it is under stress all the same"


@pytest.mark.case("COH-1.4d")
def test_the_spent_are_named_and_left_out_of_a_group_that_cannot_pay_for_them() -> None:
    fight = checked()
    fight.put("g05", "K02", status="spent")
    both = do.Move((UnitId("g03"), UnitId("g05")), (fight.hex("J02"),))
    refused = fight.refusal(both)
    assert refused is not None
    assert refused.why.startswith("German Rifle 05 is spent, and acts only where CAPs pay")
    assert refused.mend == "say caps:1"
    fight.set(players={**fight.state.players, GERMAN: replace(fight.state.players[GERMAN], caps=0)})
    refused = fight.refusal(both)
    assert refused is not None
    assert refused.mend == "leave German Rifle 05 out"


@pytest.mark.case("COH-1.4d")
def test_caps_for_a_spent_unit_are_offered_without_a_card_to_pay() -> None:
    fight = checked()
    fight.put("g05", "K04", status="spent")
    picked = {"units": (UnitId("g05"),), "to": (HexId("1-J04"),), "by": ""}
    assert [*legal(TITLE, see(fight.state, GERMAN), do.Move, picked)] == [move("g05", "J04", caps=1)]


@pytest.mark.case("COH-1.4e")
def test_with_spent_checks_a_stall_is_checked_and_coming_in_is_free() -> None:
    fight = checked()
    (rolled,) = of(fight.do(do.Stall(unit=UnitId("g03")), 10), ev.Checked)
    assert rolled.cost == 1
    fight.turn(GERMAN)
    fight.set(units={**fight.state.units, UnitId("g05"): replace(fight["g04"], id=UnitId("g05"), hex=WAITING)})
    events = fight.do(do.Enter((UnitId("g05"),), (HexId("1-L06"),)))
    assert not of(events, ev.Checked)
    assert not of(events, ev.Paid)
    fight.turn(GERMAN)
    (rolled,) = of(fight.do(move("g05", "K06"), 10), ev.Checked)
    assert rolled.stress == 1


@pytest.mark.case("COH-1.4f")
def test_one_die_decides_for_a_whole_group() -> None:
    fight = checked()
    together = do.Move((UnitId("g03"), UnitId("g04")), (HexId("1-J02"), HexId("1-K02")))
    assert len(of(fight.do(together, 1), ev.Checked)) == 1
    assert {fight[unit].status for unit in ("g03", "g04")} == {"spent"}


# Teams.


def team(sides: str) -> State:
    """Return a table at which players command these sides: "gs", "gsg"."""
    seats = (ONE, TWO, THREE, FOUR)
    names: dict[str, Any] = {"g": "german", "s": "soviet"}
    players = {
        seat: Player(seat, names[side], base=3, caps=3, force=n)
        for n, (seat, side) in enumerate(zip(seats, sides, strict=False))
    }
    return replace(two().state, players=players, guideline="four-players" if len(sides) == 4 else "three-players")


@pytest.mark.case("COH-1.7b")
@pytest.mark.parametrize(
    ("sides", "leader", "order"),
    [
        ("gsg", "german", (ONE, TWO, THREE, TWO)),
        ("gsg", "soviet", (TWO, ONE, TWO, THREE)),
        ("gsgs", "german", (ONE, TWO, THREE, FOUR)),
        ("gsgs", "soviet", (TWO, ONE, FOUR, THREE)),
    ],
)
def test_sides_alternate_and_so_do_the_members_of_a_team(sides: str, leader: Any, order: tuple[Seat, ...]) -> None:
    play = course(replace(team(sides), leader=leader, steps=()))
    rounds.turns(play)
    turns = play.state.steps[-1]
    assert isinstance(turns, Turns)
    assert turns.order == order


@pytest.mark.case("COH-1.7c")
def test_with_more_than_two_the_round_ends_when_all_but_one_have_passed() -> None:
    state = replace(team("gsgs"), steps=(Turns((ONE, TWO, THREE, FOUR)),))
    for passed, ends in (((ONE, TWO), False), ((ONE, TWO, THREE), True)):
        play = course(replace(state, passed=passed))
        rounds.go(play, Turns((ONE, TWO, THREE, FOUR)))
        assert bool(of(play.events, ev.RoundEnded)) == ends


@pytest.mark.case("COH-1.7a", "G-4.2b")
def test_team_mates_keep_caps_and_units_apart_and_win_together() -> None:
    state = team("gsgs")
    fight = two()
    fight.state = replace(state, steps=(Turns((ONE, TWO, THREE, FOUR)), Turn(THREE)))
    fight.seat = THREE
    assert fight.cite(move("g03", "J02")) == "G-4.2b", "it belongs to the other German player"
    fight.set(units={**fight.state.units, UnitId("g04"): replace(fight["g04"], owner=THREE)})
    fight.do(do.Stall())
    assert [fight.state.players[seat].caps for seat in (ONE, THREE)] == [3, 2]
    assert ending.decided(replace(state, points={"german": 3, "soviet": 1})).winners == (ONE, THREE)


# Losses, points, control, the end.


@pytest.mark.case("COH-5.1a", "COH-5.1b", "COH-5.2b", "G-3.2.1")
def test_a_loss_lowers_the_base_and_takes_the_cap_whose_space_it_fills() -> None:
    fight = two()
    for caps, left in ((7, 6), (5, 5)):
        player(fight, GERMAN, caps=caps, lost=0)
        play = course(fight.state)
        losses.destroy(play, UnitId("g03"))
        loser = play.state.players[GERMAN]
        assert (loser.lost, loser.caps) == (1, left)
        assert play.state.points == {"german": 0, "soviet": 1}
        assert play.state.units[UnitId("g03")].hex == DESTROYED
    player(fight, GERMAN, base=1, caps=0, lost=2)
    play = course(fight.state)
    losses.destroy(play, UnitId("g03"))
    rounds.begin(play)
    assert play.state.players[GERMAN].caps == 0


@pytest.mark.case("COH-2.0c", "COH-5.1a")
def test_a_lost_wagon_costs_no_cap_but_scores() -> None:
    fight = Fight()
    fight.put("g34", "K02")
    play = course(fight.state)
    losses.destroy(play, UnitId("g34"))
    assert (play.state.players[GERMAN].lost, play.state.points["soviet"]) == (0, 1)


@pytest.mark.case("COH-5.3a", "COH-2.0c")
def test_a_marker_turns_to_a_side_with_firepower_if_it_is_unheld() -> None:
    for comer, holder, taken in (("g03", "", True), ("g34", "", False), ("g03", "s05", False)):
        fight = Fight()
        fight.put(comer, "J02")
        if holder:
            fight.put(holder, "I02")
        fight.set(control={MarkerId("m1"): Control(MarkerId("m1"), HexId("1-I02"), "soviet")})
        fight.do(move(comer, "I02"))
        assert fight.state.control[MarkerId("m1")].side == ("german" if taken else "soviet")


@pytest.mark.case("COH-5.3a")
def test_a_marker_is_taken_in_passing() -> None:
    fight = Fight()
    fight.put("g52", "J02")
    fight.set(control={MarkerId("m1"): Control(MarkerId("m1"), HexId("1-I02"), "soviet")})
    fight.do(move("g52", "H02"))
    assert fight["g52"].hex == "1-H02"
    assert fight.state.control[MarkerId("m1")].side == "german"


@pytest.mark.case("COH-5.2a")
def test_after_the_last_round_most_points_win_and_equal_points_are_a_draw() -> None:
    fight = two()
    for points, winners in (({"german": 2, "soviet": 1}, (GERMAN,)), ({"german": 1, "soviet": 1}, ())):
        fight.set(points=points, round=4)
        play = course(fight.state)
        ending.end_round(play)
        assert play.state.outcome is not None
        assert play.state.outcome.winners == winners
    fight.set(round=3)
    play = course(fight.state)
    ending.end_round(play)
    assert play.state.outcome is None


@pytest.mark.case("G-4.0.2a")
def test_the_first_battle_begins_with_its_markers_where_they_belong() -> None:
    events = TITLE.open("first", {}, ScriptedDice([(1,)] * 3))
    state = TITLE.blank()
    for event in events:
        state = evolve(state, event)
    assert [(each.base, each.caps, each.ap) for each in state.players.values()] == [(6, 6, 0), (7, 7, 0)]
    assert (state.round, state.points) == (1, {"german": 0, "soviet": 0})
    assert state.outcome is None


@pytest.mark.case("FP-resign")
def test_a_player_who_resigns_loses() -> None:
    fight = two()
    goes_on(fight, SOVIET, do.Resign())
    assert fight.state.outcome == Outcome((GERMAN,), "The Soviet side has given up.")


@pytest.mark.case("FP-resign")
def test_one_of_a_team_gives_up_and_the_computer_plays_on_until_the_other_does() -> None:
    match = Match(TITLE, "four-players", {}, b"leavers")
    while not all(player.side for player in match.state.players.values()):
        assert match.act(match.asked[0], TITLE.play(match.seen(match.asked[0])), "computer") is None
    leaver = match.asked[0]
    players = match.state.players
    side = players[leaver].side
    (mate,) = (seat for seat in match.seats if players[seat].side == side and seat != leaver)
    assert TITLE.answer(match.seen(leaver)) is None
    before = match.seen(PUBLIC)
    assert match.act(leaver, do.Resign()) is None
    told = TITLE.tell(before, match.log[-1].events[0])
    assert told == (
        f"🏳️ Player {leaver.title()} ({side.title()}) gives up: the computer plays on for them, "
        f"while Player {mate.title()} ({side.title()}) fights on."
    )
    assert not match.over
    assert match.asked[0] == leaver
    for _ in range(60):
        seat = match.asked[0]
        action = TITLE.play(match.seen(seat))
        if seat == leaver:
            assert TITLE.answer(match.seen(seat)) == action
        assert match.act(seat, action) is None
    refusal = TITLE.judge(match.seen(leaver), do.Resign())
    assert refusal is not None
    assert refusal.cite == "FP-resign"
    assert match.act(mate, do.Resign()) is None
    outcome = match.state.outcome
    assert outcome is not None
    assert outcome.why == f"The {side.title()} side has given up."
    assert set(outcome.winners) == set(match.seats) - {leaver, mate}


# Standing orders.


@pytest.mark.parametrize(("passing", "resting", "caps", "answer"), [
    ("on", True, 0, do.Pass()), ("ask", True, 0, None), ("on", False, 0, None), ("on", True, 1, None),
])  # fmt: skip
def test_a_player_with_only_cards_left_continues_to_pass_by_standing_order(
    passing: Any, resting: bool, caps: int, answer: do.Pass | None
) -> None:
    fight = Fight()
    fight.put("g03", "K02", status="spent")
    orders = private(Orders(passing=passing), GERMAN)
    player(fight, GERMAN, orders=orders, resting=resting, caps=caps, cards=held("02"), card_count=1)
    assert TITLE.answer(see(fight.state, GERMAN)) == answer


def held(*cards: str) -> Any:
    """Return a German hand of action cards."""
    return private(tuple(map(CardId, cards)), GERMAN)


@pytest.mark.case("COH-1.3i", "COH-7.1b")
@pytest.mark.parametrize(("card", "hit", "asked"), [
    ("10", None, True), ("09", None, False), ("02", None, False), ("12", None, False),
    ("02", "", True), ("04", "", False), ("04", "pinned", True), ("03", "pinned", False),
])  # fmt: skip
def test_a_player_with_only_cards_left_who_has_passed_is_asked_again_only_for_a_playable_card(
    card: str, hit: str | None, asked: bool
) -> None:
    """Without a unit that is Sniper Fire.

    With a spent unit it is a useful card without points.
    """
    fight = Fight()
    if hit is not None:
        fight.put("g03", "K02", hit=hit, status="spent")
    caps = 1 if hit is None else 0
    orders = private(Orders(), GERMAN)
    player(fight, GERMAN, orders=orders, caps=caps, cards=held(card), card_count=1)
    assert TITLE.answer(see(fight.state, GERMAN)) is None, "the first pass tells nobody what the hand is good for"
    player(fight, GERMAN, resting=True)
    assert (TITLE.answer(see(fight.state, GERMAN)) is None) == asked


@pytest.mark.case("COH-7.1b")
@pytest.mark.parametrize(("gone", "caps", "asked"), [(1, 0, True), (2, 0, False), (2, 1, True)])
def test_a_player_without_units_is_not_asked_if_all_cards_visibly_need_units(
    gone: int, caps: int, asked: bool
) -> None:
    """There are two of Sniper Fire, and Swift Action takes a CAP."""
    fight = Fight()
    fight.set(discards=(CardId("10"),) * gone)
    player(fight, GERMAN, caps=caps, cards=held("02"), card_count=1)
    assert TITLE.prompts(see(fight.state, SOVIET))[GERMAN].private == asked


def test_a_pass_rests_until_the_player_acts_again() -> None:
    fight = two()
    fight.do(do.Pass())
    assert fight.state.players[GERMAN].resting
    fight.turn(GERMAN)
    fight.do(move("g03", "J02"))
    assert not fight.state.players[GERMAN].resting
