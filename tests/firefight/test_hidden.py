"""Going into hiding, moving hidden, and recon by fire."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.chat.panel.order_page import go_on
from bot.chat.panel.walk import led, way_to
from bot.chat.panel.way import Way
from bot.kernel.game import Course
from bot.kernel.log import Entry
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, private, redact, see
from bot.kit.events import evolve
from bot.store.history import History, undo
from bot.titles import titles
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import Move, Pivot
from bot.titles.firefight.model.ids import CardId, HexId, UnitId
from bot.titles.firefight.model.steps import Emerge
from bot.titles.firefight.model.table import HIDDEN
from bot.titles.firefight.play import hiding
from tests.chat.fingertips import followed, leaf
from tests.chat.thumbs import Control
from tests.firefight.fights import GERMAN, SOVIET, Fight, of
from tests.scripted import ScriptedDice


def hide(unit: str, at: str) -> do.Hide:
    return do.Hide(UnitId(unit), HexId(f"1-{at}"))


def recon(unit: str, at: str, *aim: int) -> do.Recon:
    return do.Recon(UnitId(unit), HexId(f"1-{at}"), aim)


@pytest.mark.case("COH-6.4a")
def test_where_a_unit_hides_its_owner_alone_knows() -> None:
    fight = Fight()
    fight.hide("g03", "D11")
    assert where(see(fight.state, GERMAN).state.units[UnitId("g03")]) == "1-D11"
    assert where(see(fight.state, SOVIET).state.units[UnitId("g03")]) == HIDDEN


@pytest.mark.case("COH-6.4b")
def test_a_unit_that_reveals_itself_reveals_units_in_its_hex() -> None:
    fight = Fight()
    fight.put("s05", "A04", "S")
    fight.hide("g03", "E12")
    fight.hide("g04", "E12")
    events = fight.do(Pivot((UnitId("g03"),), "S"))
    assert [each.unit for each in of(events, ev.Shown)] == ["g03", "g04"]
    assert fight.state.steps[-1] == Emerge(GERMAN, UnitId("g04"))


@pytest.mark.case("COH-6.4a", "COH-6.4b")
def test_a_unit_revealed_by_choice_reveals_hidden_enemies_nearby() -> None:
    fight = Fight()
    fight.hide("g03", "E10")
    fight.hide("s05", "C10")
    fight.hide("s06", "A10")
    play = Course(evolve, fight.state, ScriptedDice([]), GERMAN)
    hiding.show(play, None, do.Show(UnitId("g03"), "N"))
    fight.state = play.state
    assert fight["s05"].hex == "1-C10", "it lies in the open two hexes off"
    assert fight["s06"].hex == HIDDEN


@pytest.mark.case("COH-6.4d")
def test_out_of_sight_a_unit_hides_for_five_points() -> None:
    fight = Fight()
    fight.put("g03", "F11", "N")
    fight.put("s05", "B11", "S")
    assert fight.cite(hide("g03", "F11")) == "", "D11 hides it"
    events = fight.do(hide("g03", "F11"))
    assert of(events, ev.Paid)[0].ap == 5
    assert fight["g03"].hex == HIDDEN
    fight.put("g04", "H02", "N")
    fight.put("s06", "E02", "S")
    fight.turn(GERMAN)
    assert fight.cite(hide("g04", "H02")) == "COH-6.4d", "it is seen"


@pytest.mark.case("COH-6.4d")
def test_hidden_units_move_hidden_for_five_points_whatever_the_ground() -> None:
    fight = Fight()
    fight.put("s05", "A04", "S")
    fight.hide("g03", "E12")
    events = fight.do(hide("g03", "E13"))
    assert of(events, ev.Paid)[0].ap == 5
    assert where(fight["g03"]) == "1-E13"
    assert fight["g03"].hex == HIDDEN
    fight.turn(GERMAN)
    assert fight.cite(hide("g03", "E13")) == "COH-6.4d", "it is there already"
    assert fight.cite(hide("g03", "C13")) == "COH-6.4d", "too far"


@pytest.mark.case("COH-6.4d", "COH-6.4b")
def test_a_unit_moves_hidden_into_the_open_before_an_enemy_is_found() -> None:
    fight = Fight()
    fight.hide("g03", "D11")
    fight.put("s05", "B10", "S")
    fight.do(hide("g03", "C11"))
    assert fight["g03"].hex == "1-C11"


@pytest.mark.case("COH-6.4a", "COH-6.4d")
def test_it_stays_secret_whether_the_unit_moved_while_hiding() -> None:
    told = []
    for hex in ("F11", "E11"):
        fight = Fight()
        fight.put("g03", "F11", "N")
        fight.put("s05", "B11", "S")
        before = see(fight.state, SOVIET)
        (hid,) = of(fight.do(hide("g03", hex)), ev.Hid)
        told.append(TITLE.tell(before, redact(hid, SOVIET)))
        assert hid.hex.open() == f"1-{hex}"
    assert told == ["German Rifle 03 goes into hiding."] * 2


@pytest.mark.case("COH-6.4b", "FP-undo")
@pytest.mark.parametrize("lurks", [True, False])
def test_a_unit_that_might_have_found_an_enemy_cannot_undo(lurks: bool) -> None:
    """Otherwise a player could probe hex after hex for an enemy."""
    fight = Fight(SOVIET)
    fight.put("s05", "F11", "N")
    if lurks:
        fight.hide("g03", "A04")
    history = History(TITLE, [Entry(PUBLIC, "table")], (1, fight.state))
    events = fight.do(Move((UnitId("s05"),), (fight.hex("E11"),)))
    history.extend([Entry(SOVIET, "person", None, tuple(events))], fight.state)
    back = undo(history, SOVIET)
    if lurks:
        assert isinstance(back, Refusal)
        assert back.why == "it might have brought something hidden to light, and has shown that nothing is there"
    else:
        assert back == 1


# FF-R68
@pytest.mark.case("COH-6.4d", "COH-3.5c")
def test_foot_units_that_can_move_hide_and_no_others() -> None:
    fight = Fight()
    fight.put("g52", "H02", "N")
    fight.put("g03", "H02", "N", hit="pinned")
    fight.put("g28", "H02", "N")
    assert fight.cite(hide("g52", "H02")) == "COH-6.4d"
    assert fight.cite(hide("g03", "H02")) == "COH-3.5c"
    assert fight.cite(hide("g28", "H02")) == "COH-6.4d"


@pytest.mark.case("COH-6.4a")
def test_a_player_shows_a_hidden_unit_at_will() -> None:
    from bot.titles.firefight import TITLE

    fight = Fight()
    fight.hide("g03", "D11")
    show = do.Show(UnitId("g03"), "SE")
    assert TITLE.judge(see(fight.state, GERMAN), show) is None
    lone = Fight()
    lone.put("g03", "D11")
    lone.put("s05", "A10")
    for seat in (GERMAN, SOVIET):
        refused = TITLE.judge(see(lone.state, seat), show)
        assert refused is not None
        assert (refused.cite, refused.why) == ("COH-6.4a", "you have no hidden units")


# FF-R67
@pytest.mark.case("COH-6.4c")
def test_recon_by_fire_finds_and_attacks_at_once() -> None:
    fight = Fight()
    fight.put("g03", "F10", "N")
    fight.hide("s05", "D11")
    fight.put("g03", "E10", "NE")
    assert fight.odds(recon("g03", "D11"))["a hidden unit there is found"] == pytest.approx(15 / 36)
    events = fight.do(recon("g03", "D11"), (4, 3))
    assert not of(events, ev.Shown), "two less than it takes, in heavy woods"
    assert of(events, ev.Attacked) == []
    fight.turn(GERMAN)
    events = fight.do(recon("g03", "D11", 1, 2), (4, 3), (1, 1))
    assert of(events, ev.Searched)[0].need == 8
    assert of(events, ev.Shown)[0].unit == "s05"
    (attacked,) = of(events, ev.Attacked)
    assert (attacked.target, attacked.caps) == ("s05", 2)
    assert of(events, ev.Paid)[0].ap + of(events, ev.Paid)[0].caps == 3 + 3


@pytest.mark.case("COH-7.1b", "COH-7.1c", "COH-6.4c")
def test_bonus_cards_apply_to_the_attack_on_a_found_unit_and_are_kept_without_any() -> None:
    cards = tuple(map(CardId, ("11", "07", "06")))
    for roll, left in (((1, 1), cards), ((6, 6), cards[2:])):
        fight = Fight()
        fight.put("g03", "F11", "N")
        fight.hide("s05", "D11")
        german = replace(fight.state.players[GERMAN], cards=private(cards, GERMAN), card_count=3)
        fight.set(players={**fight.state.players, GERMAN: german})
        assert fight.cite(replace(recon("g03", "D11"), also=cards[2:])) == "COH-7.1b"
        assert fight.cite(replace(recon("g03", "D11"), also=(CardId("13"),))) == "COH-7.1c"
        helped = replace(recon("g03", "D11"), also=cards[:2])
        said = TITLE.spoken(see(fight.state, GERMAN), helped)
        assert said.endswith(", with the cards Careful Aiming and Veteran NCO.")
        attack = () if left == cards else ((1, 1), (1, 1))
        events = fight.do(helped, roll, *attack)
        assert fight.state.players[GERMAN].cards.open() == left
        for each in of(events, ev.Attacked):
            assert sum(modifier.n for modifier in each.modifiers if modifier.cite == "COH-7.2a") == 2


@pytest.mark.parametrize("economy", ["action points", "spent checks"])
def test_the_panel_offers_caps_for_a_search_roll(economy: str) -> None:
    """As for attacks: a button for each number with its chance, in either economy."""
    game, fight = titles()["firefight"], Fight(economy=economy)
    fight.put("g03", "E10", "NE")
    fight.hide("s05", "D11")
    seen = see(fight.state, GERMAN)
    way = way_to(game, seen, Way(1, 1), do.Recon, {"unit": UnitId("g03"), "at": HexId("1-D11")})
    page = go_on(game, seen, way)
    assert page is not None
    given = {each.label: each for each in leaf(page).buttons}
    for caps, chance in ((1, 58), (2, 72)):
        button = given[f"Do it, +{caps} on the roll by CAPs · {chance} %"]
        assert led(game, seen, followed(Control(button.custom_id, (), 0, 1))).action == recon("g03", "D11", caps)
        assert f"- **Do it, +{caps} on the roll by CAPs.** It takes " in page.text


@pytest.mark.case("COH-6.4c")
def test_a_unit_searches_only_hexes_that_it_could_attack_if_the_enemy_hides_units() -> None:
    fight = Fight()
    fight.put("g03", "E10", "SE")
    assert fight.cite(recon("g03", "D11")) == "COH-3.1c"
    fight.put("g03", "E10", "NE")
    assert fight.cite(recon("g03", "D11")) == "COH-6.4c", "the enemy has hidden nothing"
    fight.hide("s05", "C12")
    assert fight.cite(recon("g03", "D11")) == ""
    assert fight.cite(recon("g03", "E10")) == "COH-6.4c"
    events = fight.do(recon("g03", "D11"), (6, 6))
    assert not of(events, ev.Shown), "nobody is there"
