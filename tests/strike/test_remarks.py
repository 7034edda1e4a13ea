"""Remarks on an order before it is given: on choices, on the whole, and reasons."""

from __future__ import annotations

import re
from functools import reduce
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.fields import fields
from bot.kernel.game import legal
from bot.kernel.roll import Roll
from bot.kernel.secret import PUBLIC, see
from bot.kit.advice import Remark
from bot.kit.effects import outcome_line
from bot.kit.english import count, percent
from bot.kit.plans import goes_on
from bot.titles.strike import TITLE
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Arrival, Battle, Tie
from bot.titles.strike.model.table import ELIMINATED, GERMAN, RUSSIAN, AreaId, UnitId
from bot.titles.strike.play.crowds import ending
from bot.titles.strike.play.movement import rails_at_rest
from bot.titles.strike.words.labels import label_area
from tests.match import Match
from tests.scripted import ScriptedDice
from tests.strike.board import begin, find, set_up


@pytest.fixture(scope="module")
def state() -> State:
    lines = (
        "railways of the German gauge: C5, E5", "E5: German 4th Army, 2nd Panzer Group",
        "G5: Soviet 10th Army", "German objectives: Moscow",
    )  # fmt: skip
    return begin(set_up(lines), "german movement", ScriptedDice([]))[0]


def weighed(state: State, kind: type[Any], name: str, values: list[Any], **known: Any) -> list[Remark]:
    field = next(each for each in fields(kind) if each.name == name)
    return list(TITLE.weigh(see(state, GERMAN), kind, known, field, values))


def test_areas_tell_the_cost_of_the_way_and_the_battle_that_waits(state: State) -> None:
    army = find(state, "German 4th Army")
    battle, far = weighed(state, do.Move, "to", ["G5", "E3"], units=(army,))
    says = ("It takes 2 of 2 movement points.", "The way ends among the enemies there: 8 against 3.")
    assert battle == Remark((0.0, 0.0, 0.0, 0.375, 2.0), "2 points, battle 8 : 3", "8 : 3", "G5", says)
    alone = ("Nothing would supply a battle there now.",)
    assert far == Remark((0.0, 0.0, 3.0, 99, 0.0), "no supply", "", "E3", alone), "no way leads there in one turn"


def test_the_label_of_a_full_area_is_not_cut_off_on_its_button() -> None:
    """Of more than two units the first stands for all."""
    units = ("E5: German 4th Army, German 9th Army, 2nd Panzer Group", "G5: Soviet 10th Army, Soviet 3rd Army")
    seen = see(set_up(units), GERMAN)
    assert label_area(seen, "E5").endswith(" and 2 more)")
    assert label_area(seen, "G5").count("Army") == 2


def test_a_defence_names_the_chance_to_lose_nothing() -> None:
    """Defenders lose steps by an exchange, too. A reserve comes by a die."""
    state = set_up((
        "E4: 4th Panzer Group, Soviet 27th Army reduced, 21st Mechanized Corps",
        "G4: Konev, 7th Mechanized Corps", "German: 9 points", "Russian: 9 points",
    ))  # fmt: skip
    state = replace(state, steps=(Battle(AreaId("E4"), GERMAN, "differential", buys=True),), seat=GERMAN)
    corps = find(state, "7th Mechanized Corps")
    joined = replace(state, units=state.units | {corps: replace(state.units[corps], place=AreaId("E4"))})

    def unhurt(state: State, *reserves: UnitId) -> tuple[float, float]:
        """Return the named chance, and that of the listed results without losses."""
        odds = TITLE.odds(see(state, RUSSIAN), do.Defend(reserves))
        assert odds is not None
        assert odds.hope is not None
        assert odds.hope[0] == "to hold unhurt"
        chances = {result[:2]: chance for result, chance in odds.chances}
        assert chances["EX"]
        return odds.hope[1], sum(chances.get(result, 0) for result in ("AE", "A3", "A2", "A1", "AR"))

    (alone, listed), (together, _) = unhurt(state), unhurt(joined)
    assert alone == pytest.approx(listed)
    assert together > alone
    assert unhurt(state, corps) == pytest.approx(((alone + together) / 2, listed)), "Konev has a rating of 3"


def test_an_overstacked_area_is_named_before() -> None:
    """Three armies are at E5 after the move, two corps too many."""
    state = begin(
        set_up((
            "railways of the German gauge: C5, E5", "C5: German 4th Army",
            "E5: German 9th Army, German 16th Army", "German objectives: Moscow",
        )),
        "german movement", ScriptedDice([]),
    )[0]  # fmt: skip
    army = find(state, "German 4th Army")
    (remark,) = weighed(state, do.Move, "to", ["E5"], units=(army,))
    assert "2 corps too many" in remark.words
    told = TITLE.beforehand(see(state, GERMAN), do.Move((army,), AreaId("E5")))
    assert "6 corps would stand there, and 4 may stay when your movement ends." in told
    crowded = replace(state, units=state.units | {army: replace(state.units[army], place=AreaId("E5"))})
    for now, end in (
        (state, "Press Done when you have moved."),
        (crowded, "6 corps are at E5 Minsk, and 4 may stay"),
    ):
        assert ending(see(now, GERMAN)).startswith(end)


def test_battles_tell_their_chance_and_units_how_near_the_enemy_is(state: State) -> None:
    shared = set_up(("E5: German 4th Army, Soviet 10th Army", "I5: German 9th Army"))
    (battle,) = weighed(shared, do.Attack, "area", ["E5"])
    odds = TITLE.odds(see(shared, GERMAN), do.Attack(AreaId("E5")))
    assert odds is not None
    assert odds.hope is not None
    assert battle.words == f"{percent(odds.hope[1])} {odds.hope[0]}, battle 8 : 3"
    assert re.fullmatch(
        r"to hurt the enemy, \d+ % exchange: lose your unit, \d+ % to lose your unit, \d+ % some steps",
        odds.hope[0],
    )
    near, away = weighed(shared, do.Move, "units", [(find(shared, f"German {n} Army"),) for n in ("4th", "9th")])
    assert (near.words, away.words, near.order < away.order) == ("among enemies", "enemy 2 areas away", True)


@pytest.mark.parametrize(
    ("own", "enemies", "lost", "eliminated"),
    [
        ("German 4th Army", "Soviet 10th Army, Soviet 3rd Army", "your unit", "German 4th Army"),
        (
            "German 4th Army, German 16th Army", "Soviet 10th Army, Soviet 3rd Army, Soviet 4th Army",
            "both units", "German 4th Army and German 16th Army",
        ),
        ("German 4th Army, German 16th Army", "Soviet 10th Army reduced", "1 step", "Soviet 10th Army"),
        (
            "German 4th Army", "Soviet 10th Army", "your unit", "German 4th Army and Soviet 10th Army",
        ),
    ],
)  # fmt: skip
def test_the_price_of_an_exchange_is_named(own: str, enemies: str, lost: str, eliminated: str) -> None:
    state = set_up((f"E5: {own}, {enemies}",))
    odds = TITLE.odds(see(state, GERMAN), do.Attack(AreaId("E5")))
    assert odds is not None
    assert odds.hope is not None
    (row,) = (each for each in odds.chances if each[0].startswith("EX"))
    assert f"to hurt the enemy, {percent(row[1])} exchange: lose {lost}" in odds.hope[0]
    steps = 1 if lost == "1 step" else 2 * len(own.split(", "))
    verb = "are" if " and " in eliminated else "is"
    assert row[0] == f"EX: {eliminated} {verb} eliminated, since both sides lose {count(steps, 'step')}"
    chances = re.findall(r"(\d+) %", f"{percent(odds.hope[1])} {odds.hope[0]}")
    some = sum(chance for what, chance in odds.chances if what[:2] in ("AE", "A3", "A2", "A1"))
    assert sum(map(int, chances)) == pytest.approx(100 * (odds.hope[1] + row[1] + some), abs=2)


@pytest.mark.parametrize("leaders", ["Konev", "Konev, Timoshenko"])
def test_a_leader_is_named_only_if_another_one_would_call(leaders: str) -> None:
    """Without a name the best leader calls, so his name would be an order twice."""
    state = set_up(
        ("E4: 4th Panzer Group, Soviet 27th Army", f"G4: {leaders}, 7th Mechanized Corps", "Russian: 9 points")
    )
    state = replace(state, steps=(Battle(AreaId("E4"), GERMAN, "differential"),), seat=GERMAN)
    offered: list[Any] = [*legal(TITLE, see(state, RUSSIAN), do.Defend)]
    orders = [order for order in offered if order.reserves]
    named = {order.leader for order in orders}
    rated = {id: counters.rating(state.units[id]) for name in leaders.split(", ") for id in [find(state, name)]}
    best = max(rated, key=lambda id: rated[id])
    assert named == {"", *rated} - {best}
    called = do.Defend(orders[0].reserves, best)
    assert called in legal(TITLE, see(state, RUSSIAN), do.Defend, {"reserves": called.reserves, "leader": best})


def test_an_order_is_a_sentence_with_its_price(state: State) -> None:
    seen, army, group = see(state, GERMAN), find(state, "German 4th Army"), find(state, "2nd Panzer Group")
    move = do.Move((army, group), AreaId("G5"))
    assert TITLE.spoken(seen, move) == "4th Army and 2nd Panzer Group go to G5 Mogilev."
    assert TITLE.beforehand(seen, move) == [
        "They take 2 of 2 movement points.",
        "The way ends among the enemies there: 18 against 3.",
    ]
    assert TITLE.why(seen, move) == "They join the battle at G5 Mogilev."
    assert TITLE.spoken(seen, do.Attack(AreaId("G5"), supply=True)) == (
        "Attack at G5 Mogilev with supply that you pay for."
    )
    assert TITLE.threats(seen, army) == "Next to it stands Soviet 10th Army."


def test_trucks_move_and_a_choice_names_the_unit_and_its_goal() -> None:
    state = set_up(("railways of the German gauge: C5, E5", "E5: German 4th Army, German Trucks 1"))
    trucks = find(state, "German Trucks 1")
    assert TITLE.spoken(see(state, GERMAN), do.Move((trucks,), AreaId("G5"))).startswith(
        "Trucks 1 go to G5 Mogilev"
    )
    assert rails_at_rest(see(state, GERMAN), do.Done()) == "Trucks 1 could still move"
    tie = replace(state, steps=(Tie(GERMAN, find(state, "German 4th Army"), (AreaId("E5"), AreaId("G5"))),))
    assert TITLE.spoken(see(tie, GERMAN), do.Choose(AreaId("G5"))) == "4th Army goes to G5 Mogilev."


def test_a_loss_and_a_guard_have_reasons(state: State) -> None:
    seen, army = see(state, GERMAN), find(state, "German 4th Army")
    assert TITLE.why(seen, do.Lose(army)) == "It is worth least of the units that could take the loss."
    assert TITLE.why(seen, do.Done()) == "Nothing else is worth its price now."
    first = see(replace(state, steps=(Arrival(GERMAN, (army,), "set-up"),)), GERMAN)
    assert TITLE.why(first, do.Done()) == "The suggested places are good ones to begin from."
    assert TITLE.spoken(first, do.Done()) == "The rest is set up as suggested."
    later = see(replace(state, steps=(Arrival(GERMAN, (army,), "reinforcement"),)), GERMAN)
    assert TITLE.spoken(later, do.Done()) == "Finish here."
    back = do.Move((army,), AreaId("C5"))
    assert TITLE.why(seen, back) == "It gets away from the enemy."


def test_objectives_that_are_the_same_are_named_once() -> None:
    match = Match(TITLE, "first", {}, b"goals")
    opened = match.log[0].events[0]
    said = TITLE.tell(see(TITLE.blank(), PUBLIC), opened)
    assert "Objectives of both sides: Kaunas, Riga, Dvinsk, Pskov and Novgorod." in said


def test_a_leader_beside_a_battle_commands_it_from_there() -> None:
    near = ("E5: German 4th Army, Soviet 10th Army, Soviet 3rd Army", "C5: Guderian", "A5: German 9th Army")
    shared = set_up(near)
    leader = find(shared, "Guderian")
    state = replace(shared, units={**shared.units, leader: replace(shared.units[leader], place=AreaId("A5"))})
    why = TITLE.why(see(state, GERMAN), do.Move((leader,), AreaId("C5")))
    assert why.startswith("He commands the battle at E5")
    four = set_up(
        ("E5: German 4th Army", "G5: Soviet 10th Army, Soviet 3rd Army, Soviet 11th Army, Soviet 27th Army")
    )
    said = TITLE.threats(see(four, GERMAN), find(four, "German 4th Army"))
    assert said.endswith(" and 1 more."), said


def test_a_unit_that_has_moved_its_full_distance_is_not_proposed_first(state: State) -> None:
    """An army among enemies can still be broken up; its player continues with others."""
    assert not TITLE.rests(see(state, GERMAN), find(state, "German 4th Army"))
    options = {each.name: each.values[0] for each in TITLE.scenarios["first"].options}
    match, found = Match(TITLE, "first", options, bytes(32)), 0
    while not found:
        seat = match.asked[0]
        action = match.game.play(match.seen(seat))
        match.act(seat, action)
        if isinstance(action, do.Move) and match.asked[:1] == (seat,):
            seen = match.seen(seat)
            orders = legal(TITLE, seen, do.Move)
            moves = {unit for each in orders if isinstance(each, do.Move) for unit in each.units}
            rest = [unit for unit in action.units if TITLE.rests(seen, unit)]
            assert not moves.intersection(rest)
            found += len(rest)


@pytest.mark.parametrize(("enemy", "goes"), [("A5", True), ("E5", False)])
def test_a_side_continues_after_its_movement_if_it_can_fight(enemy: str, goes: bool) -> None:
    """A combat phase without a battle passes automatically.

    So the end of movement needs confirmation.
    """
    lines = ["A5: German 4th Army", f"{enemy}: Soviet 10th Army", "K3: Soviet 3rd Army"]
    seen = see(reduce(TITLE.evolve, *reversed(begin(set_up(lines), "german movement", ScriptedDice([])))), GERMAN)
    assert TITLE.judge(seen, do.Done()) is None
    assert goes_on(TITLE, seen, do.Done()) is goes


def test_each_strength_of_a_lost_unit_has_its_price() -> None:
    state = set_up(("C5: German 4th Army", "German: 18 points"))
    group = find(state, "4th Panzer Group")
    state = replace(state, units=state.units | {group: replace(state.units[group], place=ELIMINATED)})
    for full, price in (False, 3), (True, 6):
        told = TITLE.beforehand(see(state, GERMAN), do.Replace(group, AreaId("A3"), full))
        assert told == [f"That costs {price} of your 18 operations points."]


def test_a_withdrawal_takes_the_place_of_the_result_that_demanded_it() -> None:
    state = set_up(("E3: 4th Panzer Group, Soviet 8th Army reduced",))
    group, army, seen = find(state, "4th Panzer Group"), find(state, "Soviet 8th Army"), see(state, GERMAN)
    roll = Roll("combat", 6, (1, 2), 0)
    for result, who in ("DW", army), ("AR", group):
        fought = ev.Fought(
            area=AreaId("E3"), attacker=GERMAN, attackers=(group,), defenders=(army,), method="odds", attack=7,
            defence=1, base=0, shifts=(), column=0, modifiers=(), roll=roll, result=result, chance=0.5,
        )  # fmt: skip
        went = ev.Withdrew((who,), (AreaId("E3"), AreaId("G3")), retreat=result == "AR")
        demanded, gone = {
            "DW": ("At E3 Riga the defenders withdraw.", "Soviet 8th Army withdrew."),
            "AR": ("At E3 Riga the attackers retreat.", "4th Panzer Group retreated."),
        }[result]
        assert outcome_line(fought.effects(seen)) == demanded
        assert outcome_line([*fought.effects(seen), *went.effects(seen)]) == gone
        assert outcome_line(went.effects(seen)) == gone


def test_a_leader_is_a_he() -> None:
    state = begin(
        set_up(("E5: Guderian", "G5: Soviet 10th Army, 2nd Panzer Group")), "german movement", ScriptedDice([])
    )[0]
    guderian, seen = find(state, "Guderian"), see(state, GERMAN)
    move = do.Move((guderian,), AreaId("G5"))
    assert TITLE.why(seen, move) == "He joins the battle at G5 Mogilev."
    assert TITLE.beforehand(seen, move)[0].startswith("He takes ")
