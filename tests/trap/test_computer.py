"""The computer player uses all its weapons, and to good effect.

The soak has it beat chance.
"""

from __future__ import annotations

from functools import cache
from random import Random

from bot.kernel.game import legal
from bot.kernel.secret import private, see
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.computer.value import danger, draw, spoils, unescorted
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import of
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Arrival, Held
from bot.titles.trap.model.table import (
    ARTILLERY,
    CHECHEN,
    CHECHENS,
    RUSSIAN,
    Battery,
    BatteryId,
    HexId,
    MarkerId,
    UnitId,
)
from bot.titles.trap.play.batteries import batteries
from tests.match import Match, step
from tests.trap.activations import Counted
from tests.trap.fights import Fight

LONGEST = 800


@cache
def played(seed: int) -> Match:
    """Let the computer play the learning game against itself."""
    match, rnd = Match(TITLE, "first", {}, seed.to_bytes(4, "big")), Random(seed)
    while not match.over and len(match.log) < LONGEST:
        step(match, rnd, (RUSSIAN, CHECHEN))
    assert match.over
    return match


def test_it_fights_moves_and_gets_out_of_its_vehicles() -> None:
    done = {type(entry.action) for seed in range(4) for entry in played(seed).log}
    assert {do.Fire, do.Move, do.Unload, do.Dismount, do.Place, do.Hold} <= done


def test_it_fires_to_good_effect() -> None:
    """Both sides choose shots by their odds, so a good part hits."""
    shots = [
        event.shot.hit
        for seed in range(6)
        for entry in played(seed).log
        for event in entry.events
        if isinstance(event, ev.Fired)
    ]
    assert len(shots) > 40
    assert sum(shots) / len(shots) > 0.45


def test_an_activation_takes_few_orders() -> None:
    """A battalion needs few orders, and the move seldom changes sides."""
    counted = Counted()
    for seed in range(3):
        counted.play("first", seed)
    assert max(len(given.orders) for given in counted.given["battalion"]) <= 12
    assert max(counted.handed) <= 6


def test_batteries_without_a_target_keep_the_way_of_the_enemy_under_fire() -> None:
    """Kalin sees along the street by which the fighters would come, but none of them."""
    for value, kinds in (("yes", do.Interdict), ("no", do.Done)):
        fight = Fight(RUSSIAN, "artillery")
        fight.options(interdiction=value)
        fight.put("kalin", "1309")
        for n, hex in enumerate(("1115", "1214", "1414", "1514", "1515"), 1):
            fight.put(f"c-i{n}", hex)
        action = TITLE.play(see(fight.state, RUSSIAN))
        assert isinstance(action, kinds)
        assert fight.cite(action) == ""


def test_a_leader_does_not_go_alone_where_the_enemy_can_walk_in() -> None:
    fight = Fight(RUSSIAN)
    fight.put("kalin", "1421")
    fight.put("c-i1", "1717")
    alone = danger(fight.state, fight["kalin"], HexId("1618"), "ground")
    fight.put("81-1-i1", "1618")
    assert danger(fight.state, fight["kalin"], HexId("1618"), "ground") < alone


def test_heavy_weapons_turn_to_what_they_will_shell() -> None:
    """A leader sees two pinned fighters, who are behind the heavy weapons' backs."""
    fight = Fight(RUSSIAN)
    fight.put("kalin", "1309")
    fight.put("81-1-h1", "1511", facing="S")
    for n in (1, 2):
        fight.put(f"c-i{n}", "1310", status="pinned")
    turn = TITLE.play(see(fight.state, RUSSIAN))
    assert isinstance(turn, do.Turn)
    fight.do(turn)
    assert isinstance(TITLE.play(see(fight.state, RUSSIAN)), do.Shell)


def test_a_column_near_the_enemy_gets_out_by_one_order() -> None:
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1316", "1317", "1318"), 1):
        fight.put(f"81-btr{n}", hex, facing="N")
        fight.put(f"81-1-i{n}", hex, aboard=UnitId(f"81-btr{n}"))
    fight.put("c-i1", "1312", facing="S", level="upper")
    order = TITLE.play(see(fight.state, RUSSIAN))
    assert order == do.Dismount(UnitId("81-btr1"), "cover")
    assert order in list(legal(TITLE, see(fight.state, RUSSIAN), do.Dismount)), "a hint leads to it"


def test_a_hint_proposes_one_order_for_several_units_and_says_why() -> None:
    """The computer orders one after another whom it advises people to order together."""
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1512", "1511", "1510"), 1):
        fight.put(f"81-1-i{n}", hex)
    fight.put("c-i1", "1318")
    assert advised(fight) == (do.Move, do.Approach, "They come nearer to 2412 (Presidential Palace).")
    fight = Fight(RUSSIAN)
    for id, hex in (("81-1-i1", "1314"), ("81-1-i2", "1315"), ("81-1-h1", "1213")):
        fight.put(id, hex, facing="N")
    for id, hex in (("c-i1", "1312"), ("c-i2", "1311"), ("c-h1", "1311")):
        fight.put(id, hex, activated=True)
    assert advised(fight) == (do.Fire, do.Engage, "33 % to eliminate one.")
    fight = Fight(RUSSIAN)
    for n, (hex, foe) in enumerate((("1314", "1312"), ("1320", "1316"), ("0813", "0810")), 1):
        fight.put(f"81-btr{n}", hex, facing="NE")
        fight.put(f"81-1-i{n}", hex, aboard=UnitId(f"81-btr{n}"))
        fight.put(f"c-i{n}", foe)
    assert advised(fight)[:2] == (do.Unload, do.Dismount)
    fight.put("81-btr3", "0813", facing="NE", fired=True, activated=True)
    fight.set(acted=(UnitId("81-btr3"),))
    out = TITLE.advise(see(fight.state, RUSSIAN))
    assert isinstance(out, do.Dismount)
    assert {out.lead, *out.others} == {"81-btr1", "81-btr2"}, "once an APC has fired nobody gets out of it"


def test_a_hint_turns_no_unit_that_can_no_longer_fire() -> None:
    """The computer turns them to the enemy anyway.

    For people it is not worth an order.
    """
    fight = Fight(RUSSIAN)
    tired, fresh = (
        fight.put("81-1-i1", "1314", facing="S", moved=True, activated=True),
        fight.put("81-1-i9", "0113"),
    )
    fight.put("c-i1", "1312", activated=True)
    fight.set(acted=(tired,), spent={RUSSIAN: private({tired: 8}, RUSSIAN), CHECHEN: private({}, CHECHEN)})
    seen = see(fight.state, RUSSIAN)
    assert TITLE.play(seen) == do.Turn((tired,), "N")
    advice = TITLE.advise(seen)
    assert isinstance(advice, do.Move)
    assert advice.units == (fresh,)


def test_when_many_have_acted_a_hint_sends_nobody_alone_for_little() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-1-h1", "3216")
    fight.put("c-i1", "2412")
    assert isinstance(TITLE.advise(see(fight.state, RUSSIAN)), do.Move)
    fight.set(acted=tuple(UnitId(f"81-2-i{n}") for n in range(12)))
    assert TITLE.advise(see(fight.state, RUSSIAN)) == do.Done()


def test_a_hint_for_heavy_weapons_says_how_likely_they_hit_what_is_no_unit() -> None:
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1314", "1313", "1315"), 1):
        fight.put(f"81-btr{n}", hex, facing="N")
    fight.set(roadblocked=(HexId("1312"),))
    assert advised(fight) == (do.Clear, do.Engage, "64 % to clear it.")
    fight = Fight(RUSSIAN)
    fight.put("kalin", "1309")
    for n in (1, 2):
        fight.put(f"81-1-h{n}", "1511", facing="N")
        fight.put(f"c-i{n}", "1310", status="pinned")
    assert advised(fight) == (do.Shell, do.Engage, "36 % to hit.")
    fight = Fight(RUSSIAN)
    fight.put("kalin", "1309")
    fight.put("81-1-h1", "1511", facing="S")
    for n in (1, 2):
        fight.put(f"c-i{n}", "1310", status="pinned")
    assert advised(fight)[:2] == (do.Turn, do.Engage), "who turns first shells by the same order"
    assert TITLE.advise(see(fight.state, RUSSIAN)) == do.Engage(HexId("1310"), (UnitId("81-1-h1"),))


def test_a_hint_for_the_artillery_shares_out_its_batteries() -> None:
    """The computer fires one battery at a time.

    Batteries without a target hold their fire.
    """
    fight = Fight(RUSSIAN, "artillery")
    fight.put("kalin", "1309")
    fight.put("c-i1", "1313", facing="N")
    number = len(batteries(fight.state))
    assert number > 1
    assert TITLE.play(see(fight.state, RUSSIAN)) == do.Bombard(HexId("1313"), UnitId("kalin"))
    assert advised(fight)[:2] == (do.Bombard, do.Bombard)
    assert TITLE.advise(see(fight.state, RUSSIAN)) == do.Bombard(HexId("1313"), UnitId("kalin"), number)
    fight.put("c-i2", "1311", facing="N")
    shared = TITLE.advise(see(fight.state, RUSSIAN))
    assert isinstance(shared, do.Bombard)
    assert shared.batteries == -(-number // 2), "half of them, the odd one too"


def advised(fight: Fight) -> tuple[type[do.Action], type[do.Action], str]:
    """Return the classes of the computer's order and of its advice, and the reason."""
    seen = see(fight.state, RUSSIAN)
    order = TITLE.advise(seen)
    assert fight.cite(order) == ""
    return type(TITLE.play(seen)), type(order), TITLE.why(seen, order)


def test_fighters_are_placed_in_houses_not_in_the_open() -> None:
    match, rnd = Match(TITLE, "first", {}, b"houses"), Random(0)
    while isinstance(match.state.steps[-1], Arrival):
        step(match, rnd, (RUSSIAN, CHECHEN))
    placed = {unit.hex for unit in of(match.state, CHECHEN)}
    assert placed
    assert all(ground().terrain[hex] != "clear" for hex in placed)


def test_a_tank_does_not_go_alone_into_a_street_among_enemies() -> None:
    fight = Fight(RUSSIAN, "3/131")
    tank = fight.put("131-t1", "1320", facing="NE")
    fight.put("c-i1", "1618", level="upper")
    alone = unescorted(fight.state, fight[tank], HexId("1519"))
    fight.put("131-1-i1", "1519")
    assert alone > unescorted(fight.state, fight[tank], HexId("1519")) == 0.0


def test_units_with_the_same_best_target_fire_by_one_order() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-rpg1", "1310", facing="S", level="upper")
    fight.put("c-i1", "1311", facing="S", level="upper")
    fight.put("81-btr1", "1312", facing="S", activated=True)
    order = TITLE.play(see(fight.state, CHECHEN))
    assert order == do.Fire((UnitId("c-rpg1"), UnitId("c-i1")), UnitId("81-btr1"))


def test_a_battalion_advances_without_the_units_that_are_well_placed() -> None:
    """Ten units hold their objectives; those far behind continue."""
    fight = Fight(RUSSIAN, "2/81", turn=9)
    for n, hex in enumerate(("2412", "2009", "1519", "2610", "2710", "2711"), 1):
        fight.put(f"81-2-i{n}", hex, level="upper")
    for n, hex in enumerate(("2411", "2010"), 1):
        fight.put(f"81-2-h{n}", hex)
    for n, hex in enumerate(("0411", "0412", "0413"), 7):
        fight.put(f"81-2-i{n}", hex)
    fight.put("c-i1", "2716")
    forward: set[UnitId] = set()
    while not isinstance(order := TITLE.play(see(fight.state, RUSSIAN)), do.Done):
        forward.update(order.units if isinstance(order, do.Move) else ())
        fight.do(order)
    assert {UnitId(f"81-2-i{n}") for n in (7, 8, 9)} <= forward


def test_an_idle_unit_tries_a_shot() -> None:
    """A platoon that has moved up the street fires at a house, with little chance."""
    fight = Fight(RUSSIAN)
    platoon = fight.put("81-1-i1", "1310", facing="S", activated=True, moved=True)
    fight.put("c-i1", "1311", facing="N")
    fight.set(acted=(platoon,))
    assert TITLE.play(see(fight.state, RUSSIAN)) == do.Fire((platoon,), UnitId("c-i1"))


def test_the_guns_come_first_where_a_leader_sees_enough_for_them() -> None:
    fight = Fight(RUSSIAN)
    fight.set(steps=(Held(RUSSIAN),), cup=(MarkerId("1/81"), ARTILLERY, CHECHENS))
    fight.put("81-1-i1", "1308")
    fight.put("c-i1", "1312", level="upper")
    assert TITLE.play(see(fight.state, RUSSIAN)) == do.Hold(MarkerId("1/81"))
    fight.put("kalin", "1309")
    assert TITLE.play(see(fight.state, RUSSIAN)) == do.Hold(ARTILLERY)


def test_nobody_comes_beside_those_at_whom_the_guns_will_fire() -> None:
    fight = Fight(RUSSIAN)
    fight.put("kalin", "1309")
    fight.put("c-i1", "1312", level="upper")
    platoon = fight.put("81-1-i1", "1110")
    assert spoils(fight.state, fight[platoon], HexId("1212")) > spoils(fight.state, fight[platoon], HexId("1111"))


def test_a_stack_fears_a_storm_more_than_a_platoon_alone() -> None:
    """An assault destroys everybody in a place, whatever their number (7.3)."""
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "1111")
    fight.put("c-i1", "1211")
    alone = danger(fight.state, fight["81-1-i1"], HexId("1111"), "ground")
    fight.put("81-1-i2", "1111")
    assert danger(fight.state, fight["81-1-i1"], HexId("1111"), "ground") > alone


def test_of_many_chechens_only_some_act() -> None:
    """A marker activates four or five: each of many is less dangerous."""
    fight = Fight(RUSSIAN, turn=3)
    fight.put("81-1-i1", "1308")
    fight.put("c-rpg1", "1310", facing="N", level="upper")
    one = danger(fight.state, fight["81-1-i1"], HexId("1308"), "ground")
    for n in range(1, 25):
        fight.put(f"c-i{n}", "3010")
    for n in range(2, 13):
        fight.put(f"c-rpg{n}", "3011")
    assert danger(fight.state, fight["81-1-i1"], HexId("1308"), "ground") < one


def test_a_buratino_fires_at_units_that_are_together() -> None:
    fight = Fight(RUSSIAN, "artillery", scenario="variant")
    fight.options(buratino="yes")
    fight.set(batteries={BatteryId("b1"): Battery(BatteryId("b1"), buratino=True)})
    fight.put("kalin", "1308")
    for n in (1, 2):
        fight.put(f"c-i{n}", "1312", level="upper")
    assert TITLE.play(see(fight.state, RUSSIAN)) == do.Strike(HexId("1312"), UnitId("kalin"))


def test_the_variant_has_buratinos_unless_the_players_say_otherwise() -> None:
    usual = TITLE.scenarios["variant"].usual
    assert usual["buratino"] == "yes"
    assert usual["hotels"] == "no"
    assert TITLE.scenarios["historical"].usual["buratino"] == "no"


def test_russians_race_for_a_landmark_that_ends_the_chechen_reinforcements() -> None:
    """In the variant a unit at the Stadium ends them, without points (10.3.2)."""
    fight = Fight(RUSSIAN, "1/131", scenario="variant")
    lead = fight.put("131-bmp1", "1419", facing="NE")
    fight.put("131-1-i1", "1419", aboard=lead)
    fight.put("c-i1", "1519", level="upper")
    fight.put("c-i2", "3010")
    free = HexId("1918")
    assert draw(fight.state, RUSSIAN, free) > 10 > draw(fight.state, RUSSIAN, HexId("1519"))
    fight.set(steps=(Held(RUSSIAN),), cup=(MarkerId("1/81"), MarkerId("1/131"), CHECHENS))
    for n in (1, 2, 3):
        fight.put(f"81-1-i{n}", "3009")
    assert TITLE.play(see(fight.state, RUSSIAN)) == do.Hold(MarkerId("1/131"))
    fight.set(turn=5)
    assert TITLE.play(see(fight.state, RUSSIAN)) == do.Hold(MarkerId("1/81"))


def test_units_avoid_at_night_a_place_that_is_seen_in_the_morning() -> None:
    """At night sight is a hex (8.6), but a platoon in a street is still there by day."""
    for turn in (5, 6):
        fight = Fight(RUSSIAN, turn=turn)
        fight.put("81-1-i1", "1308")
        fight.put("c-rpg1", "1311", facing="N", level="upper")
        assert danger(fight.state, fight["81-1-i1"], HexId("1308"), "ground") > 0.5
