"""Player texts: every event in plain sentences, the ledger, and no secrets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Sketch, legal
from bot.kernel.rule import Modifier
from bot.kernel.secret import EVERYONE, PUBLIC, Seat, private, redact, see
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.events import EVENTS
from bot.titles.trap.events.arrivals import SEEN
from bot.titles.trap.field import names
from bot.titles.trap.field.points import ledger
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Held, Next
from bot.titles.trap.model.table import (
    CHECHEN,
    CHECHENS,
    ELIMINATED,
    RUSSIAN,
    WAITING,
    CounterId,
    HexId,
    MarkerId,
    Orders,
    Status,
    UnitId,
)
from bot.titles.trap.words import account, report
from bot.titles.trap.words.questions import Arcs, Reach, Sees
from tests.chat.fingertips import first, leaf
from tests.match import Match, random_action
from tests.render.grozny import FIGHT, HIDDEN, battle, unit
from tests.trap.fights import Fight

SILENT = {ev.Begun, ev.Changed, ev.Ended, ev.Activated, ev.OrdersGiven}
"""Events without words, because other events report their meaning."""
VIEWERS = (PUBLIC, RUSSIAN, CHECHEN)


def told(event: ev.Event, seat: Seat = PUBLIC, state: State | None = None) -> str:
    """Return a seat's report of an event."""
    return TITLE.tell(see(state or battle(), seat), see(event, seat).state)


def roll(*faces: int, sides: int = 10) -> Roll:
    return Roll("test", sides, faces, 0)


@cache
def played(scenario: str, seed: int, moves: int) -> Match:
    """Return a game of random players that do not give up at once."""
    match, luck = Match(TITLE, scenario, {}, b"words %d" % seed), Random(seed)
    for _ in range(moves):
        if match.over:
            break
        seen = match.seen(match.asked[0])
        action = next(
            (
                each
                for each in (random_action(TITLE, seen, luck) for _ in range(6))
                if type(each).__name__ != "Done"
            ),
            None,
        )
        assert match.act(seen.seat, action or random_action(TITLE, seen, luck)) is None
    return match


def happened(match: Match) -> Iterator[tuple[State, ev.Event]]:
    """Yield every event with the state before it."""
    state = TITLE.blank()
    for entry in match.log:
        for event in entry.events:
            yield state, event
            state = TITLE.evolve(state, event)


GAMES = [("first", 1, 200), ("first", 2, 200), ("historical", 3, 140), ("variant", 4, 90)]
games = pytest.mark.parametrize(("scenario", "seed", "moves"), GAMES)


def test_every_event_is_reported_or_needs_no_words() -> None:
    assert {kind for kind in EVENTS if kind.tell is ev.Event.tell} == SILENT


@games
def test_everybody_reads_whole_sentences(scenario: str, seed: int, moves: int) -> None:
    for state, event in happened(played(scenario, seed, moves)):
        for seat in VIEWERS:
            text = TITLE.tell(see(state, seat), see(event, seat).state)
            for line in filter(None, text.split("\n")):
                assert re.search(r"[.!?]\**$", line), line
                assert not re.search(r"\b[rc]\d+\b|Secret|UNSET|None|NewType|  |\.\.|, ,", line), line
                first = next(char for char in line if char.isalnum())
                assert first.isupper() or first.isdigit(), line


@games
def test_nobody_reads_a_name_that_they_cannot_know(scenario: str, seed: int, moves: int) -> None:
    """The report of unknown units is the same for every type."""
    match = played(scenario, seed, moves)
    for state, event in happened(match):
        if not isinstance(event, ev.Moved | ev.Placed | ev.Faced | ev.Loaded | ev.Unloaded | ev.StatusChanged):
            continue
        for seat in (PUBLIC, RUSSIAN, CHECHEN):
            seen = see(state, seat)
            hidden = {id for id, unit in seen.state.units.items() if not unit.counter.known}
            text = TITLE.tell(seen, see(event, seat).state)
            for id in hidden:
                name = names.counter(state.units[id].counter.open())
                shown = {names.unit(unit) for unit in seen.state.units.values() if unit.counter.known}
                assert name in shown or not re.search(rf"\b{re.escape(name)}\b", text), (name, text)


@games
def test_status_hand_and_scenes_can_be_read_at_any_time(scenario: str, seed: int, moves: int) -> None:
    match = played(scenario, seed, moves)
    for state in match.states[:: max(1, len(match.states) // 12)]:
        for seat in VIEWERS:
            seen = see(state, seat)
            for text in (TITLE.status(seen), TITLE.hand(seen), TITLE.held(seen), TITLE.orders(seen)):
                assert "Secret" not in text
                assert "None" not in text
    for state, event in happened(match):
        scene = TITLE.scene(see(state, PUBLIC), see(event, PUBLIC).state)
        if scene is not None and scene.kind == "fight":
            assert len(scene.titles) == len(scene.rolls)
            assert scene.places


# Single events.


def test_a_revealed_counter_is_named_to_everybody_alike() -> None:
    covered = battle().units[UnitId("c4")].counter
    inspected, out = covered.reveal(RUSSIAN), covered.reveal()
    for seat in VIEWERS:
        assert told(ev.Looked({UnitId("c4"): inspected}), seat) == ""
        assert told(ev.Looked({UnitId("c4"): out}), seat) == "-# Everybody sees now: Fighters 2 at 1812."
    state = replace(
        Fight(RUSSIAN).state,
        units={id: unit(id, f"81-btr{id[1:]}", "1812", open=False) for id in (UnitId("r10"), UnitId("r9"))},
    )
    shown = {each.id: private(each.counter.open(), EVERYONE) for each in state.units.values()}
    assert told(ev.Looked(shown), state=state) == "-# Everybody sees now: BTR 9 at 1812; BTR 10 at 1812."


def test_a_seat_that_cannot_read_a_stack_reads_of_a_unit_of_the_side() -> None:
    move = ev.Moved(
        (UnitId("c3"), UnitId("c4")), (HIDDEN, HexId("1811")), "upper", ("S", "S"), private((4, 4), CHECHEN)
    )
    assert told(move, RUSSIAN) == (
        "Sniper 1 and a Chechen unit move from 1812 along Zhukovsky Street to 1811, upstairs."
    )
    assert told(move, CHECHEN) == (
        "Sniper 1 and Fighters 2 move from 1812 along Zhukovsky Street to 1811, upstairs (2 movement points)."
    )


def test_a_fire_report_names_its_street_its_dice_and_its_modifiers() -> None:
    shot = ev.Shot(
        UnitId("r2"), CounterId("81-btr2"), roll(4), (Modifier("TRAP-6.4.2-15", "flank of a vehicle", -2),), True,
        roll(1, sides=6), "eliminated",
    )  # fmt: skip
    fired = ev.Fired(
        UnitId("c5"), CounterId("c-rpg1"), 5, HexId("1812"), HexId("1811"), shot, (HexId("1812"), HexId("1811"))
    )
    assert told(fired) == (
        "💥 RPG 1 at 1812 fires at BTR 2 at 1811 along Zhukovsky Street: 🎲 4 -2 = 2, 5 or less to hit: "
        "**destroyed** (🎲 1).\n-# Modifiers: flank of a vehicle -2 [TRAP-6.4.2-15]."
    )
    scene = TITLE.scene(see(battle(), PUBLIC), fired)
    assert scene is not None
    assert scene.line == ("1812", "1811")
    assert scene.chance == pytest.approx(0.8)


def test_a_ten_is_a_nought() -> None:
    shot = ev.Shot(
        UnitId("r2"), CounterId("81-btr2"), roll(10), hit=True, die=roll(5, sides=6), result="disrupted"
    )
    assert "🎲 0, 5 or less to hit: hit, **disrupted**" in told(
        ev.Fired(UnitId("c5"), CounterId("c-rpg1"), 5, HexId("1812"), HexId("1811"), shot)
    )


def test_an_assault_report_names_both_sides_and_their_losses() -> None:
    won = ev.Assaulted(
        RUSSIAN, FIGHT, "upper", (UnitId("r21"),), (CounterId("81-1-i1"),), (HexId("1912"),),
        (UnitId("c1"), UnitId("c2")), (CounterId("c-rpg1"), CounterId("c-i1")), 4, roll(3),
        (Modifier("TRAP-7.2-3", "defender above", 1),), True,
    )  # fmt: skip
    text = told(won)
    assert text.startswith("⚔️ 1st Platoon of 1/81 storms 1912, upstairs against RPG 1 and Fighters 1: 🎲 3 +1 = 4")
    assert "**the defenders are destroyed**" in text
    assert told(ev.Eliminated(UnitId("c1"), CounterId("c-rpg1"), "assault")) == "", "it has been told"


def test_losses_without_another_report_are_reported() -> None:
    assert told(ev.Eliminated(UnitId("r21"), CounterId("81-1-i1"), "carrier")) == (
        "💀 **1st Platoon of 1/81** perishes inside."
    )
    assert "is overrun at 1912, upstairs" in told(ev.Eliminated(UnitId("c1"), CounterId("c-sniper1"), "overrun"))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (ev.MarkerDrawn(RUSSIAN, MarkerId("2/81"), roll(1)), "🥤 **The 2/81** comes out of the cup. 3 markers"),
        (ev.ActivationBegan(CHECHEN, CHECHENS, 5, roll(5)), "🎲 5: **up to 5 Chechen units** may act."),
        (ev.ActivationBegan(CHECHEN, CHECHENS, 0, roll(10)), "🎲 0: no Chechen unit may act."),
        (ev.MarkerLost(RUSSIAN, MarkerId("2/81"), roll(1)), "the Russian side loses the marker of the 2/81"),
        (ev.ControlTaken(RUSSIAN, (HexId("1519"),)), "🚩 The Russian side takes 1519 (Railway Station)."),
        (ev.RoadBlockPlaced(HexId("1416")), "🚧 The Chechens put up a **road block** at 1416 on Karl Marx Street"),
        (ev.Rubbled(HexId("1912"), RUSSIAN, (UnitId("c1"),)), "RPG 1 comes down with it."),
        (ev.Awarded(RUSSIAN, 1, "TRAP-11.2-10", "an exit"), "🏅 The Russian side scores ½ point: an exit"),
        (ev.Released("attack"), "The Chechens have attacked: the Russian columns may drive and fire"),
        (ev.Faced((UnitId("c7"),), "NE"), "-# T-62 1 turns to the north-east."),
        (ev.StatusChanged(UnitId("r21"), "suppressed"), "-# Aboard it 1st Platoon of 1/81 is suppressed too."),
    ],
)  # fmt: skip
def test_events_are_reported_plainly(event: ev.Event, said: str) -> None:
    assert said in told(event)


def test_a_sentence_about_an_unknown_unit_begins_with_a_capital() -> None:
    state = battle()
    hidden = next(id for id, unit in state.units.items() if unit.counter.readers == (CHECHEN,))
    assert "**rubble**. A Chechen unit comes down with it." in told(ev.Rubbled(HexId("1912"), RUSSIAN, (hidden,)))
    shot = ev.Shot(UnitId("r21"), CounterId("81-1-i1"), roll(9))
    fired = ev.Fired(UnitId("c1"), CounterId("c-rpg1"), 5, HexId("1310"), HexId("1312"), shot, sniper=hidden)
    assert "missed. A Chechen unit helps." in told(fired)


@pytest.mark.case("TRAP-8.10")
def test_one_climbs_onto_a_tank_and_gets_off_it() -> None:
    fight = Fight(RUSSIAN, "1/131")
    fight.put("131-t1", "1313")
    fight.put("131-1-i1", "1313")
    tank, rider = UnitId("131-t1"), UnitId("131-1-i1")
    assert told(ev.Loaded((rider,), tank), RUSSIAN, fight.state) == "1st Platoon of 1/131 climbs onto T-80 1."
    got_off = told(ev.Unloaded((rider,), tank, HexId("1313"), "N"), RUSSIAN, fight.state)
    assert got_off == "1st Platoon of 1/131 gets off T-80 1 at 1313."
    seen = see(fight.state, RUSSIAN)
    assert TITLE.spoken(seen, do.Load((rider,), tank)) == "1st Platoon of 1/131 climbs onto T-80 1."
    riding = {**fight.state.units, rider: replace(fight.state.units[rider], aboard=tank)}
    seen = see(replace(fight.state, units=riding), RUSSIAN)
    assert TITLE.spoken(seen, do.Unload((rider,))) == "1st Platoon of 1/131 gets off."


def test_tips_stand_at_their_moment_and_can_be_switched_off() -> None:
    match = Match(TITLE, "first", {}, b"tips")
    without = Match(TITLE, "first", {"tips": "off"}, b"tips")
    texts = ["\n".join(told(event, PUBLIC, state) for state, event in happened(each)) for each in (match, without)]
    assert "💡" in texts[0]
    assert "💡" not in texts[1]


# The situation.


@pytest.mark.case("TRAP-11.2-14")
def test_the_ledger_has_every_line_with_its_case_and_the_winner_so_far() -> None:
    state = battle()
    gone = replace(state.units[UnitId("r6")], hex=ELIMINATED)
    state = replace(state, units={**state.units, gone.id: gone})
    text = TITLE.status(see(state, CHECHEN))
    lines = ledger(see(state, CHECHEN).state)
    assert len(lines) >= 4
    for line in lines:
        assert f"- {names.halves(line.halves)}: {line.why} [{line.cite}]" in text
    assert "the Chechen side would win (the Russians need a lead of 16)" in text
    assert "Russian units eliminated: 1" in text
    assert "Eliminated: 1 BTR." in text
    text = TITLE.status(Match(TITLE, "first", {}, b"level").seen(RUSSIAN))
    assert "the sides are level, and the Russian side would win (level points are enough for the Russians)" in text


@pytest.mark.case("TRAP-6.4.3-5")
def test_equal_results_of_passengers_are_reported_together() -> None:
    fight = Fight(CHECHEN)
    fight.put("81-btr1", "1312", facing="N")
    for rider in ("81-1-i1", "kalin"):
        fight.put(rider, "1312", aboard=UnitId("81-btr1"))
    fight.put("c-rpg1", "1313", facing="N")
    events = fight.do(do.Fire((UnitId("c-rpg1"),), UnitId("81-btr1")), 10, 5)
    (said,) = (event for event in events if isinstance(event, ev.StatusChanged) and event.unit != "81-btr1")
    assert told(said, PUBLIC, fight.state) == "-# Aboard it 2 Russian units are disrupted too."


def test_the_status_of_the_whole_city_is_no_longer_than_need_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """It lists hexes while they fit a message, then formations, at last their extent."""
    fight = Fight(RUSSIAN)
    fight.put("81-btr1", "0117", facing="NE")
    fight.put("c-i1", "1010", facing="S")
    assert "- 0117: BTR 1 (facing NE)" in TITLE.status(see(fight.state, RUSSIAN))
    for n in range(1, 25):
        fight.put(f"c-i{n}", f"{n + 9:02}10", status="pinned" if n == 3 else "normal")
    put_battalions(fight, ("81-2", "81-3"))
    text = TITLE.status(see(fight.state, RUSSIAN))
    assert len(text) < 2000
    assert "- 2/81: 9 infantry at 1012, 1112, 1212, 1312, 1412, 1512, 1612, 1712 and 1812\n" in text
    assert "- Disrupted: infantry at 1312 and 1313" in text
    monkeypatch.setattr(report, "READ", len(text) - 1)
    text = TITLE.status(see(fight.state, RUSSIAN))
    assert "- 2/81: 9 infantry between 1012 and 1812\n" in text
    assert "- 24 infantry between 1010 and 3310\n- Pinned: infantry at 1210\n" in text


def put_battalions(fight: Fight, battalions: Iterable[str]) -> None:
    """Put the infantry of battalions into separate hexes.

    Fourth platoons are disrupted.
    """
    for row, battalion in enumerate(battalions):
        for n in range(1, 10):
            status: Status = "disrupted" if n == 4 else "normal"
            fight.put(f"{battalion}-i{n}", f"{n + 9:02}{12 + row}", status=status)


def test_the_post_of_an_entering_column_names_its_head_and_its_own_side_reads_all() -> None:
    """Other readers learn from the next look which counters came."""
    state = battle()
    head = UnitId("r6")
    waits = replace(state.units[head], hex=WAITING, counter=private(CounterId("131-t1"), RUSSIAN))
    state = replace(state, units={**state.units, head: waits})
    path = (HexId("0124"), HexId("0223"))
    first, second = (ev.Entered(head, path, "NE", private((1,), RUSSIAN), rank) for rank in (1, 2))
    alone = replace(second, heads=True)
    assert "enters at 0124" in told(first, PUBLIC, state)
    assert "enters at 0124" in told(alone, PUBLIC, state), "it has been ordered in by itself"
    assert told(second, PUBLIC, state) == ""
    assert "to 0223" in told(second, RUSSIAN, state)
    aboard = ev.Loaded((UnitId("r7"),), head)
    assert {told(aboard, viewer, state) for viewer in VIEWERS} == {""}


def test_the_status_lists_all_places_and_the_markers_to_come() -> None:
    some = {id: unit for id, unit in battle().units.items() if id.startswith("c")}
    text = TITLE.status(see(replace(battle(), units=some), RUSSIAN))
    for said in (
        "In the cup: the 2/81, the artillery and 2 Chechen markers.",
        "Drawn or lost this turn: the 1/131, the 3/131 and 1 Chechen marker.",
        "Not in the cup yet: the 3/81.",
        "- 1812: Sniper 1 (facing SW), 2 covered;",
        "- 1912: upstairs Fighters 1 (facing SW, suppressed",
        "Road blocks: 1618, 2011.",
        "Not drawn yet: 41 units; 2 road blocks left.",
        "Presidential Palace (2412): Chechen;",
    ):
        assert said in text


def test_the_hand_tells_what_the_enemy_cannot_see() -> None:
    assert "1812: Fighters 2 and Commander 1" in TITLE.hand(see(battle(), CHECHEN))
    assert TITLE.hand(see(battle(), RUSSIAN)) == ""
    assert TITLE.hand(see(battle(), PUBLIC)) == ""


def test_unit_labels_have_type_place_and_condition() -> None:
    state = see(battle(), RUSSIAN).state
    assert names.label(state, UnitId("r2")) == (
        "BTR 2 (4-5), 1811, facing SE, carries 2nd Platoon of 1/81, has acted"
    )
    assert names.label(state, UnitId("c4")) == "Chechen unit c4, 1812"
    assert names.label_hex(state, HexId("1811")).startswith(
        "1811: BTR 2; built-up, Pervomayskaya Street, Zhukovsky Street"
    )


def test_standing_orders_are_shown_to_their_owner() -> None:
    given = replace(battle(), orders={CHECHEN: private(Orders("leaves"), CHECHEN)})
    assert TITLE.orders(see(given, CHECHEN)) == "- Dudayev leaves the city when he is drawn."


# Questions.


@pytest.mark.case("TRAP-6.2.1")
def test_a_player_may_ask_for_the_sight_of_a_hex() -> None:
    answer = TITLE.ask(see(battle(), PUBLIC), Sees(FIGHT))
    assert isinstance(answer.sketch, Sketch)
    assert ("2112", "2") in answer.sketch.notes
    assert "along Pervomayskaya Street" in answer.text
    assert not TITLE.ask(see(battle(), PUBLIC), Sees(HexId("9999"))).found


@pytest.mark.case("TRAP-3.4")
def test_a_player_may_ask_for_the_aspects_of_a_unit() -> None:
    answer = TITLE.ask(see(battle(), PUBLIC), Arcs(UnitId("r70")))
    assert answer.sketch is not None
    assert {word for _, word in answer.sketch.notes} == {"front", "flank", "rear"}
    assert "who has no facing" in TITLE.ask(see(battle(), PUBLIC), Arcs(UnitId("r74"))).text
    hidden = TITLE.ask(see(battle(), RUSSIAN), Arcs(UnitId("c4")))
    assert hidden.text == "A Chechen unit lies covered at 1812. You do not see what it is [TRAP-3.6]."


@pytest.mark.case("TRAP-3.6")
def test_the_enemy_sees_only_the_status_of_a_covered_counter() -> None:
    """A suppressed platoon rides in an APC; active heavy weapons lie under a platoon."""
    fight = Fight(CHECHEN)
    fight.put("81-btr1", "1313", facing="N", status="suppressed")
    fight.put("81-1-i1", "1313", facing="N", aboard=UnitId("81-btr1"), status="suppressed")
    fight.put("81-1-h1", "1213", facing="SW", activated=True, shot_at=True)
    fight.put("81-1-i2", "1213", facing="NE")
    for id in ("81-1-i1", "81-1-h1"):
        hidden = replace(fight[id], counter=private(fight[id].counter.open(), RUSSIAN))
        fight.set(units={**fight.state.units, UnitId(id): hidden})
    seen = see(fight.state, CHECHEN)
    for id, label, asked in (
        ("81-1-i1", "Russian unit 81-1-i1, 1313, suppressed", "at 1313, and is suppressed."),
        ("81-1-h1", "Russian unit 81-1-h1, 1213", "at 1213."),
    ):
        assert names.label(seen.state, UnitId(id)) == label
        answer = TITLE.ask(seen, Arcs(UnitId(id))).text
        assert answer == f"A Russian unit lies covered {asked} You do not see what it is [TRAP-3.6]."
        assert TITLE.threats(seen, UnitId(id)) == "", "nobody fires at what lies covered"
        mine = TITLE.ask(see(fight.state, RUSSIAN), Arcs(UnitId(id))).text
        assert "rides in BTR 1" in mine or "face south-west" in mine, "its own side sees all"
    assert "BTR 1 and a Russian unit;" in names.label_hex(seen.state, HexId("1313"))
    status = TITLE.status(seen)
    assert "- 1313: BTR 1 (facing N, suppressed), 1 covered (suppressed)\n" in status
    assert "- 1213: 2nd Platoon of 1/81 (facing NE), 1 covered\n" in status


@pytest.mark.case("TRAP-8.1", "TRAP-8.2", "TRAP-6.3", "TRAP-8.8", "TRAP-8.10")
def test_units_with_less_range_or_none_say_so() -> None:
    fight = Fight(RUSSIAN)
    placed: tuple[tuple[str, dict[str, Any]], ...] = (
        ("schmel1", {}),
        ("81-btr1", {"status": "disrupted"}),
        ("81-1-i1", {"aboard": UnitId("81-btr1")}),
        ("131-t1", {}),
        ("131-1-i1", {"aboard": UnitId("131-t1")}),
        ("c-sniper1", {"status": "pinned"}),
    )
    for key, fields in placed:
        fight.put(key, "1313", **fields)
    seen = see(fight.state, RUSSIAN)
    for key, words in (
        ("schmel1", "through the three hexsides in front, 3 hexes far, and sees 4 hexes [TRAP-3.4, TRAP-8.1]."),
        ("81-btr1", "faces north, is disrupted, and neither fires nor sees [TRAP-3.4, TRAP-6.3]."),
        ("81-1-i1", "rides in BTR 1, goes where that goes, and does not fire [TRAP-8.2]."),
        ("131-1-i1", "rides on T-80 1, goes where that goes, and does not fire [TRAP-8.10]."),
        ("131-t1", "does not fire as it is, and sees 4 hexes [TRAP-3.4, TRAP-6.1]."),
        ("c-sniper1", "does not fire as it is, and sees 2 hexes [TRAP-3.4, TRAP-8.8]."),
    ):
        assert TITLE.ask(seen, Arcs(UnitId(key))).text.endswith(words)
    assert "rides in BTR 1" in TITLE.ask(seen, Reach(UnitId("81-1-i1"))).text
    fight.put("81-1-i2", "0517", got_out=True)
    out = TITLE.ask(see(fight.state, RUSSIAN), Reach(UnitId("81-1-i2"))).text
    assert out == "2nd Platoon of 1/81 cannot move now.", "who has got out goes no farther"


def test_a_player_may_ask_for_the_reach_of_an_own_unit() -> None:
    answer = TITLE.ask(see(battle(), RUSSIAN), Reach(UnitId("r70")))
    assert answer.sketch is not None
    assert answer.sketch.notes
    assert not TITLE.ask(see(battle(), RUSSIAN), Reach(UnitId("c5"))).found


def test_steps_with_choices_in_the_panel_alone_ask_a_question() -> None:
    """Neither the first marker nor the next formation has a command of its own."""
    fight = Fight(RUSSIAN)
    fight.set(cup=(MarkerId("1/81"), MarkerId("2/81")), outside=(MarkerId("3/81"),))
    for step in (Held(RUSSIAN), Next()):
        fight.set(steps=(step,))
        (prompt,) = TITLE.prompts(see(fight.state, RUSSIAN)).values()
        assert prompt.text.endswith("?")


def test_a_button_says_what_becomes_of_the_marker_that_is_chosen() -> None:
    """The marker 1/81 is a battalion's; beside a mere verb it would read as a count."""
    fight = Fight(RUSSIAN)
    fight.set(cup=(MarkerId("1/81"), MarkerId("2/81")))
    for step, outside, says in ((Held(RUSSIAN), (), "Act first"), (Next(), ("1/81", "2/81"), "Into the cup")):
        fight.set(steps=(step,), outside=tuple(map(MarkerId, outside)))
        labels = [button.label for button in leaf(first(TITLE, see(fight.state, RUSSIAN))).buttons]
        assert [label.partition(" · ")[0] for label in labels if "/81" in label] == [
            f"{says}: 1/81",
            f"{says}: 2/81",
        ]


def test_a_player_who_is_done_reads_which_units_have_not_acted() -> None:
    """A few are named; many are counted."""
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1812", "1813", "1814"), start=1):
        fight.put(f"81-1-i{n}", hex)
    seen = see(fight.state, RUSSIAN)
    assert TITLE.undone(seen, do.Done()).endswith("Platoon of 1/81 could act and have not")
    assert TITLE.undone(seen, do.Done()).startswith("1st Platoon of 1/81")
    fight.set(acted=(UnitId("81-1-i1"), UnitId("81-1-i2")))
    assert TITLE.undone(see(fight.state, RUSSIAN), do.Done()) == "3rd Platoon of 1/81 could act and has not"
    for n, hex in enumerate(("1912", "1913", "1914", "1915"), start=4):
        fight.put(f"81-1-i{n}", hex)
    assert TITLE.undone(see(fight.state, RUSSIAN), do.Done()) == "5 units that could act have not"


def test_an_activation_says_how_many_may_act_and_then_how_many_more() -> None:
    fight = Fight(CHECHEN, number=3)
    fight.put("c-i1", "1310")
    (prompt,) = TITLE.prompts(see(fight.state, CHECHEN)).values()
    assert prompt.text.startswith("Chechen activation: up to 3 units may act.")
    fight.set(acted=(UnitId("c-i1"),))
    (prompt,) = TITLE.prompts(see(fight.state, CHECHEN)).values()
    assert prompt.text.startswith("Chechen activation: up to 2 more units may act.")


def test_units_that_an_order_reveals_are_named_in_its_report() -> None:
    """They dismount by name, and are named once; others are only counted."""
    match = Match(TITLE, "first", {}, bytes(32))
    while not (orders := list(legal(TITLE, match.seen(RUSSIAN), do.Dismount))):
        match.act(match.asked[0], TITLE.play(match.seen(match.asked[0])))
    before = see(match.state, PUBLIC)
    match.act(RUSSIAN, orders[0])
    events = tuple(redact(event, PUBLIC) for event in match.log[-1].events)
    seen, knowing, lines = before, TITLE.knowing(events), list[str]()
    for event in events:
        lines.append(TITLE.tell(knowing(seen), event))
        seen = seen.then(TITLE.evolve(seen.state, event))
    told = [line for line in lines if " out of BMP" in line]
    named = [line for line in told if not line.startswith("A ")]
    assert named, lines
    seen_now = " ".join(line for line in lines if line.startswith(SEEN))
    assert not [line for line in named if line.partition(" get")[0].partition(" and ")[0] in seen_now], lines


def test_units_that_take_position_one_after_another_share_a_line() -> None:
    lines = [f"A Chechen unit takes position at {spot}." for spot in ("1619, upstairs", "1420", "1619, upstairs")]
    assert account.run_on([*lines, "Done."]) == [
        "3 Chechen units take position: 2 at 1619, upstairs; 1 at 1420.", "Done."
    ]  # fmt: skip
    assert account.run_on(lines[:1]) == lines[:1]


def test_batteries_whose_shells_scatter_one_after_another_are_one_line() -> None:
    off = "🎯 A battery shells 2412 (Presidential Palace), unspotted. 🎲 {}: the shells scatter."
    true = "🎯 A battery shells 2412 (Presidential Palace), unspotted. 🎲 8: the shells fall true."
    assert account.gather([off.format(2), off.format(1), true, off.format(4)]) == [
        "🎯 2 batteries shell 2412 (Presidential Palace), unspotted. 🎲 2, 1: the shells of all scatter.",
        true,
        off.format(4),
    ]
