"""Player texts: a sentence for every event, the same for all except secrets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Outcome, Prompt
from bot.kernel.rule import Modifier
from bot.kernel.secret import PUBLIC, Seat, Secret, private, redact, see
from bot.kit import events as base
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    CounterId,
    DefenceId,
    GeneratorId,
    HexId,
    HitId,
    MapId,
    MarkerId,
    OrderId,
    Sheet,
    UnitId,
    WorkId,
)
from bot.titles.firefight.model.solo import RumourId
from bot.titles.firefight.model.table import Condition, Control, Orders, Played, Strike, Unit, Work
from bot.titles.firefight.words import account, report
from bot.titles.firefight.words.groups import gather
from bot.titles.firefight.words.questions import ANSWERS, Arcs, Face, FaceId, Reach, Sees
from render.firefight import captions
from tests.firefight.board import set_up
from tests.render.clearing import AMBUSH, FIGHT, GERMAN, SOVIET, battle, mission
from tests.render.clearing import generation as half_played

SILENT = {
    ev.Begun, ev.Changed, ev.Ended, ev.TurnBegan, ev.OrdersGiven, ev.GenerationBegan, ev.Sighted,
}  # fmt: skip
"""Events without words: the program's progress, and secret orders."""
ROLL = Roll("attack", 6, (4, 5), 0)
ONE = Roll("die", 6, (4,), 0)
MODS = (Modifier("COH-2.0a", "red firepower", 4), Modifier("COH-3.3b", "front defence", -12))


def told(event: Event, seat: Seat = PUBLIC) -> str:
    """Return a seat's report in the middle of a battle."""
    return account.tell(see(battle(), seat), redact(event, seat))


def test_every_event_is_reported_or_needs_no_words() -> None:
    assert {kind for kind in ev.EVENTS if kind.tell is base.Event.tell} == SILENT


def attacked(**changes: object) -> ev.Attacked:
    first = ev.Attacked(
        "fire", "german", FIGHT, (UnitId("g17"),), UnitId("s05"), roll=ROLL, need=8, modifiers=MODS, result="hit"
    )
    return replace(first, **changes)


SAID: list[tuple[Event, str]] = [
    (ev.AiHeld(UnitId("s05")), "-# Soviet Rifle 05 goes no farther."),
    (
        ev.AiHeld(UnitId("s05"), fires=True),
        "-# Soviet Rifle 05 does not fire: it has no fair shot.",
    ),
    (ev.NothingPlaced("Rumored Enemy"), "-# There is no hex for a Rumored Enemy: it is not placed."),
    (
        ev.NothingPlaced("Defense Counter", 2, GeneratorId("s05")),
        "-# There is no hex for 2 Defense Counters: they are not placed (Dug In).",
    ),
    (
        attacked(),
        "💥 German Pioneer 17 fires at Soviet Rifle 05 at F11: 🎲 4 + 5 = 9, 8 or more to hit: **hit**.\n"
        "-# Red firepower +4 [COH-2.0a], front defence -12 [COH-3.3b].",
    ),
    (
        attacked(units=(UnitId("g01"), UnitId("g11")), caps=2, modifiers=(), flank=True, result="missed"),
        "💥 German Rifle 01, with LMG 11 in support, fires at Soviet Rifle 05 at F11 in the flank: "
        "🎲 4 + 5 + 2 CAPs = 11, 8 or more to hit: missed.",
    ),
    (
        attacked(kind="close combat", modifiers=(), result="destroyed"),
        "⚔️ German Pioneer 17 attacks at close quarters: Soviet Rifle 05 at F11: "
        "🎲 4 + 5 = 9, 8 or more to hit: **destroyed**.",
    ),
    (
        attacked(kind="artillery", units=(), modifiers=()),
        "💥 Artillery falls on Soviet Rifle 05 at F11: 🎲 4 + 5 = 9, 8 or more to hit: **hit**.",
    ),
    (
        ev.Rallied(UnitId("g19"), ROLL, (Modifier("COH-3.7b", "in cover", 1),), 1, True, HitId("pinned")),
        "German HMG 19 tries to rally: 🎲 4 + 5 + 1 CAP + 1 = 11: it **rallies** from Pinned.\n"
        "-# In cover +1 [COH-3.7b].",
    ),
    (
        ev.Rallied(UnitId("g19"), ROLL),
        "German HMG 19 tries to rally: 🎲 4 + 5 = 9: it does not rally.",
    ),
    (
        ev.Destroyed(UnitId("s05"), lost=1, caps=1),
        "💀 **Soviet Rifle 05** is destroyed. The Soviet player begins rounds with 4 CAPs from now on, "
        "and has 1 less at once.",
    ),
    (
        ev.Shown(UnitId("s18"), AMBUSH, "S", "acted"),
        "👁️ Soviet MMG 18 is revealed at G07 (heavy woods), facing south.",
    ),
    (
        ev.Moved(UnitId("g39"), (HexId("1-H10"), HexId("1-G10")), "N"),
        "German SdKfz 251 39, with Rifle 05, moves from H10 to G10 and faces north.",
    ),
    (ev.Loaded(UnitId("g01"), UnitId("g39")), "German Rifle 01 gets onto SdKfz 251 39."),
    (ev.Loaded(UnitId("s28"), UnitId("s41")), "Soviet 45mm AT Gun 28 is hooked up to T-26 41."),
    (ev.Loaded(UnitId("s41"), UnitId("g39")), "Soviet T-26 41 is hooked up to SdKfz 251 39."),
    (
        ev.Unloaded(UnitId("s28"), UnitId("s41"), FIGHT, "N"),
        "Soviet 45mm AT Gun 28 is unhooked from T-26 41 at F11, facing north.",
    ),
    (
        ev.Entered(UnitId("s07"), HexId("1-A04"), "S"),
        "Soviet Rifle 07 enters at A04, facing south.",
    ),
    (
        ev.MarkerTurned(MarkerId("m1"), "german", UnitId("g17")),
        "🚩 The control marker at E09 is now **German**: German Pioneer 17 takes it.",
    ),
    (
        ev.Scored("german", 1, "G-3.2.1", "a unit destroyed"),
        "🏅 The Germans score **1 VP**, 4 in all: a unit destroyed [G-3.2.1].",
    ),
    (ev.Paid(GERMAN, 2, 1), "-# German LMG 11 pays 2 AP (3 left) and 1 CAP (3 left)."),
    (ev.Paid(GERMAN, 0, 2), "-# The German player pays 2 CAPs (2 left)."),
    (ev.Paid(GERMAN, 0, 2, "wire"), "-# The German player pays 2 CAPs (2 left) for the barbed wire."),
    (ev.Paid(GERMAN, 1, why="stall"), "The German player stalls for 1 AP (4 left)."),
    (
        ev.Spent(SOVIET, (UnitId("s05"),), "opportunity"),
        "-# Soviet Rifle 05 is spent after an opportunity action.",
    ),
    (
        ev.Checked(SOVIET, (UnitId("s05"),), 4, ONE, 5, 1),
        "-# Spent check: 🎲 5 against a cost of 4 with stress: Soviet Rifle 05 stays fresh.",
    ),
    (ev.TurnEnded(GERMAN, passed=True), "The German player passes."),
    (
        ev.RoundBegan(3, (), {GERMAN: 5, SOVIET: 4}, {FIGHT: "light"}),
        "**Round 3 of 4.** CAPs: German 5, Soviet 4.\nVictory points: German 3, Soviet 5.",
    ),
    (
        ev.InitiativeRolled("german", {"german": (ROLL,), "soviet": (Roll("i", 6, (1, 2), 0),)}, {"german": 1}),
        "🎲 German 4 + 5 + 1 CAP = 10, Soviet 1 + 2 = 3: **the Germans** take the first turn.",
    ),
    (ev.GameEnded(Outcome((), "A draw.")), "🏁 **The battle is over.** A draw."),
    (
        ev.CardPlayed(Played(GeneratorId("s07"), "top", SOVIET, "rules"), private((), SOVIET)),
        "🃏 The Soviet player plays **Soviet 07** for its top, **Special Rule: Disrupt**: "
        "The German player has 3 CAPs fewer.",
    ),
    (
        ev.CardPlayed(Played(GeneratorId("g04"), "bottom", GERMAN, "units"), private((), GERMAN)),
        "🃏 The German player plays **German 04** for its units.",
    ),
    (
        ev.UnitsGiven(GeneratorId("g04"), (Unit(UnitId("g17"), CounterId("g17"), GERMAN, "german"),)),
        "The German player receives Pioneer 17.",
    ),
    (ev.UnitsPlaced((UnitId("g17"), UnitId("g18")), HexId("1-K08"), "S", {UnitId("g18"): WorkId("w6")}),
     "German Pioneers 17 and 18 are placed at K08, facing south; German Pioneer 18 is in the hasty defence."),
    (ev.UnitsPlaced((UnitId("g17"),), HexId("1-K08"), "S", {UnitId("g17"): WorkId("w6")}),
     "German Pioneer 17 is placed at K08, in the hasty defence, facing south."),
    (ev.BaseChanged(SOVIET, 1, "Soviet 04"), "The Soviet player gains 1 CAP (Soviet 04): 7 a round."),
    (ev.FieldLaid((Sheet(MapId("1")), Sheet(MapId("2"), 1)), SOVIET, {}, {}, {}, {}, {}, {}),
     "🗺️ The Soviet player adds map 2 (Church village) in the east."),
    (ev.FieldLaid((Sheet(MapId("5"), turned=True),), GERMAN, {UnitId("g17"): HexId("5-D13")}, {}, {}, {}, {}, {}),
     "🗺️ The German player exchanges map 1 (Birch fields) for map 5 (Town on the lake), the other way round.\n"
     "-# German Pioneer 17 is at D13 now, to fit the new map."),
    (ev.NothingPlaced("unit", 1, GeneratorId("g03"), "not wanted"),
     "-# 1 unit is not placed, and enters by the edge (Secure)."),
    (ev.NothingPlaced("map", 1, GeneratorId("s17"), "none left"),
     "-# All maps are in use: there is no effect ("),
    (ev.NothingPlaced("map", why="not wanted"), "-# The maps stay as they are."),
    (ev.NothingPlaced("Defense Counter", 4, GeneratorId("g15"), "none left"),
     "-# There are no Defense Counters in the cup: there is no effect (Strongpoint)."),
    (ev.NothingPlaced("unit", 0, GeneratorId("s16")),
     "-# No units of a played card wait off the map: this part of Survive lapses [G-3.7a]."),
    (ev.DefencePlaced(Work(WorkId("w9"), "bunker", "german", GERMAN, HexId("1-D08"), "NE")),
     "The German player places a bunker at D08, facing north-east."),
    (ev.MarkerPlaced(Control(MarkerId("m3"), HexId("1-D08"), "soviet"), GERMAN),
     "🚩 The German player places a **Soviet control marker** at D08."),
    (ev.DefencesDrawn(SOVIET, (DefenceId("hasty/wire"),)),
     "The Soviet player draws 1 Defense Counter: hasty defence or barbed wire."),
    (ev.ConditionPlayed(Condition(ConditionId("c1"), "top", SOVIET)),
     "🌦️ **Fog** holds for both sides: Nobody sees farther than 4 hexes."),
    (ev.ActionCardPlayed(GERMAN, CardId("10"), private((), GERMAN), roll=ONE),
     "🃏 The German player plays **Sniper Fire**: 🎲 4."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "text"), SAID)
def test_each_event_has_its_sentence(event: Event, text: str) -> None:
    assert told(event).startswith(text)


@pytest.mark.parametrize(("event", "text"), SAID)
def test_open_events_read_alike_to_everybody(event: Event, text: str) -> None:
    assert told(event) == told(event, GERMAN) == told(event, SOVIET)


# Secrets.


def test_a_hit_marker_is_named_to_its_owner_alone() -> None:
    drawn = ev.HitDrawn(
        UnitId("s05"), "soft", private(HitId("pinned"), SOVIET), private((), SOVIET), Secret((), ())
    )
    assert told(drawn, SOVIET) == "🔴 Soviet Rifle 05 is **Pinned**: neither moves nor turns, rallies on 7."
    assert told(drawn) == told(drawn, GERMAN) == ""
    open_die = replace(drawn, fate=Roll("whether the hit destroys", 20, (14,), 0))
    assert told(open_die) == "-# Soviet Rifle 05 draws a hit marker (🎲 14 of 20, 20 destroys)."
    fatal = replace(drawn, marker=private(HitId("destroyed"), SOVIET))
    assert told(fatal, SOVIET) == told(ev.HitShown(UnitId("s05"), HitId("destroyed"))) == "", "the loss is told"


def test_only_its_player_reads_a_hand() -> None:
    drawn = ev.CardsDrawn(
        GERMAN, private((CardId("07"),), GERMAN), 1, private((), GERMAN), Secret((), ()), undrawn=3
    )
    assert told(drawn, GERMAN) == "You draw **Veteran NCO**."
    assert told(drawn, SOVIET) == told(drawn) == "-# The German player draws 1 action card."


def test_only_its_owner_follows_a_unit_that_moves_in_hiding() -> None:
    hid = ev.Hid(UnitId("s18"), private(AMBUSH, SOVIET), moved=True)
    assert told(hid, SOVIET) == "Soviet MMG 18 moves in hiding to G07 (heavy woods)."
    assert told(hid, GERMAN) == "Soviet MMG 18 moves in hiding."


def test_a_hidden_minefield_has_a_secret_hex() -> None:
    work = Work(WorkId("w9"), "mines", "soviet", SOVIET, hiding=private(AMBUSH, SOVIET))
    hidden = replace(work, hex=HexId("hidden"))
    assert told(ev.DefencePlaced(hidden), GERMAN) == "The Soviet player hides a minefield."
    assert told(ev.DefencePlaced(hidden), SOVIET) == "The Soviet player hides a minefield at G07."


def test_artillery_is_noted_in_secret() -> None:
    noted = ev.Plotted(Strike(GERMAN, 2, private(FIGHT, GERMAN)))
    assert told(noted, GERMAN) == "🎯 You note artillery on F11 (light woods) for the next round."
    assert told(noted, SOVIET) == "-# The German player notes where artillery is to land."


@pytest.mark.case("G-3.7.3b")
def test_only_its_owner_reads_that_hidden_mines_make_way() -> None:
    slipped = ev.WorkSlipped(WorkId("w1"), private(HexId("1-D08"), GERMAN))
    assert told(slipped) == told(slipped, SOVIET) == ""
    assert told(slipped, GERMAN) == "The bunker that you hide makes way to D08."


# FF-R141
def test_in_a_solo_mission_everybody_reads_that_the_order_cards_are_shuffled() -> None:
    table = mission()
    assert table.solo is not None
    empty = replace(table, solo=replace(table.solo, orders=()))
    drawn = ev.OrderDrawn(OrderId("17"), ONE)
    checked = ev.Checked(GERMAN, (UnitId("g17"),), 3, ONE, 5, 0, OrderId("17"))
    said = "-# The deck of order cards is used up: the 2 that were drawn are shuffled."
    assert [account.tell(see(state, PUBLIC), drawn) for state in (table, empty)] == ["", said]
    assert account.tell(see(empty, PUBLIC), checked).startswith(f"{said}\n-# Spent check: Order Card 17 counts 5")
    assert account.tell(see(table, PUBLIC), checked).startswith("-# Spent check: Order Card 17 counts 5")


def test_an_action_of_the_ai_names_the_order_card_behind_it() -> None:
    table = mission()
    waits = replace(table.units[UnitId("s18")], hex=HexId("waiting"))
    waiting = replace(table, units={**table.units, waits.id: waits})
    acted = ev.AiActed(SOVIET, "Default Counteraction", "Hit AI: rally", (waits.id,))
    moved = replace(acted, source="Order Card 18", text="Unhit AI: move towards")
    assert account.tell(see(table, PUBLIC), acted) == (
        "🎴 Soviet MMG 18 acts by **Default Counteraction** (Order Card 18): Hit AI: rally."
    )
    assert account.tell(see(waiting, PUBLIC), moved) == (
        "🎴 Soviet MMG 18 is drawn from the Draw Cup by **Order Card 18**: Unhit AI: move towards."
    )
    rumour = replace(moved, units=(), rumour=RumourId("r1"), command=True)
    assert account.tell(see(table, PUBLIC), rumour) == (
        "🎴 The Rumored Enemy at D14 acts by **Order Card 18**: Unhit AI: move towards. No spent check."
    )


def test_a_space_on_which_only_shorter_missions_end_has_no_name_in_a_longer_one() -> None:
    table = mission()
    card = "by Order Card 18."
    for space, spot in ((12, "space 12"), (13, "space 13 (Careful Aim)"), (16, "space 16 (4 Round Mission Ends)")):
        marker = ev.MarkerAdvanced(space)
        assert account.tell(see(table, PUBLIC), marker) == f"📍 The Mission Track Marker comes to {spot} {card}"


def test_the_truck_of_the_ai_drives_and_is_drawn_from_no_cup() -> None:
    table = mission()
    truck = replace(table.units[UnitId("s18")], hex=HexId("waiting"))
    assert table.solo is not None
    driving = replace(table, units={**table.units, truck.id: truck}, solo=replace(table.solo, truck=truck.id))
    acted = ev.AiActed(SOVIET, "Soviet 22", "it drives", (truck.id,))
    assert account.tell(see(driving, PUBLIC), acted) == "🎴 Soviet MMG 18 acts by **Soviet 22**: it drives."


# FF-R164
def test_cap_surplus_is_named_apart_from_the_caps_of_an_order() -> None:
    table = mission()
    assert table.solo is not None
    surplus = replace(table, solo=replace(table.solo, marker=6))
    shot = attacked(side="soviet", units=(UnitId("s18"),), target=UnitId("g17"), caps=3)
    assert "🎲 4 + 5 + 2 CAPs + 1 by CAP Surplus = 12, " in account.tell(see(surplus, PUBLIC), shot)
    assert "🎲 4 + 5 + 3 CAPs = 12, " in account.tell(see(table, PUBLIC), shot)
    rallied = ev.Rallied(UnitId("s18"), ROLL, caps=1)
    assert "🎲 4 + 5 + 1 by CAP Surplus = 10: " in account.tell(see(surplus, PUBLIC), rallied)


# The situation, and a hand.


# FF-R124
def test_the_situation_of_a_solo_mission_says_what_an_ai_goes_without() -> None:
    said = "The Soviet AI: its CAPs are order cards, and it draws no action cards and notes no artillery\n"
    assert said in report.status(see(mission(), GERMAN), {})


def test_the_situation_names_everybody_and_tells_no_secret() -> None:
    text = report.status(see(battle(), GERMAN), {})
    assert "**The Wood at E09**, round 2 of 4." in text
    assert "- K05 (heavy woods): LMG 11 (NE, active)" in text
    assert "Rifle 05 (S, hit marker)" in text
    assert "- In hiding: MMG 18" in text
    assert "G07" not in text
    assert "- May enter now by the north edge: Rifles 07 and 08" in text


@pytest.mark.case("G-3.9b", "G-1.1")
def test_the_record_boards_show_lasting_benefits_and_the_subject_of_a_card() -> None:
    night, fog = Condition(ConditionId("c3"), "bottom", SOVIET), Condition(ConditionId("c1"), "top", SOVIET)
    about = Played(GeneratorId("s16"), "top", SOVIET, "victory", chosen=GeneratorId("s03"))
    hunt = Played(GeneratorId("g14"), "top", GERMAN, "victory", quarry=UnitId("s05"))
    state = battle()
    state = replace(state, conditions=(night, fog), record=(*state.record, about, hunt))
    text = report.status(see(state, GERMAN), {})
    assert "Fog: Nobody sees farther than 4 hexes." in text
    assert (
        "Nightfall, for the Soviet player alone: Draw 1 more Action Card at the beginning of each round." in text
    )
    assert "Soviet 16 Survive (about Soviet 03): Choose one" in text
    assert "German 14 Hunt (about Soviet Rifle 05): Choose a Soviet unit" in text
    assert "Nightfall, for the Soviet player alone" in captions.board(see(state, GERMAN))


@pytest.mark.case("G-4.2b")
def test_units_of_a_team_are_listed_by_player() -> None:
    state = set_up(("guideline four-players", "E09: German Rifle 03", "played: German 04 bottom"))
    mine = {id: replace(state.units[id], owner=Seat("three")) for id in (UnitId("g17"), UnitId("g03"))}
    state = replace(state, units={**state.units, **mine})
    text = report.status(see(state, Seat("one")), {})
    assert "- Player One (German), enter in round 1 by the south edge: Pioneer 18" in text
    assert "- Player Three (German) commands Rifle 03" in text
    assert "- Player Three (German), enter in round 1 by the south edge: Pioneer 17" in text
    assert "Pioneer 17" not in report.held(see(state, Seat("one")))
    assert [unit.id for unit in captions.coming(state, Seat("three"))[1]] == ["g17"]


def test_the_situation_puts_a_question_only_to_whom_it_is_put() -> None:
    asked = {SOVIET: Prompt("You have 2 CAPs.", ())}
    assert "To act: the Soviet player. You have 2 CAPs.\n" in report.status(see(battle(), SOVIET), asked)
    assert "To act: the Soviet player.\n" in report.status(see(battle(), GERMAN), asked)


def test_known_units_of_a_hex_are_named() -> None:
    assert set(report.here(see(battle(), GERMAN), FIGHT)) == {"g18", "s05"}
    assert report.here(see(battle(), SOVIET), AMBUSH) == ["s18"]
    assert report.here(see(battle(), GERMAN), AMBUSH) == []


def test_a_hand_says_what_the_player_alone_knows() -> None:
    text = report.hand(see(battle(), SOVIET))
    assert "- Rifle 05: Suppressed, attack cost +1, firepower -2, rallies on 7" in text
    assert "- MMG 18 at G07 (heavy woods)" in text
    assert "- Minefield at F08" in text
    assert "MMG 18" not in report.hand(see(battle(), GERMAN))
    assert "Artillery is noted on D08." in report.hand(see(battle(), GERMAN))
    cards = report.hand(see(half_played(), GERMAN))
    assert "- German 03: **Secure**, or " in cards


def test_standing_orders_are_said() -> None:
    assert "You are asked how many CAPs" in report.orders(see(battle(), GERMAN))
    player = replace(battle().players[GERMAN], orders=private(Orders(passing="on"), GERMAN))
    passing = report.orders(see(replace(battle(), players={**battle().players, GERMAN: player}), GERMAN))
    assert "you pass until the round is over; before that you are asked." in passing


# Pictures that events deserve.


def test_an_attack_is_shown_with_its_line_and_its_chance() -> None:
    scene = account.scene(see(battle(), PUBLIC), attacked())
    assert scene is not None
    assert (scene.kind, scene.places, scene.line) == ("fight", ("1-E13", FIGHT), ("1-E13", FIGHT))
    assert scene.title == "German Pioneer 17 at Soviet Rifle 05: hit"
    assert scene.chance == pytest.approx(15 / 36)


def test_a_card_is_shown_with_its_face() -> None:
    played = ev.CardPlayed(Played(GeneratorId("s07"), "top", SOVIET, "rules"), private((), SOVIET))
    scene = account.scene(see(half_played(), PUBLIC), played)
    assert scene is not None
    assert (scene.kind, scene.card) == ("card", "s07")


# Questions.


def test_questions_about_sight_answer_all_around_and_along_a_line() -> None:
    around = ANSWERS[Sees](see(battle(), GERMAN), Sees(HexId("1-E09")))
    assert around.found
    assert "one sees" in around.text
    line = ANSWERS[Sees](see(battle(), GERMAN), Sees(HexId("1-E13"), HexId("1-F11")))
    assert line.text.startswith("E13 (heavy woods) and F11 (light woods) ")
    assert not ANSWERS[Sees](see(battle(), GERMAN), Sees(HexId("1-Z99"))).found


def test_arcs_say_what_a_unit_can_do() -> None:
    found = ANSWERS[Arcs](see(battle(), SOVIET), Arcs(UnitId("g17")))
    assert "German Pioneer 17 faces south-west and fires 3 hexes far" in found.text
    assert not ANSWERS[Arcs](see(battle(), GERMAN), Arcs(UnitId("s18"))).found, "it hides"


def test_reach_is_for_units_of_ones_own() -> None:
    found = ANSWERS[Reach](see(battle(), GERMAN), Reach(UnitId("g01")))
    assert found.sketch is not None
    assert found.sketch.notes
    assert not ANSWERS[Reach](see(battle(), SOVIET), Reach(UnitId("g01"))).found


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("s16", "**Soviet 16**. Top: **Victory Points: Survive**. Choose one of your played cards."),
        ("s04", "**Soviet 04**. Top: **Special Event: Partisans**, +1 CAP. Take Rifles 07 and 08."),
        ("c1", "**Fog**. Top: Nobody sees farther than 4 hexes. Bottom: "),
        ("10", "**Sniper Fire**, an action card. Roll a die"),
        ("12", "**Swift Action**, a bonus card. Take a second turn right after this one. It costs 1 CAP."),
    ],
)
def test_every_card_can_be_looked_up(card: str, text: str) -> None:
    found = ANSWERS[Face](see(battle(), GERMAN), Face(FaceId(card)))
    assert found.text.startswith(text)
    assert found.card == card
    assert not ANSWERS[Face](see(battle(), GERMAN), Face(FaceId("g99"))).found


# Advice.


def test_learners_are_advised_unless_they_do_not_want_it() -> None:
    begins = ev.RoundBegan(1, (), {GERMAN: 5, SOVIET: 4}, {})
    assert "\n> 💡 " in told(begins)
    quiet = replace(battle(), options={"tips": "off"})
    assert "💡" not in account.tell(see(quiet, PUBLIC), begins)


def test_the_actions_of_a_group_by_one_order_share_a_sentence() -> None:
    """Each unit has its goal, common parts are said once, and different ones apart."""
    entered = [
        "Soviet Rifle 03 enters at B09, facing south.",
        "Soviet NKVD 20 enters at B09, facing south.",
        "Soviet Rifle 04 enters at A10, facing south.",
    ]
    assert gather(entered) == ["Soviet Rifle 03 and NKVD 20 enter at B09 and Rifle 04 at A10, all facing south."]
    assert gather(entered[:2]) == ["Soviet Rifle 03 and NKVD 20 enter at B09, facing south."]
    moved = [
        "German Rifle 03 moves from L10 to K10.",
        "German LMG 11 moves from L09 to K09 (light woods).",
        "German Pioneer 16 moves from L08 to L07.",
    ]
    one = (
        "German Rifle 03 moves from L10 to K10, LMG 11 from L09 to K09 (light woods)"
        " and Pioneer 16 from L08 to L07."
    )
    assert gather(["-# German Rifle 03 pays 1 AP (5 left).", *moved, "🎲 3"]) == [
        "-# German Rifle 03 pays 1 AP (5 left).", one, "🎲 3"
    ]  # fmt: skip
    turned = [f"Soviet Rifle {n} moves from B09 to C09 and faces south." for n in ("03", "04")]
    assert gather(turned) == ["Soviet Rifle 03 and Rifle 04 move from B09 to C09 and face south."]
    again = ["Soviet Rifle 03 moves from B09 to C09.", "Soviet Rifle 03 moves from C09 to D09."]
    assert gather(again) == again
    apart = [turned[0], "Soviet Rifle 04 moves from B09 to B10 and faces south."]
    assert gather(apart) == apart
    sides = ["Soviet Rifle 03 moves from B09 to C09.", "German Rifle 03 moves from L10 to K10."]
    assert gather(sides) == sides
