"""Making a solo mission: sides, tiles, sheet, deck, rumours, truck, initiative."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.game import Course, decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import EVERYONE, Secret, private, see
from bot.kit.events import evolve
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.economy import checks
from bot.titles.firefight.field.entry import entry_cup
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import GeneratorId, HexId, OrderId, UnitId, WorkId
from bot.titles.firefight.model.solo import AI, HUMAN, MINES, NOBODY, LotId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Bid, ChooseRoad, Generation, PlaceUnits
from bot.titles.firefight.model.table import HIDDEN, Condition, Played, Work
from bot.titles.firefight.play import artillery, initiative, sheet
from bot.titles.firefight.play.rumours import numbered
from bot.titles.firefight.printed.solo import deck_for, solo
from bot.titles.firefight.words.sheet import described
from tests.firefight.board import set_up
from tests.match import Match
from tests.scripted import ScriptedDice

GERMAN, SOVIET = 3, 4
"""Faces that deal the player their side."""


def made(*lines: str) -> State:
    """A solo mission after all its cards."""
    return set_up(["guideline solo", *lines])


def after(state: State, deed: Any, *dice: tuple[int, ...]) -> State:
    """The state after a deed of the making."""
    play: Course[State, Any] = Course(evolve, state, ScriptedDice(list(dice)))
    deed(play)
    return play.state


def dealt(state: State, face: int) -> State:
    """The state when the player's side has been rolled for."""
    step = Generation("solo", (HUMAN, AI))
    return after(replace(state, steps=(step,)), lambda play: sheet.deal_sides(play, step), (face,))


def tops(*cards: str) -> tuple[Played, ...]:
    """Cards that the AI's side played for their tops."""
    return tuple(Played(GeneratorId(card), "top", AI, "rules") for card in cards)


def ids(*numbers: int) -> tuple[OrderId, ...]:
    return tuple(OrderId(f"{n:02}") for n in numbers)


# Sides.


@pytest.mark.case("G-5.3")
@pytest.mark.parametrize(("face", "mine"), [(1, "german"), (3, "german"), (4, "soviet"), (6, "soviet")])
def test_a_die_deals_the_player_a_side_and_all_that_is_its(face: int, mine: str) -> None:
    state = dealt(
        made("E09: German Rifle 03", "played: Soviet 03 bottom", "German trench at F11", "played: German 04 top"),
        face,
    )
    owns = {unit.id: unit.owner for unit in state.units.values()}
    german, soviet = (HUMAN, AI) if mine == "german" else (AI, HUMAN)
    assert state.players[german].side == "german"
    assert state.players[soviet].side == "soviet"
    assert (owns[UnitId("g03")], owns[UnitId("s05")]) == (german, soviet)
    assert state.works[WorkId("w1")].owner == german
    assert {played.card: played.seat for played in state.record} == {"s03": soviet, "g04": german}


@pytest.mark.case("G-5.4b", "G-6.3")
def test_the_ai_has_no_caps_and_draws_no_cards_and_a_handicap_costs_the_player_some() -> None:
    state = dealt(made("option handicap=2-caps"), SOVIET)
    assert (state.players[HUMAN].base, state.players[AI].base, state.players[AI].draws) == (2, 0, 0)


@pytest.mark.case("G-5.1")
def test_a_mission_may_be_made_by_the_custom_guideline() -> None:
    chosen = {"rounds": "3", "deck": "infantry", "caps": "6", "maps": "2"}
    match = Match(TITLE, "solo-custom", chosen, b"custom")
    while match.state.phase == "generation":
        seen = match.seen(HUMAN)
        assert "None" not in TITLE.hand(seen)
        assert match.act(HUMAN, TITLE.answer(seen) or TITLE.play(seen)) is None
    state = match.state
    assert (state.rounds, len(state.field)) == (3, 2)
    assert {len([each for each in state.record if each.seat == seat]) for seat in (HUMAN, AI)} == {3}
    assert state.solo is not None
    assert (state.solo.end, is_ai(state, AI)) == (12, True)


@pytest.mark.case("G-5.1")
def test_one_player_has_a_seat_and_speaks_for_both_sides_while_the_mission_is_made() -> None:
    assert all(
        TITLE.scenarios[key].seats == (HUMAN,) for key in ("solo", "solo-custom", "solo-offense", "solo-defense")
    )
    state = made("German hand: 01", "Soviet hand: 01", "Soviet plays")
    assert TITLE.asked(state) == (HUMAN,)
    assert "Soviet 01" in TITLE.hand(see(state, HUMAN))
    assert not is_ai(state, AI)
    assert checks(state)


# Tiles, the sheet and the deck.


@pytest.mark.case("G-5.3")
def test_the_ai_has_the_tiles_of_the_cards_that_its_side_played_for_their_tops() -> None:
    mine = (
        Played(GeneratorId("s03"), "bottom", AI, "units"),
        *tops("s04", "s01"),
        Played(GeneratorId("g02"), "top", HUMAN, "victory"),
    )
    assert sheet.tiles(replace(made(), record=mine)) == ("s01", "s04")


@pytest.mark.case("G-5.3.2a")
def test_more_tiles_of_a_symbol_lay_the_sheet_and_a_die_does_on_a_tie() -> None:
    assert sheet.majority(("s01", "s02", "s04")) == "defense"  # type: ignore[arg-type]
    assert sheet.majority(("s03", "s04", "s01")) == "offense"  # type: ignore[arg-type]
    assert sheet.majority(("s01", "s04")) is None  # type: ignore[arg-type]
    for face, side in ((3, "defense"), (4, "offense")):
        state = after(replace(made(), record=tops("s01", "s04")), sheet.lay, (face,))
        assert state.solo is not None
        assert state.solo.sheet == side


@pytest.mark.case("G-5.3.2b", "G-5.5a")
def test_tiles_go_to_the_lowest_free_spaces_of_their_kind() -> None:
    cards = ("s01", "s02", "s03", "s04", "s05", "s06", "s07", "s09")
    lie = {tile.card: (tile.track, tile.space) for tile in sheet.placed("offense", cards)}  # type: ignore[arg-type]
    assert lie == {
        "s01": ("mission track", 2),
        "s02": ("mission order", 1),
        "s03": ("counteraction", 1),
        "s04": ("counteraction", 2),
        "s05": ("counteraction", 3),
        "s06": ("mission track", 4),
    }


@pytest.mark.case("G-5.4a")
def test_the_deck_is_of_lower_cards_to_defend_and_of_higher_ones_to_attack() -> None:
    assert deck_for("defense") == ids(*range(5, 44))
    assert deck_for("offense") == ids(*range(13, 52))


@pytest.mark.case("G-5.4b")
@pytest.mark.parametrize(
    ("side", "gained", "lost", "added", "dropped"),
    [
        ("offense", 2, 0, ids(55, 54), ()),
        ("defense", 2, 0, ids(1, 2), ()),
        ("offense", 0, 3, (), ids(51, 50, 49)),
        ("defense", 0, 3, (), ids(5, 6, 7)),
        ("offense", 1, 2, ids(55), ids(55, 51)),
        ("offense", 6, 0, ids(55, 54, 53, 52, 12, 7), ()),
        ("defense", 6, 0, ids(1, 2, 3, 4, 45, 49), ()),
        ("offense", 0, 4, (), ids(51, 50, 49, 45)),
    ],
)
def test_command_cards_come_and_go_at_the_end_of_the_deck(
    side: Any, gained: int, lost: int, added: tuple[OrderId, ...], dropped: tuple[OrderId, ...]
) -> None:
    deck, new, gone = sheet.grown(side, gained, lost)
    assert (new, gone) == (added, dropped)
    assert set(deck) == (set(deck_for(side)) | set(added)) - set(dropped)


@pytest.mark.case("G-5.4b")
def test_only_caps_of_cards_count_for_the_deck() -> None:
    record = (*tops("s04"), Played(GeneratorId("g06"), "top", HUMAN, "rules"))
    weather = (Condition(next(iter(made().undrawn_conditions)), "top", HUMAN),)
    assert sheet.gains(replace(made(), record=record, conditions=weather)) == (1, 3)


@pytest.mark.case("G-5.5.1")
def test_the_end_marker_lies_on_the_space_of_the_missions_length() -> None:
    ends = [after(replace(made(), rounds=n, record=tops("s04")), sheet.lay).solo for n in (3, 4, 5, 7)]
    assert [each.end for each in ends if each is not None] == [12, 16, 20, 20]


@pytest.mark.case("G-6.3")
def test_a_handicap_takes_command_cards_out_of_the_deck_by_lot() -> None:
    state = after(replace(made("option handicap=2-cards"), record=tops("s04")), sheet.lay, (1,), (1,))
    assert state.solo is not None
    gone = {*deck_for("offense"), *ids(55)} - {*state.solo.orders}
    assert len(gone) == 2
    assert all(solo().cards[card].command for card in gone)


# Rumours, mines and the truck.


def ambush() -> State:
    """Soviet 08 is in play: one unit in the cup, two rumours on the map, and mines."""
    state = made("played: Soviet 03 bottom", "played: Soviet 08 top")
    state = replace(state, record=tuple(replace(each, chosen=GeneratorId("s03")) for each in state.record))
    assert state.solo is not None
    mines = Work(
        WorkId("w1"), "mines", "soviet", AI, HIDDEN, hiding=private(HexId("1-E10"), AI), card=GeneratorId("s08")
    )
    for event in (
        ev.CupFilled((LotId("s05"), NOBODY), GeneratorId("s08")),
        ev.DefencePlaced(mines),
    ):
        state = evolve(state, event)
    for hex in ("1-D11", "1-D12"):
        state = evolve(state, ev.RumourPlaced(numbered(state, HexId(hex))))
    return state


@pytest.mark.case("G-6.2.soviet08")
def test_hidden_mines_of_an_ai_are_one_rumour_more() -> None:
    state = dealt(ambush(), GERMAN)
    assert state.solo is not None
    assert [rumour.hex for rumour in state.solo.rumours.values()] == ["1-D11", "1-D12", "1-E10"]
    assert state.solo.rumour_cup == (MINES, NOBODY, "s05")
    assert not state.works
    assert UnitId("s05") not in entry_cup(replace(state, round=1))
    assert UnitId("s06") in entry_cup(replace(state, round=1))


@pytest.mark.case("G-6.2.soviet08")
def test_a_soviet_player_hides_the_rumoured_units_and_knows_the_mines() -> None:
    state = dealt(ambush(), SOVIET)
    assert state.solo is not None
    assert not state.solo.rumours
    assert not state.solo.rumour_cup
    assert where(see(state, HUMAN).state.works[WorkId("w1")]) == "1-E10"
    assert state.steps[-1] == PlaceUnits(
        HUMAN, GeneratorId("s08"), 0, (UnitId("s05"), UnitId("s06"), UnitId("s18"), UnitId("s21"))
    )


@pytest.mark.case("G-6.2.german14")
def test_a_soviet_player_hides_the_hunted_unit() -> None:
    state = made("played: Soviet 03 bottom", "played: German 14 top")
    hunted = tuple(replace(each, quarry=UnitId("s18")) if each.card == "g14" else each for each in state.record)
    state = dealt(replace(state, record=hunted), SOVIET)
    assert state.steps[-1] == PlaceUnits(HUMAN, GeneratorId("g14"), 0, (UnitId("s18"),))


@pytest.mark.case("G-6.2.soviet22")
def test_the_player_chooses_the_road_of_the_truck_which_is_in_no_cup() -> None:
    state = dealt(made("played: Soviet 22 top", "played: German 02 bottom"), GERMAN)
    assert isinstance(state.steps[-1], ChooseRoad)
    assert state.solo is not None
    assert state.solo.truck == "s36"
    assert not entry_cup(replace(state, round=1))
    refused = decide(TITLE, state, HUMAN, do.Drive("north", "east"), ScriptedDice([]))
    assert isinstance(refused, Refusal)
    assert refused.cite == "G-6.2.soviet22"
    events = decide(TITLE, state, HUMAN, do.Drive("north", "south"), ScriptedDice([(1,)] * 9))
    assert not isinstance(events, Refusal)
    for event in events:
        state = evolve(state, event)
    assert "drives along the road from A10 to L10" in "\n".join(described(state))
    road = state.solo.road if state.solo is not None else ()
    assert (road[0], road[-1], len(road)) == ("1-A10", "1-L10", 12)


def test_a_hunted_truck_is_a_rumour_and_drives_along_no_road() -> None:
    state = made("played: Soviet 22 top")
    state = dealt(evolve(state, ev.CupFilled((LotId("s36"), NOBODY), GeneratorId("g14"))), GERMAN)
    assert state.solo is not None
    assert state.solo.truck == ""
    assert not isinstance(state.steps[-1], ChooseRoad)


@pytest.mark.case("G-6.2.artillery")
def test_the_ai_notes_no_artillery() -> None:
    state = after(dealt(made("played: Soviet 20 top", "played: German 20 top"), GERMAN), sheet.lay, (1,))
    play: Course[State, Any] = Course(evolve, replace(state, steps=(), round=1), ScriptedDice([]))
    artillery.note(play)
    assert [step.seat for step in play.state.steps] == [HUMAN]  # type: ignore[union-attr]


# The initiative.


@pytest.mark.case("G-6.4")
@pytest.mark.parametrize(
    ("caps", "dice", "leader"), [(0, (3, 4), "soviet"), (0, (4, 4), "german"), (2, (3, 3), "german")]
)
def test_the_player_alone_rolls_and_begins_with_eight(caps: int, dice: tuple[int, int], leader: str) -> None:
    state = after(dealt(made("played: German 02 bottom"), GERMAN), sheet.lay, (1,))
    human = replace(state.players[HUMAN], caps=2)
    state = replace(state, steps=(), round=1, players={**state.players, HUMAN: human})
    play: Course[State, Any] = Course(evolve, state, ScriptedDice([dice]))
    initiative.begin(play)
    initiative.go(play, play.state.steps[-1])  # type: ignore[arg-type]
    assert play.state.steps[-1] == Bid(HUMAN)
    odds = TITLE.odds(see(play.state, HUMAN), do.AddCaps(caps))
    assert odds is not None
    assert odds.chances == (("the first turn", {0: 15 / 36, 2: 26 / 36}[caps]),)
    play.seat = HUMAN
    initiative.bid(play, Bid(HUMAN), do.AddCaps(caps))
    initiative.go(play, play.state.steps[-1])  # type: ignore[arg-type]
    assert play.state.leader == leader


# Words.


@pytest.mark.case("G-5.2")
def test_a_returned_card_is_reported_as_drawn_again() -> None:
    state = made()
    both: Secret[tuple[GeneratorId, ...]] = private((GeneratorId("s01"), GeneratorId("s04")), EVERYONE)
    one: Secret[tuple[GeneratorId, ...]] = private((GeneratorId("s02"),), EVERYONE)
    drawn = ev.OptionsDrawn(AI, (GeneratorId("s04"),), (), both, private(()))
    assert TITLE.tell(see(state, HUMAN), drawn) == (
        "🃏 Drawn for the Soviet side: **Soviet 04 (Partisans)** and **Soviet 01 (Well Prepared)** again. "
        "One of them is played."
    )
    last = ev.OptionsDrawn(AI, (), (), one, private(()))
    assert TITLE.tell(see(state, HUMAN), last) == (
        "🃏 Drawn for the Soviet side: **Soviet 02 (Defend)** again. It is the last card of the deck."
    )


# FF-R126
def test_the_player_reads_which_tiles_have_no_space() -> None:
    state = dealt(replace(made(), record=tops("s03", "s04", "s05", "s09", "s13")), GERMAN)
    play: Course[State, Any] = Course(evolve, state, ScriptedDice([]))
    sheet.lay(play, "offense")
    said = TITLE.tell(see(state, HUMAN), play.events[0])
    assert "Soviet 05 (counteraction, space 3). Soviet 09 and Soviet 13 stay out of play: " in said


@pytest.mark.case("G-6.3")
def test_the_player_reads_the_cost_of_the_handicap() -> None:
    for option, said in (("option handicap=1-cap", " Your handicap takes 1 CAP: you have 3 a round."), ("", "")):
        state = replace(made(*filter(None, [option])), steps=(Generation("solo", (HUMAN, AI)),))
        play: Course[State, Any] = Course(evolve, state, ScriptedDice([(SOVIET,)]))
        sheet.deal_sides(play, Generation("solo", (HUMAN, AI)))
        sides = next(each for each in play.events if isinstance(each, ev.SidesDealt))
        assert TITLE.tell(see(state, HUMAN), sides).endswith(f"the AI has the Germans [G-5.3].{said}")


def test_the_sheet_is_described_with_the_text_of_each_tile() -> None:
    state = after(dealt(replace(made(), record=tops("s01", "s04")), GERMAN), sheet.lay, (6,))
    said = "\n".join(described(state))
    assert "the marker is on space 1 (Mission Track Start); the mission ends on space 16" in said
    assert "Mission Tile 1, Soviet 01, is on space 2: Carry out the current Order Card" in said
    assert "Counteractions: Soviet 04, Hit AI of the chosen card closest to a Unit: rally" in said
    assert "Mission Orders: Default, Unhit AI closest to a Unit: move towards and then fire (+2 CAPs)" in said
    assert "40 in the deck, 0 drawn" in said
