"""Action cards, bonus cards and weapons of the battle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from bot.chat.panel.walk import walked, way_to
from bot.chat.panel.way import Way, picked
from bot.kernel.game import Course
from bot.kernel.rule import judge
from bot.kernel.secret import Seat, private, see
from bot.kit.events import evolve
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import hand
from bot.titles.firefight.field.rolls import at_least
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, HexId, UnitId
from bot.titles.firefight.model.steps import Turn, Turns
from bot.titles.firefight.model.table import DESTROYED, FOUR, THREE
from bot.titles.firefight.play.action_cards import CARDS, ELSEWHERE
from bot.titles.firefight.play.bonus_cards import PLAY_BONUS, playable
from bot.titles.firefight.printed.cards import cards
from tests.firefight.fights import GERMAN, SOVIET, Fight, of
from tests.scripted import ScriptedDice


def battle(*held: str, seat: Seat = GERMAN, **options: str) -> Fight:
    """Return a German turn with these cards in a hand, by default the German hand."""
    fight = Fight(GERMAN, "1", **options)
    fight.set(steps=(Turns((GERMAN, SOVIET), 1), Turn(GERMAN)))
    hold(fight, seat, *held)
    return fight


def hold(fight: Fight, seat: Seat, *held: str) -> None:
    """Give a player these cards."""
    hand = tuple(map(CardId, held))
    player = replace(fight.state.players[seat], cards=private(hand, seat), card_count=len(hand))
    fight.set(players={**fight.state.players, seat: player})


def card(number: str, *units: str, **fields: Any) -> do.PlayCard:
    return do.PlayCard(CardId(number), tuple(map(UnitId, units)), **fields)


def ids(*units: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, units))


def bonus(fight: Fight, seat: Seat, number: str, unit: str, *script: tuple[int, ...], **fields: Any) -> str:
    """Play a card in another player's turn; return its refusing case, or ""."""
    action = do.PlayBonus(CardId(number), UnitId(unit), **fields)
    wrong = judge(PLAY_BONUS.rules, fight.at(seat), action)
    if wrong is not None:
        return wrong.cite
    play: Course[Any, Any] = Course(evolve, fight.state, ScriptedDice(list(script)), seat)
    PLAY_BONUS.resolve(play, None, action)
    fight.state = play.state
    return ""


@pytest.mark.case("COH-7.1a", "COH-7.1b")
def test_every_card_is_played_somehow() -> None:
    assert {*CARDS, *ELSEWHERE} == set(cards().actions)


@pytest.mark.case("COH-7.1c")
def test_only_a_card_in_the_own_hand_can_be_played() -> None:
    fight = battle("10")
    hold(fight, SOVIET, "09")
    found = fight.refusal(card("09"))
    assert found is not None
    assert found.cite == "COH-7.1c"
    assert "you do not hold that card" in found.why
    assert fight.cite(card("10")) == ""


@pytest.mark.case("COH-7.1b", "COH-7.1c")
def test_a_card_is_the_action_of_a_turn_and_is_discarded() -> None:
    fight = battle("10", "10", "09")
    fight.put("g03", "H02")
    fight.do(card("10"), (6,))
    assert fight.seat == SOVIET
    assert fight.state.players[GERMAN].cards.open() == ("10", "09")
    assert fight.state.discards == ("10",)
    assert fight.state.players[SOVIET].caps == 3


@pytest.mark.case("COH-7.1c", "COH-7.1b")
def test_only_held_cards_are_played_and_only_those_that_stand_alone() -> None:
    fight = battle("11", "06", "04")
    fight.put("g03", "H02")
    assert fight.cite(card("10")) == "COH-7.1c"
    assert fight.cite(card("11", "g03")) == "COH-7.1b"
    assert fight.cite(card("06", "g03")) == "COH-7.1b"
    assert fight.cite(card("04", "g03")) == "COH-3.7a"


@pytest.mark.case("COH-7.2a")
@pytest.mark.parametrize(("die", "loses"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_sniper_takes_caps(die: int, loses: int) -> None:
    fight = battle("10")
    fight.do(card("10"), (die,))
    assert fight.state.players[SOVIET].caps == 6 - loses
    assert fight.state.players[SOVIET].base == 6


@pytest.mark.case("COH-7.2a", "COH-7.1b")
def test_a_command_action_pays_for_any_action_and_leaves_the_status() -> None:
    fight = battle("02")
    fight.put("g03", "H02", status="spent")
    move = do.Move(ids("g03"), (HexId("1-G02"),), by="card")
    assert move in fight.offered(do.Move)
    fight.do(move)
    assert (fight["g03"].hex, fight["g03"].status) == ("1-G02", "spent")
    assert fight.state.players[GERMAN].caps == 7
    assert fight.state.discards == ("02",)
    fight.turn(GERMAN)
    again = do.Move(ids("g03"), (HexId("1-H02"),), by="card")
    assert fight.cite(again) == "COH-7.1c"


@pytest.mark.case("COH-7.2a")
def test_a_command_action_with_spent_checks_needs_no_check() -> None:
    fight = battle("02", economy="spent checks")
    fight.put("g03", "H02")
    fight.do(do.Move(ids("g03"), (HexId("1-G02"),), by="card"))
    assert fight["g03"].status == "fresh"


@pytest.mark.case("COH-7.2a")
def test_rapid_deployment_offers_no_move_back_to_the_start() -> None:
    fight = battle(hand.DEPLOYMENT)
    fight.put("g03", "H02")
    goals = {move.to for move in fight.offered(do.Move) if move.card == hand.DEPLOYMENT}
    assert (HexId("1-F02"),) in goals
    assert (HexId("1-H02"),) not in goals
    back = fight.offered(do.Move, units=ids("g03"), to=(HexId("1-H02"),))
    assert {move.card for move in back} == {hand.DEPLOYMENT}


@pytest.mark.case("COH-7.2a", "COH-3.7c")
def test_follow_me_rids_of_any_marker_even_beside_an_enemy() -> None:
    fight = battle("03")
    fight.put("g03", "H02", hit="pinned")
    fight.put("s03", "H02")
    assert fight.cite(do.Rally(ids("g03"))) == "COH-3.7c"
    fight.do(card("03", "g03"))
    assert fight["g03"].hit is None
    assert len(fight.state.piles["soft"].open()) == 20
    assert fight.state.players[GERMAN].ap == 5


@pytest.mark.case("COH-7.2a")
def test_follow_me_is_for_a_unit_with_a_marker() -> None:
    fight = battle("03")
    fight.put("g03", "H02")
    assert fight.cite(card("03", "g03")) == "COH-7.2a"
    assert fight.cite(card("03")) == "COH-7.1b"


@pytest.mark.case("COH-7.2a")
def test_rally_up_is_a_free_roll_for_a_group() -> None:
    fight = battle("04")
    fight.put("g03", "H02", hit="pinned", status="spent")
    fight.put("g04", "H02", hit="pinned")
    fight.do(card("04", "g03", "g04", aim=(0, 1)), (3, 4), (1, 3))
    assert fight["g03"].hit is None
    assert fight["g04"].hit is not None
    assert (fight["g03"].status, fight["g04"].status) == ("spent", "fresh")
    assert fight.state.players[GERMAN].caps == 6


@pytest.mark.case("COH-7.1b", "COH-7.1c", "COH-7.2a")
def test_cards_that_change_a_roll_go_with_rally_up_and_with_no_other_card() -> None:
    fight = battle("04", "07", "10")
    fight.put("g03", "H02", hit="pinned")
    assert fight.cite(card("04", "g03", also=(hand.CAREFUL,))) == "COH-7.1b"
    assert fight.cite(card("10", also=(hand.NCO,))) == "COH-7.1b"
    assert fight.cite(card("04", "g03", also=(hand.LUCK,))) == "COH-7.1c"
    helped = card("04", "g03", also=(hand.NCO,))
    assert helped in fight.offered(do.PlayCard)
    assert fight.odds(helped)["Rifle 03 rallies"] > fight.odds(card("04", "g03"))["Rifle 03 rallies"]
    assert TITLE.spoken(see(fight.state, GERMAN), helped) == (
        "Play Rally Up! on Rifle 03, with the card Veteran NCO."
    )
    fight.do(helped, (1, 1), (6, 6))
    assert fight["g03"].hit is None
    assert fight.state.players[GERMAN].cards.open() == ("10",)


@pytest.mark.case("COH-7.2a")
def test_rapid_deployment_leads_one_hex_farther() -> None:
    fight = battle("05")
    fight.put("g03", "L04")
    move = do.Move(ids("g03"), (HexId("1-J04"),), via=(HexId("1-K04"),), card=CardId("05"))
    assert move in fight.offered(do.Move)
    plain = battle()
    plain.put("g03", "L04")
    plain.do(do.Move(ids("g03"), (HexId("1-K04"),)))
    fight.do(move)
    assert fight["g03"].hex == "1-J04"
    assert fight.state.players[GERMAN].ap == plain.state.players[GERMAN].ap
    assert fight.state.discards == ("05",)


@pytest.mark.case("COH-7.2a")
def test_rapid_deployment_is_offered_however_it_is_paid_for() -> None:
    fight = battle("05")
    fight.put("g03", "L04")
    seen = see(fight.state, GERMAN)
    for by in ("activation", "opportunity", "command"):
        named = {"units": ids("g03"), "to": (HexId("1-J04"),), "by": by}
        offered = [move for move in TITLE.candidates(seen, do.Move, named) if TITLE.judge(seen, move) is None]
        assert offered, f"paid by {by}"
        assert {(getattr(move, "card", ""), getattr(move, "by", "")) for move in offered} == {("05", by)}


@pytest.mark.case("COH-7.2a", "COH-7.1c", "COH-7.1b")
def test_rapid_deployment_is_held_and_leads_one_unit_one_hex() -> None:
    fight = battle("11")
    fight.put("g03", "L04")
    far = do.Move(ids("g03"), (HexId("1-J04"),), via=(HexId("1-K04"),), card=CardId("05"))
    assert fight.cite(far) == "COH-7.1c"
    assert fight.cite(replace(far, card=CardId("11"))) == "COH-7.1b"
    hold(fight, GERMAN, "05")
    assert fight.cite(replace(far, to=(HexId("1-I04"),))) != ""
    assert fight.cite(replace(far, via=())) == "COH-7.2a"


@pytest.mark.case("COH-7.2a", "COH-6.1h")
def test_mines_end_a_rapid_deployment() -> None:
    fight = battle("05")
    fight.put("g03", "L04")
    fight.work("mines", "K04")
    player = replace(fight.state.players[SOVIET], caps=0)
    fight.set(players={**fight.state.players, SOVIET: player})
    fight.do(do.Move(ids("g03"), (HexId("1-J04"),), via=(HexId("1-K04"),), card=CardId("05")), (1, 1))
    assert fight["g03"].hex == "1-K04"
    assert fight.state.players[GERMAN].cards.open() == ("05",), "the card is kept"


@pytest.mark.case("COH-7.2a", "COH-6.5a")
def test_nobody_seeks_cover_aboard_a_vehicle() -> None:
    fight = battle("09")
    fight.put("g36", "H02")
    fight.put("g03", "H02", aboard="g36")
    assert fight.cite(card("09", "g03")) == "COH-6.5a"


@pytest.mark.case("COH-7.1b", "COH-7.2a")
def test_several_bonus_cards_go_with_one_attack() -> None:
    fight = battle("11", "07", "13")
    fight.put("g09", "I02", "N")
    fight.put("s05", "E02", "S")
    shot = do.Fire(ids("g09"), HexId("1-E02"), card=CardId("11"), also=(CardId("13"), CardId("07")))
    assert fight.cite(replace(shot, also=(CardId("11"),))) == "COH-7.1c", "the player holds one of them"
    assert fight.cite(replace(shot, also=(CardId("02"),))) == "COH-7.1b"
    chance = fight.odds(shot)
    events = fight.do(shot, (1, 1), (2, 2), (3,), 1, 1)
    (attack,) = of(events, ev.Attacked)
    assert (attack.need, attack.roll.faces, attack.luck, attack.result) == (6, (2, 2), 2, "hit")
    luck = list(attack.fortune(see(fight.state, GERMAN)))
    assert [each.good for each in luck] == [0, 0], "the miss that was rolled again counts as well"
    assert fight.state.players[GERMAN].cards.open() == ()
    one = at_least(6) + (1 - at_least(6)) * (at_least(6) + (at_least(4) - at_least(6)) * Fraction(5, 6))
    assert chance["Rifle 05 is hit and survives"] + chance["Rifle 05 is destroyed"] == pytest.approx(float(one))


@pytest.mark.case("COH-7.2a", "COH-3.1d")
def test_no_card_mends_a_roll_against_ones_own_unit() -> None:
    fight = battle("07")
    fight.put("g09", "I02", "N")
    fight.put("g03", "E02", "S")
    fight.put("s05", "E02", "S")
    events = fight.do(do.Fire(ids("g09"), HexId("1-E02"), card=CardId("07")), (1, 1), (1, 1), (2, 2))
    rolls = {each.target: each.roll.faces for each in of(events, ev.Attacked)}
    assert rolls == {"g03": (1, 1), "s05": (2, 2)}


@pytest.mark.case("COH-1.5a", "COH-7.2a")
def test_caps_change_the_dice_of_cards() -> None:
    fight = battle("10")
    fight.put("g03", "H02")
    assert fight.cite(card("10", aim=(3,))) == "COH-1.5a"
    fight.do(card("10", aim=(2,)), (4,))
    assert (fight.state.players[GERMAN].caps, fight.state.players[SOVIET].caps) == (5, 3)
    fight = battle("20", seat=SOVIET)
    fight.put("g45", "H02")
    fight.do(do.Move(ids("g45"), (HexId("1-H03"),)))
    fight.turn(GERMAN)
    assert bonus(fight, SOVIET, "20", "g45", aim=(3,)) == "COH-1.5a", "two CAPs at most"
    assert bonus(fight, SOVIET, "20", "g45", aim=(1, 1)) == "COH-1.5a", "there is one roll"
    assert bonus(fight, SOVIET, "20", "g45", (1, 1), aim=(2,)) == ""
    assert fight["g45"].bogged
    assert fight.state.players[SOVIET].caps == 4


@pytest.mark.case("COH-7.2a")
def test_swift_action_gives_one_turn_more_and_not_two() -> None:
    fight = battle("12", "12")
    fight.put("g03", "H02")
    fight.do_step(card("12"))
    assert fight.cite(card("12")) == "COH-7.2a"


@pytest.mark.case("COH-7.2a")
def test_an_officer_gives_caps_for_the_round() -> None:
    fight = battle("08")
    fight.put("g03", "H02")
    fight.do(card("08", "g03"), (4,))
    assert fight.state.players[GERMAN].caps == 11
    assert fight.state.players[GERMAN].base == 7
    assert fight.state.players[GERMAN].ap == 5


@pytest.mark.case("COH-7.2a", "COH-6.1b")
def test_seek_cover_digs_at_no_cost_and_for_vehicles() -> None:
    fight = battle("09")
    fight.put("g45", "H02", status="spent")
    fight.do(card("09", "g45"))
    (work,) = fight.state.works.values()
    assert (work.kind, work.digger, fight["g45"].status) == ("hasty", "g45", "spent")
    fight = battle("09")
    fight.put("g03", "H02")
    fight.put("s03", "H02")
    assert fight.cite(card("09", "g03")) != ""


@pytest.mark.case("COH-7.2b")
def test_obstacle_clearing_takes_an_obstacle_away() -> None:
    fight = battle("40")
    fight.put("g03", "H02")
    assert fight.cite(card("40", "g03")) == "COH-7.2b"
    fight.work("wire", "H02")
    fight.do(card("40", "g03"))
    assert not fight.state.works
    assert fight.state.players[GERMAN].ap == 5


@pytest.mark.case("COH-7.2a")
def test_swift_action_costs_a_cap_and_gives_the_next_turn_too() -> None:
    fight = battle("12")
    fight.put("g03", "H02")
    fight.put("s03", "B04")
    fight.do(card("12"))
    assert fight.seat == GERMAN
    assert fight.state.players[GERMAN].caps == 6
    fight.do(do.Pass())
    assert fight.seat == GERMAN
    fight.do(do.Pivot(ids("g03"), "S"))
    assert fight.seat == SOVIET


@pytest.mark.case("COH-7.1b", "COH-1.3d")
def test_a_card_that_cannot_be_paid_for_is_kept() -> None:
    fight = battle("12", "03")
    fight.put("g03", "H02", hit="pinned", status="spent")
    fight.set(players={**fight.state.players, GERMAN: replace(fight.state.players[GERMAN], caps=0)})
    assert fight.cite(card("12")) == "COH-1.3d"
    assert fight.cite(card("03", "g03", by="command")) == "COH-1.3g"


@pytest.mark.case("COH-7.1c", "COH-7.2a", "COH-7.1b")
def test_only_held_cards_go_with_a_rally() -> None:
    fight = battle("11")
    fight.put("g03", "H02", hit="pinned")
    assert fight.cite(do.Rally(ids("g03"), card=CardId("07"))) == "COH-7.1c"
    assert fight.cite(do.Rally(ids("g03"), card=CardId("11"))) == "COH-7.1b"


@pytest.mark.case("COH-7.2a", "COH-7.1c")
def test_careful_aiming_adds_two() -> None:
    fight = battle("11")
    fight.put("g03", "H02")
    fight.put("s03", "E02", facing="S")
    fire = do.Fire(ids("g03"), HexId("1-E02"), card=CardId("11"))
    (rolled,) = of(fight.do(fire, (1, 1)), ev.Attacked)
    assert [each.n for each in rolled.modifiers if each.why == "careful aiming"] == [2]
    assert fight.state.discards == ("11",)
    assert fight.state.players[GERMAN].cards.open() == ()


@pytest.mark.case("COH-7.2a")
def test_an_nco_rolls_again_what_fails_and_is_kept_when_nothing_does() -> None:
    fight = battle("07")
    fight.put("g03", "H02", hit="pinned")
    fight.do(do.Rally(ids("g03"), card=CardId("07")), (3, 4))
    assert fight.state.players[GERMAN].cards.open() == ("07",)
    fight = battle("07")
    fight.put("g03", "H02", hit="pinned")
    fight.do(do.Rally(ids("g03"), card=CardId("07")), (1, 1), (3, 4))
    assert fight["g03"].hit is None
    assert fight.state.discards == ("07",)


@pytest.mark.case("COH-7.2a")
@pytest.mark.parametrize(("die", "rallies"), [(1, False), (2, True), (6, True)])
def test_luck_adds_two_unless_it_is_bad(die: int, rallies: bool) -> None:
    fight = battle("13")
    fight.put("g03", "H02", hit="pinned")
    fight.do(do.Rally(ids("g03"), card=CardId("13")), (3, 2), (die,))
    assert (fight["g03"].hit is None) == rallies
    assert fight.state.discards == ("13",)


@pytest.mark.case("COH-7.2a")
def test_luck_is_kept_if_it_cannot_help() -> None:
    fight = battle("13")
    fight.put("g03", "H02", hit="pinned")
    fight.do(do.Rally(ids("g03"), card=CardId("13")), (1, 1))
    assert fight.state.players[GERMAN].cards.open() == ("13",)


@pytest.mark.case("COH-7.1b")
def test_confusion_is_offered_once_and_never_against_the_lost() -> None:
    fight = battle("10")
    hold(fight, SOVIET, "06")
    fight.put("g03", "H02")
    fight.put("g04", "H03", status="used")
    lost = fight.put("g05", "H04")
    fight.set(units={**fight.state.units, lost: replace(fight.state.units[lost], hex=DESTROYED)})
    assert list(playable(fight.at(SOVIET), {})) == [do.PlayBonus(CardId("06"), UnitId("g04"))]
    assert bonus(fight, SOVIET, "06", "g05") == "COH-7.1b"
    assert TITLE.spoken(see(fight.state, SOVIET), do.PlayBonus(CardId("06"), UnitId("g04"))) == (
        "Play Battlefield Confusion against the German player."
    )
    assert bonus(fight, SOVIET, "06", "g03") == "", "each of a player's units stands for the player"


@pytest.mark.case("COH-7.2a", "COH-7.1b", "COH-7.1c")
def test_confusion_makes_the_next_action_of_the_enemy_dearer() -> None:
    fight = battle("06", seat=SOVIET)
    fight.put("g03", "H02")
    fight.put("s03", "B04")
    assert bonus(fight, GERMAN, "06", "s03") == "COH-7.1c"
    assert bonus(fight, SOVIET, "06", "s03") == "COH-7.1b"
    assert bonus(fight, SOVIET, "06", "g03") == ""
    assert fight.state.players[SOVIET].cards.open() == ()
    fight.do(do.Move(ids("g03"), (HexId("1-G02"),)))
    assert fight.state.players[GERMAN].ap == 3
    assert fight.state.players[GERMAN].confused == 0


@pytest.mark.case("COH-7.1b")
def test_bonus_cards_against_the_enemy_wait_for_its_turn() -> None:
    fight = battle("06", "20")
    fight.put("g03", "H02")
    fight.put("s41", "B04")
    assert bonus(fight, GERMAN, "06", "s41") == "COH-7.1b"


@pytest.mark.case("COH-7.2b")
@pytest.mark.parametrize(("dice", "stuck"), [((1, 2), False), ((1, 3), True)])
def test_a_vehicle_that_has_moved_bogs_down(dice: tuple[int, int], stuck: bool) -> None:
    fight = battle("20", seat=SOVIET)
    fight.put("g45", "H02")
    fight.put("s03", "E02")
    assert bonus(fight, SOVIET, "20", "g45") == "COH-7.2b"
    fight.do(do.Move(ids("g45"), (HexId("1-H03"),)))
    fight.turn(GERMAN)
    fight.do(do.Fire(ids("g45"), HexId("1-E02")), (1, 1))
    fight.turn(GERMAN)
    assert bonus(fight, SOVIET, "20", "g45") == "COH-7.2b", "it has only fired in that turn"
    fight.do(do.Move(ids("g45"), (HexId("1-H02"),)))
    fight.turn(GERMAN)
    assert bonus(fight, SOVIET, "20", "g45", dice) == ""
    assert fight["g45"].bogged == stuck
    assert (fight.cite(do.Move(ids("g45"), (HexId("1-G02"),))) == "COH-7.2b") == stuck


@pytest.mark.case("COH-7.1b", "COH-7.2b")
def test_a_vehicle_bogs_down_in_its_own_players_turn_and_in_no_team_mates() -> None:
    fight = battle()
    fight.put("g45", "H02")
    fight.put("s03", "B02")
    german, soviet = (fight.state.players[seat] for seat in (GERMAN, SOVIET))
    mates = {THREE: replace(german, seat=THREE), FOUR: replace(soviet, seat=FOUR)}
    order = (GERMAN, SOVIET, THREE, FOUR)
    fight.set(players={**fight.state.players, **mates}, steps=(Turns(order, 1), Turn(GERMAN)))
    hold(fight, FOUR, "20")
    fight.do(do.Move(ids("g45"), (HexId("1-H03"),)))
    for seat in (SOVIET, THREE):
        assert fight.seat == seat
        assert bonus(fight, FOUR, "20", "g45") == "COH-7.1b"
        fight.do(do.Pass())
    fight.seat = GERMAN
    fight.set(steps=(Turns(order, 1), Turn(GERMAN)))
    assert bonus(fight, FOUR, "20", "g45", (3, 4)) == ""


@pytest.mark.case("COH-7.1b", "COH-7.1c")
def test_a_molotov_is_thrown_once_by_one_foot_unit() -> None:
    fight = battle("molotov", seat=SOVIET)
    fight.put("s14", "H02")
    fight.put("g45", "H02", facing="S")
    fight.turn(SOVIET)
    throw = do.Fire(ids("s14"), HexId("1-H02"), UnitId("g45"), card=CardId("molotov"))
    events = fight.do(throw, (1, 1))
    (played,) = of(events, ev.ActionCardPlayed)
    assert played.gone
    assert fight.state.discards == ()
    assert fight.state.players[SOVIET].cards.open() == ()
    fight.turn(SOVIET)
    assert fight.cite(replace(throw, by="command")) == "COH-7.1c"


@pytest.mark.case("COH-7.1b", "COH-7.2a")
def test_caps_picked_for_an_officers_die_without_a_unit_apply_to_the_officer() -> None:
    fight = battle("08")
    fight.put("g03", "H02")
    seen = see(fight.state, GERMAN)
    way = way_to(TITLE, seen, Way(1, 1), do.PlayCard, {"card": CardId("08")})
    aim = next(asked for asked in walked(TITLE, seen, way).more if asked.field.name == "aim")
    one = next(n for n, value in aim.shown if value == (1,))
    order = walked(TITLE, seen, picked(way, aim.at, [str(one)])).action
    assert order == card("08", "g03", aim=(1,))
    assert TITLE.judge(seen, order) is None
