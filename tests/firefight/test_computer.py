"""The computer beats random play, and fires, rallies and closes in if it pays."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import mean
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.game import forced
from bot.kernel.secret import private, see
from bot.titles import titles
from bot.titles.firefight.computer.generating import worth_of_top
from bot.titles.firefight.computer.helping import digs, plays
from bot.titles.firefight.field.arcs import in_arc
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.places import Places
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import (
    Action,
    AddCaps,
    Choose,
    Enter,
    Hunt,
    Move,
    Order,
    Pass,
    Place,
    PlaceControl,
    PlayBonus,
    PlayCard,
)
from bot.titles.firefight.model.ids import CardId, GeneratorId, MarkerId, UnitId
from bot.titles.firefight.model.solo import HUMAN
from bot.titles.firefight.model.steps import (
    ChooseCard,
    ChooseQuarry,
    Landing,
    PlaceMarker,
    PlaceUnits,
    Plot,
    Shelling,
    Struck,
)
from bot.titles.firefight.model.table import ONE, TWO, WAITING, Control, Played, Strike
from tests.firefight.fights import GERMAN, SOVIET, Fight
from tests.firefight.missions import Mission
from tests.match import Match, play

GAME = titles()["firefight"]


def choice(fight: Fight) -> Action:
    action: Action = GAME.play(see(fight.state, fight.seat))
    assert GAME.judge(see(fight.state, fight.seat), action) is None
    return action


def test_it_fires_at_an_enemy_in_the_open_before_it() -> None:
    field = Fight()
    rifles = field.put("g03", "J09", "N")
    enemy = field.put("s03", "I09", "S")
    action = choice(field)
    assert isinstance(action, do.Fire)
    assert action.units == (rifles,)
    assert action.at == field.state.units[enemy].hex


def test_spent_units_use_caps_for_the_order_that_the_panel_offers() -> None:
    field = Fight()
    field.put("g03", "J09", "N", status="spent")
    field.put("g04", "J09", "N", status="spent")
    field.put("s03", "I09", "S")
    action = choice(field)
    assert isinstance(action, do.Fire)
    assert len(action.units) == 2
    assert action.by == "", "the usual way to pay is not named"


@pytest.mark.parametrize(("caps", "added", "why"), [
    (7, 0, "CAPs do more in the round itself."), (8, 1, "One of that many CAPs can be spared."),
])  # fmt: skip
def test_a_hint_for_the_first_turn_answers_what_is_asked(caps: int, added: int, why: str) -> None:
    """The computer leaves an order for all rounds; people decide each time."""
    match = Match(GAME, "first", {}, b"hint")
    (seat,) = match.asked
    players = {**match.state.players, seat: replace(match.state.players[seat], caps=caps)}
    seen = see(replace(match.state, players=players), seat)
    assert isinstance(GAME.play(seen), Order)
    hint = GAME.advise(seen)
    assert hint == AddCaps(added)
    assert GAME.why(seen, hint) == why


def test_it_closes_in_if_no_enemy_is_in_sight() -> None:
    field = Fight()
    rifles = field.put("g03", "L04", "N")
    field.put("s03", "B16", "S")
    action = choice(field)
    assert isinstance(action, Move)
    assert action.units == (rifles,)


def wait(field: Fight, *counters: str) -> None:
    """Let units wait off the map."""
    for counter in counters:
        field.put(counter, "A10", "N")
        field.set(units={**field.state.units, UnitId(counter): replace(field[counter], hex=WAITING)})


def test_tanks_do_not_wait_for_a_gun_to_be_pushed_onto_the_map() -> None:
    """A group pays the cost of its slowest: with the gun the tanks would be done."""
    field = Fight()
    wait(field, "g48", "g29", "g49", "g31")
    field.put("s03", "B05", "S")
    hold(field, caps=0)
    action = choice(field)
    assert isinstance(action, Enter)
    assert action.units == ("g48", "g49")


def test_a_unit_from_the_flank_faces_the_enemy() -> None:
    """From the east edge units face north-west, their flank to enemies in the south."""
    field = Fight()
    wait(field, "g28", "g47")
    field.put("s28", "L18", "N")
    field.set(players={**field.state.players, GERMAN: replace(field.state.players[GERMAN], edges=("east",))})
    action = choice(field)
    assert isinstance(action, Enter)
    enemy = field.hex("L18")
    assert all(in_arc(field.state.field, hex, action.facing or "NW", enemy) for hex in action.at)


def test_later_arrivals_avoid_the_hexes_of_earlier_ones() -> None:
    field = Fight()
    wait(field, "g48")
    field.put("s03", "B05", "S")
    free = choice(field)
    assert isinstance(free, Enter)
    field.put("g49", free.at[0], "N", status="spent")
    after = choice(field)
    assert isinstance(after, Enter)
    assert after.at != free.at


def test_a_unit_far_from_battle_moves_on_for_a_small_gain() -> None:
    field = Fight()
    field.put("g03", "L04", "N")
    field.put("s03", "B16", "S")
    field.set(round=3)
    assert isinstance(choice(field), Move)
    field.set(round=4)
    assert choice(field) == Pass()


def test_artillery_is_plotted_where_enemies_stand_close_who_hardly_move_and_no_friend() -> None:
    field = Fight()
    for counter, hex in (("s03", "B03"), ("s28", "C12"), ("s27", "C13"), ("s05", "H05"), ("s06", "H06")):
        field.put(counter, hex, "S")
    field.put("g03", "I05", "N")
    field.put("g04", "I06", "N")
    field.set(steps=(Plot(GERMAN),))
    plotted = choice(field)
    assert isinstance(plotted, do.Plot)
    assert plotted.at in (field.hex("C12"), field.hex("C13"))


def test_a_gun_is_hunted_rather_than_a_tank_or_riflemen() -> None:
    field = Fight()
    wait(field, "s51", "s03", "s28")
    field.set(steps=(ChooseQuarry(GERMAN, GeneratorId("g14"), 0, (UnitId("s51"), UnitId("s03"), UnitId("s28"))),))
    assert choice(field) == Hunt(UnitId("s28"))


def test_a_card_is_chosen_for_the_most_units() -> None:
    field = Fight()
    wait(field, "s51", "s03", "s28")
    cards = (GeneratorId("s18"), GeneratorId("s02"))
    field.set(
        steps=(ChooseCard(GERMAN, GeneratorId("g10"), 0, cards),),
        record=(
            Played(cards[0], "bottom", SOVIET, "units", (UnitId("s51"),)),
            Played(cards[1], "bottom", SOVIET, "units", (UnitId("s03"), UnitId("s28"))),
        ),
    )
    assert choice(field) == Choose(cards[1])


def test_the_sturdiest_unit_is_chosen_to_survive() -> None:
    field = Fight(SOVIET)
    wait(field, "s51", "s03", "s04")
    cards = (GeneratorId("s02"), GeneratorId("s18"))
    field.set(
        steps=(ChooseCard(SOVIET, GeneratorId("s16"), 0, cards),),
        record=(
            Played(cards[0], "bottom", SOVIET, "units", (UnitId("s03"), UnitId("s04"))),
            Played(cards[1], "bottom", SOVIET, "units", (UnitId("s51"),)),
        ),
    )
    assert choice(field) == Choose(cards[1])


def test_units_of_the_enemy_are_placed_in_the_open_and_close_together() -> None:
    field = Fight()
    wait(field, "s41", "s42")
    units = (UnitId("s41"), UnitId("s42"))
    field.set(
        steps=(PlaceUnits(GERMAN, GeneratorId("s16"), 0, units),),
        record=(Played(GeneratorId("s16"), "top", SOVIET, "victory"),),
    )
    first = choice(field)
    assert isinstance(first, Place)
    land = ground(field.state.field)
    assert not land.covered(first.at)
    field.do(first)
    assert choice(field) == Place(units[1:], first.at)


def test_a_marker_of_the_enemy_is_placed_in_the_open_and_an_own_one_in_cover() -> None:
    field = Fight()
    land = ground(field.state.field)
    for card, covered in (("g03", False), ("g12", True)):
        field.set(
            steps=(PlaceMarker(GERMAN, GeneratorId(card), 0),),
            record=(Played(GeneratorId(card), "top", GERMAN, "victory"),),
        )
        placed = choice(field)
        assert isinstance(placed, PlaceControl)
        assert land.covered(placed.at) == covered


def test_it_passes_if_there_is_no_action_left() -> None:
    field = Fight()
    field.put("g03", "L04", "N", status="spent")
    field.put("s03", "B16", "S")
    none = replace(field.state.players[field.seat], caps=0)
    field.set(players={**field.state.players, field.seat: none})
    assert choice(field) == Pass()


def hold(field: Fight, *cards: str, **fields: Any) -> None:
    """Give the player action cards."""
    held = tuple(map(CardId, cards))
    player = replace(field.state.players[field.seat], cards=private(held, field.seat), card_count=len(held))
    field.set(players={**field.state.players, field.seat: replace(player, **fields)})


@cache
def battle(seed: bytes) -> Match:
    """Let the computer play the learning battle against itself."""
    match = Match(GAME, "first", {}, seed)
    while not match.over:
        seat = match.asked[0]
        seen = match.seen(seat)
        for by, found in (("orders", GAME.answer(seen)), ("forced", forced(GAME, seen))):
            if found is not None:
                assert match.act(seat, found, by) is None  # type: ignore[arg-type]
                break
        else:
            assert match.act(seat, GAME.play(seen), "computer") is None
    return match


def test_units_that_wait_come_in_together() -> None:
    enters = [entry.action for entry in battle(b"both sides").log if isinstance(entry.action, Enter)]
    assert [len(each.units) for each in enters[:2]] in ([3, 4], [4, 3])


def test_a_learning_battle_takes_few_actions() -> None:
    """Standing orders and forced passes are not counted, since they are automatic."""
    taken = [sum(entry.by == "computer" for entry in battle(seed).log) for seed in (b"both sides", b"once more")]
    assert mean(taken) < 95


def test_a_group_goes_forward_together() -> None:
    field = Fight()
    for counter, hex in (("g03", "L04"), ("g04", "L05"), ("g09", "K05")):
        field.put(counter, hex, "N")
    field.put("s03", "B05", "S")
    action = choice(field)
    assert isinstance(action, Move)
    assert len(action.units) == 3


def test_spent_units_support_an_attack_that_is_paid_in_caps() -> None:
    field = Fight()
    for counter, hex in (("g09", "J09"), ("g03", "J10"), ("g04", "J09")):
        field.put(counter, hex, "N", status="spent")
    field.put("s03", "G09", "N", hit="cowering")
    action = choice(field)
    assert isinstance(action, do.Fire)
    assert len(action.units) > 1


def test_a_unit_under_fire_digs_in() -> None:
    field = Fight()
    field.put("g03", "J09", "N")
    for counter, hex in (("s17", "H09"), ("s18", "H10"), ("s05", "H08")):
        field.put(counter, hex, "S")
    places = Places(field.state, GERMAN, "german")
    assert any(isinstance(action, do.Dig) for _, action in digs(field.at(), places))


def test_a_gun_far_from_the_enemy_is_towed_and_unloaded_in_range() -> None:
    field = Fight()
    field.put("g26", "L08", "N")
    field.put("g36", "L09", "N")
    field.put("s03", "B05", "S")
    action = choice(field)
    assert action == do.Load(UnitId("g26"), UnitId("g36"))
    field = Fight()
    field.put("g31", "K09", "N")
    field.put("g36", "L09", "N")
    field.put("s03", "B05", "S")
    assert choice(field) == do.Load(UnitId("g31"), UnitId("g36"))
    field = Fight()
    field.put("g36", "J09", "N")
    field.put("g26", "J09", "N", aboard=UnitId("g36"))
    field.put("s03", "G09", "S")
    action = choice(field)
    assert isinstance(action, do.Unload)
    assert action.facing == "N"


def test_a_bottle_is_thrown_at_a_tank_beside_it() -> None:
    field = Fight(SOVIET)
    hold(field, "molotov")
    field.put("s13", "J09", "N")
    field.put("g48", "J09", "S")
    action = choice(field)
    assert isinstance(action, do.Fire)
    assert action.card == "molotov"


@pytest.mark.parametrize(
    ("card", "status", "hit"), [("10", "spent", ""), ("03", "fresh", "cowering"), ("08", "fresh", "")]
)
def test_cards_that_are_a_turn_are_thought_of(card: str, status: Any, hit: str) -> None:
    field = Fight()
    hold(field, card)
    field.put("g03", "L04", "N", hit=hit, status=status)
    field.put("s03", "B16", "S")
    assert card in [action.card for _, action in plays_of(field) if isinstance(action, PlayCard)]


def plays_of(field: Fight) -> list[tuple[float, Action]]:
    """Return the cards that the computer thinks of."""
    return list(
        plays(field.at(), Places(field.state, field.seat, field.state.players[field.seat].side or "german"))
    )


@pytest.mark.case("COH-5.3a")
def test_no_unit_drives_among_enemies_for_a_marker_that_they_keep() -> None:
    for guard, taken in (("", True), ("s41", False)):
        field = Fight()
        field.put("g38", "I09", "N")
        field.put("s42", "B09", "S")
        if guard:
            field.put(guard, "G09", "S")
        field.set(
            control={MarkerId("m1"): Control(MarkerId("m1"), field.hex("G09"), "soviet", GeneratorId("s10"))},
            record=(Played(GeneratorId("s10"), "top", SOVIET, "victory"),),
        )
        action = choice(field)
        assert (isinstance(action, Move) and action.to == (field.hex("G09"),)) == taken, action


def test_rapid_deployment_brings_a_unit_to_a_marker_at_once() -> None:
    field = Fight()
    hold(field, "05")
    field.put("g03", "I09", "N")
    field.set(
        control={MarkerId("m1"): Control(MarkerId("m1"), field.hex("G09"), "soviet", GeneratorId("g03"))},
        record=(Played(GeneratorId("g03"), "top", GERMAN, "victory"),),
    )
    action = choice(field)
    assert isinstance(action, Move)
    assert (action.card, action.to) == ("05", (field.hex("G09"),))


@pytest.mark.parametrize(("foe", "hex"), [("s17", "H03"), ("s20", "F02")])
def test_a_unit_near_an_unguarded_marker_goes_there_whatever_is_behind_it(foe: str, hex: str) -> None:
    field = Fight()
    field.put("g03", "G05", "N")
    field.put(foe, hex, "S", status="spent")
    field.set(
        round=2,
        control={MarkerId("m1"): Control(MarkerId("m1"), field.hex("H09"), "soviet", GeneratorId("s10"))},
        record=(Played(GeneratorId("s10"), "top", SOVIET, "victory"),),
    )
    action = choice(field)
    assert isinstance(action, Move)
    assert action.to == (field.hex("G06"),)


def test_empty_trucks_stay() -> None:
    field = Fight()
    field.put("g36", "L04", "N")
    field.put("g33", "L06", "N")
    field.put("s03", "B16", "S")
    assert choice(field) == Pass()


def test_swift_action_is_played_where_two_units_have_a_good_shot() -> None:
    field = Fight()
    hold(field, "12")
    for mine, theirs, column in (("g11", "s03", "04"), ("g12", "s04", "14")):
        field.put(mine, f"J{column}", "N")
        field.put(theirs, f"I{column}", "S")
    assert choice(field) == PlayCard(CardId("12"))
    hold(field, "12", again=True)
    assert isinstance(choice(field), do.Fire)


def test_an_enemy_obstacle_is_cleared_if_a_unit_is_in_it() -> None:
    field = Fight()
    hold(field, "40")
    field.put("g03", "J09", "N")
    field.put("s03", "B05", "S")
    field.work("wire", "J09")
    assert choice(field) == PlayCard(CardId("40"), (UnitId("g03"),))


def test_an_enemy_with_a_good_shot_is_confused_in_the_enemys_turn_and_nobody_else() -> None:
    field = Fight(SOVIET)
    field.put("s18", "I09", "S")
    field.put("g03", "J09", "N")
    held = replace(field.state.players[GERMAN], cards=private((CardId("06"),), GERMAN), card_count=1)
    field.set(players={**field.state.players, GERMAN: held})
    assert GAME.react(see(field.state, GERMAN)) == PlayBonus(CardId("06"), UnitId("s18"))
    assert GAME.react(see(field.state, SOVIET)) is None
    field.put("s18", "B09", "N")
    assert GAME.react(see(field.state, GERMAN)) is None


def test_a_vehicle_on_its_way_to_a_marker_is_bogged_down() -> None:
    field = Fight(SOVIET)
    field.put("s46", "G09", "S")
    field.put("g03", "L04", "N")
    field.set(
        control={MarkerId("m1"): Control(MarkerId("m1"), field.hex("I09"), "german", GeneratorId("g03"))},
        record=(Played(GeneratorId("g03"), "top", GERMAN, "victory"),),
    )
    held = replace(field.state.players[GERMAN], cards=private((CardId("20"),), GERMAN), card_count=1)
    acted = replace(field.state.players[SOVIET], acted=(UnitId("s46"),))
    field.set(players={**field.state.players, GERMAN: held, SOVIET: acted})
    assert GAME.react(see(field.state, GERMAN)) == PlayBonus(CardId("20"), UnitId("s46"))


def test_against_an_ai_bonus_cards_are_played_in_the_own_turn() -> None:
    mission = Mission()
    mission.put("s18", "I09", "S")
    mission.put("g03", "J09", "N")
    mission.turn(HUMAN)
    hold(mission, "06")
    assert choice(mission) == PlayBonus(CardId("06"), UnitId("s18"))


@pytest.mark.parametrize("economy", ["action points", "spent checks"])
def test_it_beats_random_play(economy: str) -> None:
    for number, seat in enumerate((ONE, TWO)):
        match = Match(GAME, "first", {"economy": economy}, b"duel %d" % (number + 10))
        play(match, Random(number), [seat], moves=1500)
        outcome = GAME.outcome(match.state)
        assert outcome is not None
        assert outcome.winners == (seat,)


def test_it_plays_from_the_first_card_to_the_last_round() -> None:
    match = Match(GAME, "custom", {"rounds": "3", "deck": "infantry", "caps": "3"}, b"all seats")
    play(match, Random(1), match.seats, moves=1000)
    assert match.over


@pytest.mark.parametrize("scenario", ["three-players", "four-players"])
def test_it_generates_and_begins_a_battle_for_teams(scenario: str) -> None:
    match = Match(GAME, scenario, {}, b"all seats")
    play(match, Random(1), match.seats, moves=60)
    assert match.state.phase == "turns"
    assert all(unit.hex != WAITING for unit in match.state.units.values() if unit.round == 1)


def test_a_marker_that_pays_in_every_round_is_worth_more_than_the_units_of_its_card() -> None:
    """Soviet 02 brings three units, or a point a round for each marker.

    The last cards are played for the points.
    """
    state = replace(Fight().state, rounds=5)
    assert worth_of_top(state, GeneratorId("s02")) > worth_of_top(state, GeneratorId("s05"))
    assert worth_of_top(state, GeneratorId("s02")) > worth_of_top(replace(state, rounds=1), GeneratorId("s02"))


def test_markers_for_the_enemy_are_worth_less_where_each_of_them_brings_the_enemy_points() -> None:
    state = replace(Fight().state, rounds=5)
    defends = replace(state, record=(Played(GeneratorId("s02"), "top", SOVIET, "victory"),))
    assert worth_of_top(defends, GeneratorId("g23")) < 0 < worth_of_top(state, GeneratorId("g23"))
    marker = Control(MarkerId("m1"), Fight().hex("E09"), "soviet")
    marked = replace(state, control={marker.id: marker})
    assert worth_of_top(marked, GeneratorId("s02")) > worth_of_top(state, GeneratorId("s02"))


def test_maps_and_edges_are_worth_less_to_it_than_units_and_defences() -> None:
    state = replace(Fight().state, rounds=5)
    for card in ("g13", "s13", "s17", "g24"):
        assert worth_of_top(state, GeneratorId(card)) < worth_of_top(state, GeneratorId("g15"))


def test_caps_go_on_the_dice_of_artillery_where_they_bring_more_than_elsewhere() -> None:
    field = Fight()
    field.put("g03", "L09", status="spent")
    field.set(round=2, strikes=(Strike(GERMAN, 1, private(field.hex("D10"), GERMAN)),))
    field.set(steps=(Landing(GERMAN, 1),))
    assert choice(field) == do.Correct(), "nobody stands there"
    for rifle in ("s03", "s04", "s05", "s06"):
        field.put(rifle, "D10")
    aimed = choice(field)
    assert isinstance(aimed, do.Correct)
    assert aimed.caps > 0
    field.set(steps=(Shelling(GERMAN, (Struck(field.hex("D10"), UnitId("s03")),)),))
    falls = choice(field)
    assert isinstance(falls, do.Correct)
    assert falls.caps > 0
    field.put("g04", "D11")
    field.set(steps=(Shelling(GERMAN, (Struck(field.hex("D11"), UnitId("g04")),)),))
    spares = choice(field)
    assert isinstance(spares, do.Correct)
    assert spares.caps < 0
