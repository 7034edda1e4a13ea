"""Texts of orders name units, places and effects once, in good English."""

from __future__ import annotations

import pytest

from bot.chat.desk.answers import question
from bot.kernel.dice import Roll
from bot.kernel.fields import fields
from bot.kernel.game import legal
from bot.kernel.secret import see
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.field import names
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.table import CHECHEN, CHECHENS, RUSSIAN, HexId, MarkerId, RandomEvent, UnitId
from bot.titles.trap.words.account import scene
from bot.titles.trap.words.questions import Arcs, Reach, Sees
from render.trap import captions
from tests.chat.fingertips import first, leaf
from tests.trap.fights import Fight, of
from tests.trap.game import Game

AUXILIARIES = ("is", "to", "do", "does", "have", "has", "can")


def test_required_fields_are_asked_with_a_question() -> None:
    """ "Where they come in?" is no question: "where" needs an inverted verb."""
    for kind in do.ACTIONS:
        for field in fields(kind):
            asked = question(field.text).partition("?")[0].rstrip(".").split()
            if not field.required or asked[0] not in ("Where", "How", "Which"):
                continue
            rest = [word for word in asked[1:] if word not in ("far", "way", "many")]
            pronoun = bool({"they", "it", "one", "he"} & set(rest[:2]))
            assert not pronoun or rest[0] in AUXILIARIES, " ".join(asked)


def test_an_entry_names_its_first_unit_its_end_hex_and_the_number_that_follow() -> None:
    game = Game()
    spoken = TITLE.spoken(see(game.state, RUSSIAN), do.Hold(MarkerId("1/131")))
    assert spoken == "The 1/131 (9 infantry, 2 heavy weapons, 12 BMPs and Lubyenko) goes first."
    tanks = TITLE.spoken(see(game.state, RUSSIAN), do.Hold(MarkerId("3/131")))
    assert tanks == "The 3/131 (6 T-80s) goes first.", "four of the ten come on the second day"
    game.do(do.Hold(MarkerId("1/81")))
    game.do(do.Add(MarkerId("1/131")))
    first, others = TITLE.beforehand(see(game.state, RUSSIAN), do.Enter(HexId("0117")))
    assert first == "BTR 1 comes in first at 0117 and goes on to 1013."
    assert others.endswith(" more units follow while there is room.")
    alone = do.Enter(HexId("0117"), units=(game.unit("81-btr1").id,))
    assert TITLE.spoken(see(game.state, RUSSIAN), alone) == "BTR 1 comes in at 0117."
    assert TITLE.beforehand(see(game.state, RUSSIAN), alone) == ["BTR 1 goes on to 1013."]
    assert TITLE.spoken(see(game.state, CHECHEN), do.Hold(CHECHENS)) == "A marker of yours goes first."


def test_units_that_wait_for_vehicles_of_another_marker_have_missed_nothing() -> None:
    """The Schmel of the 131st acts with any marker, but rides in a BMP of the 1/131."""
    game = Game()
    game.do(do.Hold(MarkerId("1/81")))
    game.do(do.Add(MarkerId("1/131")))
    assert TITLE.undone(see(game.state, RUSSIAN), do.Done()), "the columns have not come in yet"
    game.do(do.Enter(HexId("0117")))
    game.do(do.Enter(HexId("0124")))
    assert TITLE.undone(see(game.state, RUSSIAN), do.Done()) == ""


def test_the_stairs_are_spoken_of_as_stairs() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1310", level="upper")
    seen = see(fight.state, CHECHEN)
    assert TITLE.spoken(seen, do.Move((UnitId("c-i1"),), HexId("1310"))) == (
        "Fighters 1 go down to the street at 1310."
    )


def test_an_assault_names_the_defenders_and_their_passengers_once() -> None:
    fight = Fight(CHECHEN)
    fight.put("81-1-i1", "1312", aboard=UnitId("81-btr1"))
    fight.put("81-btr1", "1312", facing="N")
    fight.put("kalin", "1312", aboard=UnitId("81-btr1"))
    for counter in ("c-i1", "c-i2"):
        fight.put(counter, "1311", facing="S")
    storm = do.Assault((UnitId("c-i1"), UnitId("c-i2")), HexId("1312"))
    assert TITLE.spoken(see(fight.state, CHECHEN), storm) == "Fighters 1 and Fighters 2 assault BTR 1 at 1312."
    before = see(fight.state, CHECHEN)
    events = fight.do(storm, 2)
    assert [event.why for event in events if isinstance(event, ev.Eliminated)] == ["assault"] * 3
    shown = scene(before, of(events, ev.Assaulted))
    assert shown is not None
    assert shown.title == "Fighters 1 and Fighters 2 storm 1312: won"
    assert (shown.path, shown.line) == (("1311", "1312"), None), "a way in is no line of sight"


def test_a_nought_of_the_ten_sided_die_is_read_as_a_nought() -> None:
    fight = Fight(RUSSIAN)
    kind: RandomEvent = "chechen desperation"
    rolled = ev.EventRolled(Roll("", 6, (6, 6), 0), kind, kind, seat=CHECHEN, die=Roll("", 10, (10,), 1))
    told = TITLE.tell(see(fight.state, RUSSIAN), rolled)
    assert told.endswith("no Chechen unit may act once more after the last marker (🎲 0).")
    fight.put("81-1-i1", "1312", facing="N")
    fight.put("c-i1", "1310")
    before = see(fight.state, RUSSIAN)
    fired = of(fight.do(do.Fire((UnitId("81-1-i1"),), UnitId("c-i1")), 10, 1), ev.Fired)
    shown = scene(before, fired)
    assert shown is not None
    assert [roll.faces for roll in shown.rolls] == [(0,), (1,)], "so is it drawn"


def test_units_are_counted_and_listed_as_on_the_counter_sheet() -> None:
    fight = Fight(RUSSIAN)
    for counter in ("131-t2", "131-t10", "81-1-h1", "81-1-i2", "schmel1", "81-1-i1"):
        fight.put(counter, "0117")
    units = list(fight.state.units.values())
    assert names.sorts(units) == "2 infantry, 1 heavy weapon, 1 Schmel and 2 T-80s"
    assert [unit.id for unit in sorted(units, key=names.rank)][-3:] == ["131-t2", "131-t10", "schmel1"]
    assert names.formation("81") == "81st Regiment"


def test_the_artillery_is_done_when_its_batteries_have_fired() -> None:
    fight = Fight(RUSSIAN)
    ended = ev.ActivationEnded(RUSSIAN, MarkerId("artillery"))
    assert TITLE.tell(see(fight.state, RUSSIAN), ended) == "-# The artillery is done: nobody has acted."
    used = {id: type(each)(id, used=n < 2) for n, (id, each) in enumerate(fight.state.batteries.items())}
    fight.set(batteries=used, cup=(CHECHENS, CHECHENS, MarkerId("artillery")))
    assert TITLE.tell(see(fight.state, RUSSIAN), ended) == "-# The artillery is done: 2 batteries have fired."
    assert "In the cup: the artillery and 2 Chechen markers." in captions.board(see(fight.state, RUSSIAN))


@pytest.mark.case("TRAP-8.2")
def test_units_that_cannot_dismount_with_the_column_are_named_before() -> None:
    """An APC that has fired lets nobody out, so it is not offered first."""
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("0517", "0518"), start=1):
        fight.put(f"81-1-i{n}", hex, aboard=UnitId(f"81-btr{n}"))
        fight.put(f"81-btr{n}", hex, facing="N", fired=n == 1, activated=n == 1)
    fight.set(acted=(UnitId("81-btr1"),))
    out = do.Dismount(UnitId("81-btr2"))
    seen = see(fight.state, RUSSIAN)
    assert {each.lead for each in legal(TITLE, seen, do.Dismount) if isinstance(each, do.Dismount)} == {"81-btr2"}
    assert TITLE.spoken(seen, out) == (
        "All passengers of the column of BTR 2 get out to the best cover beside them."
    )
    goal, calm, told = TITLE.beforehand(seen, out)
    assert (goal, calm) == ("2nd Platoon of 1/81 at 0617.", "No enemy could fire there.")
    assert told.startswith("1st Platoon of 1/81 stays aboard: ")
    fight.do(out)
    assert fight["81-1-i2"].hex == "0617"
    assert [fight[id].aboard for id in ("81-1-i1", "81-1-i2")] == ["81-btr1", ""]


@pytest.mark.case("TRAP-8.6-2")
def test_a_question_about_sight_and_reach_answers_for_the_hour_and_for_several_hexes() -> None:
    """At night sight is the next hex, even from the middle of a square."""
    fight = Fight(CHECHEN, turn=6)
    fight.put("c-i1", "1310", facing="N")
    seen = see(fight.state, CHECHEN)
    sight = TITLE.ask(seen, Sees(HexId("2412")))
    assert "up to 1 away" in sight.text
    assert sight.sketch is not None
    assert {text for _, text in sight.sketch.notes} == {"1"}
    arcs = TITLE.ask(seen, Arcs(UnitId("c-i1"))).text
    assert arcs.startswith(
        "Fighters 1 at 1310 face north, fire through the three hexsides in front, and see 1 hex ["
    )
    assert " movement points left and reach " in TITLE.ask(seen, Reach(UnitId("c-i1"))).text


@pytest.mark.case("TRAP-8.2", "TRAP-5.1.3")
def test_a_warning_before_an_apc_fires_names_the_passengers_that_stay_inside() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-btr1", "0518", facing="N")
    fight.put("81-1-i1", "0518", aboard=UnitId("81-btr1"))
    fight.put("c-i1", "0516")
    shot = do.Fire((UnitId("81-btr1"),), UnitId("c-i1"))
    assert "1st Platoon of 1/81 cannot get out after that." in TITLE.beforehand(see(fight.state, RUSSIAN), shot)
    fight.do(shot, 10, 1)
    assert fight.cite(do.Unload((UnitId("81-1-i1"),))) == "TRAP-8.2"


def test_a_column_order_names_all_followers_and_the_dangers_to_them() -> None:
    fight = Fight(RUSSIAN, "1/131")
    for n, hex in enumerate(("0921", "0820", "0721"), start=1):
        fight.put(f"131-bmp{n}", hex, facing="NE")
    lead = do.March(UnitId("131-bmp1"), HexId("1020"))
    assert TITLE.beforehand(see(fight.state, RUSSIAN), lead) == ["2 vehicles follow, the last of them up to 0820."]
    fight.put("131-bmp3", "0117", facing="NE")
    assert TITLE.beforehand(see(fight.state, RUSSIAN), lead) == ["1 vehicle follows, up to 0921."]
    fight.put("c-i1", "1322", facing="NW")
    assert TITLE.beforehand(see(fight.state, RUSSIAN), lead)[1:] == [
        "Fighters 1 at 1322 could fire at all of them then."
    ]


def test_backing_names_its_end_hex_and_the_enemies_that_could_fire_there() -> None:
    fight = Fight(RUSSIAN, "1/131")
    fight.put("131-bmp1", "0518", facing="N")
    back = do.Reverse(UnitId("131-bmp1"))
    assert TITLE.beforehand(see(fight.state, RUSSIAN), back) == ["It backs to 0519 and has no movement left."]
    fight.put("c-i1", "0520", facing="N")
    assert "Fighters 1 at 0520 could fire there." in TITLE.beforehand(see(fight.state, RUSSIAN), back)


def test_a_side_whose_only_unit_is_shown_at_once_still_finds_the_hint() -> None:
    """All orders lead them back to the very same page."""
    fight = Fight(RUSSIAN, "3/131")
    fight.put("131-t1", "0518", facing="N")
    labels = [each.label for each in leaf(first(TITLE, see(fight.state, RUSSIAN))).buttons]
    assert {"Hint", "Undo", "All orders"} <= set(labels)


def test_a_shot_that_cannot_hit_is_not_given_by_one_tap() -> None:
    """It makes the next shot easier (6.4.2), so it may be given after a second look."""
    for status, by_one_tap in (("normal", True), ("suppressed", False)):
        fight = Fight(RUSSIAN)
        fight.put("81-1-i1", "1313", facing="N", status=status)
        fight.put("c-i1", "1311", level="upper", facing="S")
        shot = do.Fire((UnitId("81-1-i1"),), UnitId("c-i1"))
        assert fight.refusal(shot) is None
        buttons = leaf(first(TITLE, see(fight.state, RUSSIAN))).buttons
        (of_it,) = [each for each in buttons if each.label.startswith("Fire: Fighters 1")]
        assert of_it.custom_id.startswith("fp:act:") == by_one_tap, of_it
