"""Remarks on an order before it is given: on choices, on the whole, and reasons."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.chat.desk.order_text import AnyGame
from bot.chat.panel import order_page, piece_page, pieces
from bot.chat.panel.walk import led, way_to
from bot.chat.panel.way import EACH, Way, picked
from bot.kernel.fields import fields
from bot.kernel.game import legal
from bot.kernel.secret import private, see
from bot.kit.advice import Remark
from bot.titles.firefight import TITLE
from bot.titles.firefight.field import hand
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, DefenceId, GeneratorId, HexId, MapId, UnitId
from bot.titles.firefight.model.steps import Bid, Initiative, Turn
from bot.titles.firefight.model.table import WAITING
from bot.titles.firefight.printed.cards import cards
from tests.chat.fingertips import leaf
from tests.firefight.fights import GERMAN, SOVIET, Fight
from tests.match import Match


def meeting() -> Fight:
    """Two riflemen on open ground, and a machine gun that looks at one of them."""
    fight = Fight()
    fight.put("g03", "E12")
    fight.put("g04", "K12")
    fight.put("s07", "E09", facing="SE")
    return fight


def weighed(fight: Fight, kind: type[Any], name: str, values: list[Any], **known: Any) -> list[Remark]:
    field = next(each for each in fields(kind) if each.name == name)
    return list(TITLE.weigh(see(fight.state, GERMAN), kind, known, field, values))


def test_ways_show_their_cost_the_ground_and_the_enemies_that_could_fire_there() -> None:
    scene = meeting()
    near, far = weighed(scene, do.Move, "to", [(scene.hex("E11"),), (scene.hex("E13"),)], units=("g03",))
    assert (near.words, near.mark, near.place) == ("1 AP, open ground, 1 could fire there", "1", "1-E11")
    assert near.says == ("It takes 1 of its 7 action points.",), "its words say it"
    assert near.order < far.order, "nearest the enemy first"


def test_cards_that_join_another_card_show_their_effects() -> None:
    """A player may also play none."""
    none, one, both = weighed(meeting(), do.PlayCard, "also", [(), (hand.NCO,), (hand.NCO, hand.LUCK)])
    assert not none.words
    assert one.words == cards().actions[hand.NCO].brief
    assert both.words == f"{one.words}; {cards().actions[hand.LUCK].brief}"


def test_hazards_on_a_way_are_named_before() -> None:
    scene = meeting()
    scene.work("wire", "E11", SOVIET)
    scene.work("mines", "E13", SOVIET)
    wire, mined = weighed(scene, do.Move, "to", [(scene.hex("E11"),), (scene.hex("E13"),)], units=("g03",))
    assert wire.words == "1 AP, open ground, barbed wire, 1 could fire there"
    assert mined.words == "2 AP, heavy woods, minefield, 1 could fire there"
    seen = see(scene.state, GERMAN)
    told = TITLE.beforehand(seen, do.Move((UnitId("g03"),), (scene.hex("E11"),)))
    assert "For the barbed wire a die is added to the cost; a unit that cannot pay stays." in told
    assert "The mines there go off." in TITLE.beforehand(seen, do.Move((UnitId("g03"),), (scene.hex("E13"),)))


@pytest.mark.case("COH-6.4b", "COH-6.4d")
def test_hidden_units_that_an_order_reveals_are_named_before() -> None:
    scene = Fight()
    scene.put("g03", "E12")
    scene.put("s07", "E09", facing="SE")
    scene.hide("g04", "E13")
    scene.hide("g05", "E13")
    scene.hide("g06", "I03")

    def told(action: Any) -> list[str]:
        return [
            said
            for said in TITLE.beforehand(see(scene.state, GERMAN), action)
            if "show" in said or "revealed" in said
        ]

    here, other = (UnitId("g03"),), (UnitId("g04"),)
    both = (
        "This shows German Rifles 04 and 05 at E13 to the enemy: nobody hides in a hex with others who are seen."
    )
    assert told(do.Move(here, (scene.hex("E13"),))) == [both]
    assert told(do.Move(here, (scene.hex("E11"),))) == []
    assert told(do.Move(other, (scene.hex("F13"),))) == ["This shows German Rifle 04 to the enemy."]
    with_it = "This shows German Rifle 05 at E13 to the enemy: nobody hides in a hex with others who are seen."
    assert told(do.Pivot(other, "S")) == ["This shows German Rifle 04 to the enemy.", with_it]
    scene.put("g04", "K12", hit="pinned!")
    scene.hide("g04", "K12")
    assert told(do.Rally(other)) == [], "who hides may rally"
    open_ground = do.Hide(UnitId("g06"), scene.hex("I02"))
    assert told(open_ground) == []
    scene.put("s05", "H02")
    assert told(open_ground) == ["It is revealed there: it is seen in the open."]


def test_a_unit_that_leaves_a_hasty_defence_is_warned_that_it_is_lost() -> None:
    scene = meeting()
    work = scene.work("hasty", "E12", GERMAN, "g03", digger="g03")
    seen, up = see(scene.state, GERMAN), "The hasty defence at E12 is given up."
    assert work in scene.state.works
    for action in (do.Move((UnitId("g03"),), (scene.hex("E11"),)), do.Pivot((UnitId("g03"),), "S")):
        assert up in TITLE.beforehand(seen, action)
    assert up not in TITLE.beforehand(seen, do.Move((UnitId("g04"),), (scene.hex("K11"),)))


def test_an_order_for_another_unit_names_the_points_that_the_active_unit_loses() -> None:
    """Its action points are lost as by a pass."""
    scene = meeting()
    scene.do(do.Move((UnitId("g03"),), (scene.hex("E13"),)))
    left = scene.state.players[GERMAN].ap
    told = TITLE.beforehand(see(scene.state, GERMAN), do.Move((UnitId("g04"),), (scene.hex("K11"),)))
    assert left > 1
    assert any(f"Rifle 03 becomes spent by it, with {left} action points unused." in line for line in told)


def test_a_move_among_enemies_is_announced_as_close_combat() -> None:
    """Its button and the sentence before it say so.

    The odds count the enemies only.
    """
    scene = meeting()
    scene.put("s08", "E11")
    scene.put("g05", "E12")
    (into,) = weighed(scene, do.Move, "to", [(scene.hex("E11"),)], units=("g03",))
    assert into.words.startswith("1 AP, close combat, open ground")
    move = do.Move((UnitId("g03"),), (scene.hex("E11"),))
    assert "Close combat with Soviet Rifle 08 begins there." in TITLE.beforehand(see(scene.state, GERMAN), move)
    scene.put("g04", "E11")
    shot = do.Fire((UnitId("g04"),), scene.hex("E11"), aim=(1,))
    assert TITLE.spoken(see(scene.state, GERMAN), shot) == (
        "Rifle 04 attacks Soviet Rifle 08 at E11, with 1 CAP on the roll."
    )


def test_cards_tell_what_their_halves_bring_and_choices_are_sentences() -> None:
    scene, card = meeting(), GeneratorId("s02")
    (top,) = weighed(scene, do.PlayTop, "card", [card])
    (bottom,) = weighed(scene, do.PlayBottom, "card", [card])
    assert (top.words, bottom.words) == (
        "VP",
        "Rifle 03, Rifle 04 and NKVD 20, +1 CAP",
    )
    seen = see(scene.state, GERMAN)
    assert TITLE.spoken(seen, do.Command("german")) == "Command the Germans."
    assert TITLE.spoken(seen, do.PlayTop(card)) == "Play Soviet 02 for its top, Defend."
    (whole,) = TITLE.beforehand(seen, do.PlayTop(card))
    assert whole.startswith("Place one of your Control Markers."), "a green button plays it: all of it is told"
    assert TITLE.spoken(seen, do.LayMap(MapId("2"))) == "Place map 2 (Church village)."
    assert TITLE.beforehand(seen, do.LayMap(MapId("2")))[0].startswith("Cottages and a stone church")
    assert TITLE.spoken(seen, do.EnterBy("north")) == "Your units enter by the north edge."
    ready = do.Order(bid="none", passing="on")
    assert TITLE.spoken(seen, ready) == (
        "From now on you add no CAPs to each roll for the first turn and passing continues automatically, once "
        "you have passed with all units spent and no CAPs."
    )
    follow = do.PlayCard(CardId("07"), (UnitId("g03"),))
    assert TITLE.spoken(seen, follow) == "Play Veteran NCO on Rifle 03."
    rain = do.ChooseCondition(next(id for id, card in cards().conditions.items() if card.name == "Rain"))
    assert TITLE.spoken(seen, rain) == (
        "Rain holds for both sides: nobody sees farther than 8 hexes. Off the roads, vehicles have no bonus moves,"
        " and wheeled vehicles pay 1 more."
    )
    assert TITLE.spoken(seen, do.Reface((UnitId("g03"),), "N")) == "Rifle 03 turns to face north."
    assert TITLE.spoken(seen, do.Hunt(UnitId("s07"))) == "The Soviet Rifle 07 is hunted."
    bunker = do.PlaceDefence(DefenceId("bunker/road block"), "bunker", scene.hex("H12"), "S")
    assert TITLE.spoken(seen, bunker) == "The bunker is placed at H12 (light woods), facing south."


def test_action_cards_tell_in_a_list_what_they_do_and_take() -> None:
    officer, sniper = weighed(meeting(), do.PlayCard, "card", [CardId("08"), CardId("10")])
    assert officer.words == "a die gives you CAPs for this round, 2 AP"
    assert sniper.words == "the enemy loses up to 3 CAPs"
    (text,) = TITLE.beforehand(see(meeting().state, GERMAN), do.PlayCard(CardId("10")))
    assert text.startswith("Roll a die. The enemy loses CAPs for this round: none on a 1"), (
        "before it is played all of it is told"
    )
    seen = see(meeting().state, GERMAN)
    assert TITLE.beforehand(seen, do.PlayCard(CardId("08"), (UnitId("g03"),)))[1:] == [
        "It takes 2 of its 7 action points."
    ]
    assert TITLE.beforehand(seen, do.PlayCard(CardId("12")))[1:] == ["It takes 1 of your 7 CAPs."]


def test_units_that_go_to_hexes_of_their_own_are_named_each_with_its_hex() -> None:
    scene = meeting()
    seen = see(scene.state, GERMAN)
    units = (UnitId("g04"), UnitId("g03"))
    there = (scene.hex("L05"), scene.hex("L04"))
    assert TITLE.spoken(seen, do.Enter(units, there)) == "Rifle 04 enters at L05 and Rifle 03 at L04."
    assert TITLE.spoken(seen, do.Move(units, there[:1] * 2)) == "Rifles 03 and 04 go to L05."


def test_units_and_targets_tell_distance_and_chance_and_spent_ones_come_last() -> None:
    scene = meeting()
    first, second = weighed(scene, do.Move, "units", [("g03",), "g04"])
    assert (first.words, second.words, first.order < second.order) == (
        "enemy 3 hexes away", "enemy 8 hexes away", True,
    )  # fmt: skip
    (target,) = weighed(scene, do.Fire, "at", [scene.hex("E09")], units=("g03",))
    odds = TITLE.odds(see(scene.state, GERMAN), do.Fire((UnitId("g03"),), scene.hex("E09")))
    assert odds is not None
    assert odds.hope is not None
    harm = sum(chance for name, chance in odds.chances if name.endswith(("is hit and survives", "is destroyed")))
    assert abs(odds.hope[1] - harm) < 1e-9
    assert target.mark == f"{odds.hope[1]:.0%}".replace("%", " %")
    west, east = weighed(scene, do.Pivot, "facing", ["NW", "SE"], units=("g03",))
    assert (west.words, east.words) == ("1 to fire at", "nobody to fire at")
    scene.put("g03", "E12", status="spent")
    spent, fresh = weighed(scene, do.Move, "units", [("g03",), ("g04",)])
    assert fresh.order < spent.order


def test_an_order_is_a_sentence_with_its_price() -> None:
    scene = meeting()
    seen = see(scene.state, GERMAN)
    move = do.Move((UnitId("g03"),), (scene.hex("E11"),), "NE")
    assert TITLE.spoken(seen, move) == "Rifle 03 goes to E11, facing north-east."
    assert TITLE.beforehand(seen, move) == [
        "It takes 1 of its 7 action points.", "Soviet Rifle 07 at E09 could fire there: 42 % to hit.",
    ]  # fmt: skip
    shot = do.Fire((UnitId("g03"), UnitId("g04")), scene.hex("E09"), aim=(2,), by="command")
    assert TITLE.spoken(seen, shot) == (
        "Rifle 03 attacks Soviet Rifle 07 at E09, with Rifle 04 in support, with 2 CAPs on the roll, paid in CAPs."
    )
    scene.put("g24", "K08", "N")
    seen = see(scene.state, GERMAN)
    shells = do.Fire((UnitId("g24"),), scene.hex("E09"), spotter=scene.hex("J08"))
    assert TITLE.spoken(seen, shells) == "8cm Mortar 24 attacks Soviet Rifle 07 at E09, spotted from J08."
    scene.put("g28", "E11", "N")
    scene.put("g36", "E11", "N")
    seen = see(scene.state, GERMAN)
    load = do.Load(UnitId("g28"), UnitId("g36"))
    assert TITLE.spoken(seen, load) == "PaK 36 28 is hooked up to Opel Blitz 36."
    assert TITLE.threats(seen, "g03") == "Soviet Rifle 07 at E09 could fire at it: 17 % to hit."
    assert TITLE.why(seen, move) == "It comes nearer to the enemy, who is then 2 hexes away."
    both = do.Move((UnitId("g03"), UnitId("g04")), (scene.hex("E11"), scene.hex("E10")), "N")
    assert TITLE.why(seen, both) == "They come nearer to the enemy, who is then 2 hexes away."
    assert TITLE.why(seen, do.Pivot((UnitId("g03"),), "NW")) == "Soviet Rifle 07 at E09 is then before it."
    assert (
        TITLE.why(seen, do.Dig(UnitId("g03"))) == "1 enemy unit could fire there, and a hasty defence covers it."
    )
    assert TITLE.why(seen, load) == "On its own it is slow, and the enemy is 2 hexes away."
    assert TITLE.why(seen, do.Pass()) == "Nothing else is worth its price now."


def test_a_move_shows_the_chance_of_every_enemy_that_could_fire_at_its_end() -> None:
    """The best chance is first.

    It is the chance of the real attack on the side that then faces it.
    """
    scene = meeting()
    for enemy in ("s05", "s06"):
        scene.put(enemy, "E07", facing="SE")
    move = do.Move((UnitId("g03"),), (scene.hex("F11"),), "N")
    said = TITLE.beforehand(see(scene.state, GERMAN), move)[-1]
    assert said == (
        "Soviet Rifles 05 and 06 at E07 (28 %) and Soviet Rifle 07 at E09 (17 %) could fire there, "
        "with that chance to hit."
    )
    away = TITLE.beforehand(see(scene.state, GERMAN), replace(move, facing="SE"))[-1]
    assert away.startswith("Soviet Rifle 07 at E09 (28 %)"), "it would be hit in the flank"
    scene.put("g03", "F11", facing="N")
    scene.set(steps=(*scene.state.steps[:-1], Turn(SOVIET)))
    for foe, chance in (("s07", 0.17), ("s05", 0.28)):
        odds = TITLE.odds(see(scene.state, SOVIET), do.Fire((UnitId(foe),), scene.hex("F11")))
        assert odds is not None
        assert odds.hope is not None
        assert round(odds.hope[1], 2) == chance


def test_for_a_group_the_chance_of_its_easiest_target_is_shown() -> None:
    scene = meeting()
    scene.put("g03", "E12", facing="NW")
    scene.put("g04", "E12", facing="SE")
    seen = see(scene.state, GERMAN)
    goal = (scene.hex("E11"),)
    alone = [TITLE.beforehand(seen, do.Move((UnitId(id),), goal))[-1] for id in ("g03", "g04")]
    both = TITLE.beforehand(seen, do.Move((UnitId("g03"), UnitId("g04")), goal))[-1]
    assert alone == [f"Soviet Rifle 07 at E09 could fire there: {chance} to hit." for chance in ("28 %", "42 %")]
    assert both == alone[1]


def test_options_say_what_caps_and_cards_are_for() -> None:
    told = {field.name: field for field in fields(do.Fire)}
    assert TITLE.option(told["aim"], (2,)) == "+2 on the roll by CAPs"
    assert TITLE.option(told["aim"], ()) == "No CAPs on the roll"
    assert TITLE.option(told["caps"], 1) == "1 CAP for the cost"
    assert TITLE.option(told["by"], "card") == "By a Command Action card"
    assert TITLE.option(told["by"], "command") == "Paid in CAPs alone", "the learning game names it so"
    assert TITLE.option(told["weapon"], "flamethrower") == "With the flamethrower"
    assert TITLE.option(told["weapon"], "") == "Without the flamethrower"
    assert TITLE.option(fields(do.Correct)[0], -1) == "-1 by CAPs"
    (side,) = fields(do.Command)
    assert TITLE.label(see(meeting().state, GERMAN), side, "german") == "German"


def test_orders_show_their_price_for_every_unit_and_their_card() -> None:
    match = Match(TITLE, "first", {"tips": "off", "economy": "action points"}, b"price".ljust(32, b"."))
    while match.state.steps and isinstance(match.state.steps[-1], Bid | Initiative):
        match.act(match.asked[0], do.AddCaps())
    seat = match.asked[0]
    waiting = [unit.id for unit in match.state.units.values() if unit.owner == seat and unit.hex == WAITING]
    seen = see(match.state, seat)
    orders: list[Any] = list(legal(TITLE, seen, do.Enter))
    enter = next(each for each in orders if set(each.units) < set(waiting))
    assert TITLE.beforehand(seen, enter)[0] == "It takes 1 of its 7 action points."
    together = next(each for each in orders if len(each.units) > 1)
    assert TITLE.beforehand(seen, replace(together, by="opportunity"))[0] == "Afterwards they are spent."
    player = match.state.players[seat]
    for caps, said in {5: "1 of your 5 CAPs", 1: "your last CAP"}.items():
        poor = replace(match.state, players={**match.state.players, seat: replace(player, caps=caps)})
        paid = TITLE.beforehand(see(poor, seat), replace(together, by="command"))
        assert paid[0] == f"It takes {said}."
    match.act(seat, together)
    while seat not in match.asked:
        match.act(match.asked[0], do.Pass())
    seen, one = match.seen(seat), together.units[0]
    turn = do.Pivot((one,), "SE")
    assert TITLE.beforehand(seen, turn)[0] == "It takes 1 of the group's 6 action points."
    active = seen.state.players[seat].active
    other = next(
        u.id for u in seen.state.units.values() if u.owner == seat and u.hex != WAITING and u.id not in active
    )
    stays = TITLE.beforehand(seen, do.Pivot((other,), "SE", by="opportunity"))[0]
    assert stays.startswith("Afterwards it is spent; ")
    assert stays.endswith(" keep their 6 action points.")
    far = do.Move((UnitId("g03"),), (HexId("1-E10"),), via=(HexId("1-E11"),), card=CardId("05"))
    assert TITLE.spoken(seen, far).endswith(", with the card Rapid Deployment.")


def test_after_an_opportunity_shot_the_spent_unit_is_not_offered_first() -> None:
    scene = meeting()
    shot = do.Fire((UnitId("g03"),), scene.hex("E09"), by="opportunity")
    moved = do.Move((UnitId("g03"),), (scene.hex("E11"),))
    seen = see(scene.state, GERMAN)
    kinds = [do.Move, do.Fire]
    assert pieces.same(TITLE, seen, kinds, moved) is not None
    scene.put("g03", "E12", status="spent")
    assert pieces.same(TITLE, see(scene.state, GERMAN), kinds, shot) is None


def labels(scene: Fight, *units: str) -> list[str]:
    """Return the buttons of a player who taps units of one hex."""
    seen, ids = see(scene.state, scene.seat), tuple(map(UnitId, units))
    place = scene.state.units[ids[0]].hex
    page = piece_page.page(TITLE, seen, Way(1, 1), pieces.Subject(ids, place))
    return [button.label for button in leaf(page).buttons]


@pytest.mark.case("COH-7.1b")
def test_a_tap_on_a_unit_offers_the_cards_for_it() -> None:
    scene = meeting()
    scene.put("g03", "E12", hit="stunned")
    scene.put("s08", "E12")
    held = private(tuple(map(CardId, ("03", "04", "10"))), GERMAN)
    german = replace(scene.state.players[GERMAN], cards=held, card_count=3)
    scene.set(players={**scene.state.players, GERMAN: german})
    assert labels(scene, "g03")[0] == "Follow Me!", "nothing else can be done beside an enemy"
    assert "Follow Me!" not in labels(scene, "g04")
    assert not any("Sniper" in each for each in labels(scene, "g04")), "that card is for no unit"
    scene.put("g03", "K12", hit="pinned!")
    scene.put("g04", "K12", hit="pinned!")
    assert [each for each in labels(scene, "g03", "g04") if each.startswith("Rally Up! ·")]
    begins = pieces.subjects(TITLE, see(scene.state, GERMAN), [do.Move, do.Rally, do.PlayCard])
    assert [each.pieces for each in begins] == [("g03", "g04")]


@pytest.mark.case("COH-7.2a")
def test_another_hex_of_the_way_takes_the_place_of_the_one_that_a_card_leads_by() -> None:
    scene = Fight()
    scene.put("g03", "I02")
    held = private((CardId("05"),), GERMAN)
    german = replace(scene.state.players[GERMAN], cards=held, card_count=1)
    scene.set(players={**scene.state.players, GERMAN: german})
    seen = see(scene.state, GERMAN)
    way = way_to(TITLE, seen, Way(1, 1), do.Move, {"units": ("g03",), "to": (scene.hex("I04"),)})
    for by, other in (("I03", "J03"), ("J03", "I03")):
        assert led(TITLE, seen, way).action.via == (scene.hex(by),)
        page = order_page.go_on(TITLE, seen, way)
        assert page is not None
        shown = {button.label: button.custom_id for button in leaf(page).buttons}
        assert f"By {other}" in shown
        way = Way.read(shown[f"By {other}"].split(":")[2:]) or way
    assert led(TITLE, seen, way).action.via == (scene.hex("I03"),)


def test_the_only_unit_that_a_card_can_be_for_is_not_taken_back() -> None:
    scene = Fight()
    scene.put("g03", "I02", hit="pinned!")
    german = replace(scene.state.players[GERMAN], cards=private((CardId("03"),), GERMAN), card_count=1)
    scene.set(players={**scene.state.players, GERMAN: german})
    seen = see(scene.state, GERMAN)
    known = {"card": CardId("03"), "units": (UnitId("g03"),)}
    page = order_page.go_on(TITLE, seen, way_to(TITLE, seen, Way(1, 1).careful, do.PlayCard, known))
    assert page is not None
    assert not [button for button in leaf(page).buttons if "Rifle 03" in button.label]


def test_a_card_offers_the_other_of_two_units_and_takes_neither_back() -> None:
    """A card for a unit may take another; groups may drop or add a unit."""
    scene = Fight()
    for unit in ("g03", "g04"):
        scene.put(unit, "I02", hit="pinned!")
    changes = {
        ("03", "g03"): ["On Rifle 04 at I02"],
        ("03", "g04"): ["On Rifle 03 at I02"],
        ("04", "g03"): ["Also on Rifle 04 at I02"],
        ("04", "g03 g04"): ["Not on Rifle 03 at I02", "Not on Rifle 04 at I02"],
    }
    for (card, units), offered in changes.items():
        held = private((CardId(card),), GERMAN)
        scene.set(players={**scene.state.players, GERMAN: replace(scene.state.players[GERMAN], cards=held)})
        seen, known = see(scene.state, GERMAN), {"card": CardId(card), "units": tuple(map(UnitId, units.split()))}
        page = order_page.go_on(TITLE, seen, way_to(TITLE, seen, Way(1, 1).careful, do.PlayCard, known))
        assert page is not None
        assert [button.label for button in leaf(page).buttons if "Rifle" in button.label] == offered


def volley(**fields: Any) -> Fight:
    """Two rifles and a machine gun in a hex, and an enemy before them in the open."""
    scene = Fight()
    for counter in ("g03", "g04", "g09"):
        scene.put(counter, "I02", **fields)
    scene.put("s07", "E02", facing="SE")
    return scene


@pytest.mark.case("COH-1.6c", "COH-1.6e")
def test_the_units_of_a_stack_with_the_best_value_for_points_fire() -> None:
    """Active units share their points; three single attacks beat a joint attack."""
    fresh = labels(volley(), "g03", "g04", "g09")
    assert "Fire: E02, LMG 09 · 42 % to hit, open ground" in fresh
    assert "Fire · 72 % to hit" in fresh, "all of them can fire together still"
    assert "Fire: E02 · 72 % to hit, open ground" in labels(volley(status="spent"), "g03", "g04", "g09")
    together = volley(status="used")
    german = replace(together.state.players[GERMAN], active=tuple(map(UnitId, ("g03", "g04", "g09"))), ap=5)
    together.set(players={**together.state.players, GERMAN: german})
    assert "Fire: E02 · 72 % to hit, open ground" in labels(together, "g03", "g04", "g09")


@pytest.mark.parametrize("comers", [2, 3])
def test_a_unit_entering_beside_others_is_offered_adjacent_hexes(comers: int) -> None:
    match = Match(TITLE, "first", {"tips": "off", "economy": "action points"}, b"price".ljust(32, b"."))
    while match.state.steps and isinstance(match.state.steps[-1], Bid | Initiative):
        match.act(match.asked[0], do.AddCaps())
    seen = match.seen(match.asked[0])
    game = cast(AnyGame, TITLE)
    way = Way(1, 1, "enter", ())
    units = led(game, seen, way).asks
    assert units is not None
    together = picked(way, units.at, [str(n) for n in range(comers)])
    each = picked(together, 1, [EACH])
    first = led(game, seen, each).asks
    assert first is not None
    there = dict(first.shown)
    second = led(game, seen, picked(each, 1, [str(min(there))])).asks
    assert second is not None
    land = ground(seen.state.field)
    assert {land.distance(hex, there[min(there)][0]) for _, (hex,) in second.shown} == {0, 1}


@pytest.mark.case("COH-6.4d")
def test_a_hiding_order_says_whether_the_unit_stays_or_moves() -> None:
    scene = Fight(GERMAN)
    scene.put("g03", "G02")
    seen = see(scene.state, GERMAN)
    here, there = (TITLE.spoken(seen, do.Hide(UnitId("g03"), HexId(hex))) for hex in ("1-G02", "1-F02"))
    assert here.endswith("hides at G02.")
    assert there.endswith("goes to F02 hidden.")
