"""Impossible actions are refused with their case, and a near neighbour is legal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.secret import Seat, private, see
from bot.titles.tide import TITLE
from bot.titles.tide.field import names
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    Base,
    CardId,
    DeckId,
    HexId,
    SabotageId,
    ShelterId,
    SlotId,
    TargetId,
    UnitId,
)
from tests.tide.conftest import Field

GERMAN, SOVIET = Seat("german"), Seat("soviet")
NOBODYS = "that is not one of your units on the map"


def named(state: State, name: str) -> UnitId:
    """Return the id of a unit, such as "German 1st Squad"."""
    return next(id for id, unit in state.units.items() if names.full(unit) == name)


def refused(state: State, action: do.Action, cite: str, why: str, seat: Seat = GERMAN) -> None:
    refusal = TITLE.judge(see(state, seat), action)
    assert refusal is not None, "legal"
    assert (refusal.cite, refusal.why) == (cite, why)
    assert refusal.mend


def legal(state: State, action: do.Action, seat: Seat = GERMAN) -> None:
    assert TITLE.judge(see(state, seat), action) is None


@pytest.mark.case("TOI-4.9", "TOI-1.2a")
def test_nobody_acts_with_units_of_the_enemy_or_beside_the_map(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars; engineer), A4
        Soviet 1st Squad (4 regulars; engineer), I4
    """)
    for id in map(UnitId, ("s1", "g9", "", "E4")):
        for action in (
            do.Fatigue(id),
            do.Advance(id, HexId("B4")),
            do.FireAndMove(id, TargetId("s1"), HexId("B4")),
            do.Assault(id, HexId("I4")),
            do.Special(id, "dig"),
            do.Fire(id, TargetId("s1")),
            do.OpFire((id,)),
        ):
            whose = "Soviet 1st Squad is an enemy unit" if id == "s1" else NOBODYS
            refused(state, action, "TOI-4.9", whose)
    legal(state, do.Special(UnitId("g1"), "dig"))
    later = (
        "it is not your move: a unit stands by in your turn of the Action Phase; now the German side has its turn"
    )
    refused(state, do.Fatigue(UnitId("s1")), "TOI-1.2a", later, SOVIET)
    refused(state, do.Order(op_fire="hold"), "FP-seat", "you have no seat in this battle", Seat("polish"))
    legal(state, do.Order(op_fire="hold"), SOVIET)


@pytest.mark.case("TOI-8.2")
def test_half_hexes_and_hexes_off_the_map_do_not_exist(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars; engineer), A8
        Soviet 1st Squad (4 regulars), A7
    """)
    squad = UnitId("g1")
    nowhere = HexId("")
    for move in (do.Advance(squad, nowhere), do.FireAndMove(squad, TargetId("s1"), nowhere)):
        refused(state, move, "TOI-8.2", "no hex is named")
    for hex in map(HexId, ("A9", "J1", "A0", "C9", "8A")):
        gone = f"there is no hex {hex}"
        refused(state, do.Advance(squad, hex), "TOI-8.2", gone)
        refused(state, do.Advance(squad, HexId("B8"), via=(hex,)), "TOI-8.2", gone)
        refused(state, do.Advance(squad, HexId("B8"), clear=(hex,)), "TOI-8.2", gone)
        refused(state, do.Assault(squad, hex), "TOI-8.2", gone)
    legal(state, do.Advance(squad, HexId("B9")))


@pytest.mark.case("TOI-6.1a", "TOI-6.1d", "TOI-4.9", "TOI-3.1a")
def test_op_fire_is_for_units_of_ones_own_that_see_the_mover(field: Field) -> None:
    state = field("""
        woods at B2, B3
        German 2nd Squad (4 regulars), C5, on Op Fire
        German 3rd Squad (4 regulars), A1, on Op Fire
        Soviet 1st Squad (4 regulars), C4
        Soviet M3A1 half-track 1, C6
    """)
    chance = replace(state, steps=(steps.OpFireChance(GERMAN, UnitId("s1")),))
    refused(chance, do.Shoot(UnitId("s1")), "TOI-4.9", "Soviet 1st Squad is an enemy unit")
    hidden = "A1 does not see C4: the line of sight is blocked by the woods at B3"
    refused(chance, do.Shoot(UnitId("g3")), "TOI-7.2", hidden)
    refused(chance, do.Shoot(UnitId("g2"), support=(UnitId("g3"),)), "TOI-7.2", hidden)
    legal(chance, do.Shoot(UnitId("g2")))
    half_track = named(state, "Soviet M3A1 half-track 1")
    at_vehicle = replace(state, steps=(steps.OpFireChance(GERMAN, half_track),))
    immune = "vehicles are immune to suppressive fire"
    refused(at_vehicle, do.Shoot(UnitId("g2"), "suppressive"), "TOI-3.1a", immune)
    legal(at_vehicle, do.Shoot(UnitId("g2")))


@pytest.mark.case("TOI-2.1a", "TOI-2.1b", "TOI-2.1d")
def test_bases_that_are_not_there_and_squads_without_figures(field: Field) -> None:
    state = field("""
        | [[sides.german.divisions]]
        | name = "Kampfgruppe"
        | figures = { regular = 4 }
        | squads = [{ figures = ["regular"], hex = "A1" }, { figures = ["regular"], hex = "A1" }]
    """)
    bases = (Base("Kampfgruppe", ("regular",)),) * 2
    muster = steps.Muster((GERMAN,), {GERMAN: private(bases, GERMAN), SOVIET: private((), SOVIET)})
    state = replace(state, phase="set-up", steps=(muster,))
    for slot in ("0", "3", "-1", "x", ""):
        refused(
            state,
            do.Build(SlotId(slot), ("regular",)),
            "TOI-2.1b",
            f"there is no base {slot}" if slot else "no base is named",
        )
    refused(state, do.Build(SlotId("1"), ()), "TOI-2.1a", "a squad needs at least one figure")
    refused(
        state, do.Build(SlotId("1"), ("regular",) * 4), "TOI-2.1b", "Kampfgruppe has 4 × regular, you would use 5"
    )
    legal(state, do.Build(SlotId("1"), ("regular",) * 3))


@pytest.mark.case("FB-sabotage-1", "FB-sabotage-3", "FB-sabotage-4")
def test_sabotage_cards_that_are_not_in_the_hand(field: Field) -> None:
    state = field("""
        | [sides.german]
        | specialities = ["saboteur"]
        | [sides.soviet]
        | decks = ["morale-1"]
        | specialities = ["saboteur"]
        German: 1 command
        German sabotage: Leaked Plans, Burned Depot
        Soviet sabotage: Partisan Raid
        German 1st Squad (4 regulars; saboteur), G4
        Soviet 1st Squad (officer, 3 regulars), H4
    """)
    state = replace(state, phase="command", steps=(steps.Spending(GERMAN),))
    deck = DeckId("morale-1")
    spent = replace(state.sabotage[SabotageId("g-sabotage-2")], place="spent")
    state = replace(state, sabotage={**state.sabotage, SabotageId("g-sabotage-2"): spent})
    for back in map(SabotageId, ("s-sabotage-1", "g-sabotage-2", "g-sabotage-9", "")):
        refused(state, do.PlaySabotage(back, deck), "FB-sabotage-1", "that is not a sabotage card in your hand")
    own = do.PlaySabotage(SabotageId("g-sabotage-1"), deck)
    refused(state, replace(own, deck=DeckId("nowhere")), "FB-sabotage-4", "there is no such deck")
    legal(state, own)
    poor = replace(state, hq={**state.hq, GERMAN: replace(state.hq[GERMAN], command=0)})
    refused(poor, own, "FB-sabotage-3", "a sabotage card costs 1 command")


@pytest.mark.case("FB-sabotage-1")
def test_a_side_without_a_saboteur_has_no_sabotage_cards(field: Field) -> None:
    state = field("""
        | [sides.german]
        | specialities = ["saboteur"]
        German sabotage: Leaked Plans
        Soviet: 1 command
        German 1st Squad (4 regulars; saboteur), G4
        Soviet 1st Squad (officer, 3 regulars), H4
    """)
    state = replace(state, phase="command", steps=(steps.Spending(SOVIET),))
    action = do.PlaySabotage(SabotageId("g-sabotage-1"), DeckId("command-1"))
    refused(state, action, "FB-sabotage-1", "your side has no sabotage cards in this battle", SOVIET)


@pytest.mark.case("TOI-10.3b", "TOI-10.3d", "FB-deck-1", "FB-subvert-1", "FB-subvert-2")
def test_decks_and_cards_that_cannot_be_had(field: Field) -> None:
    state = field("""
        | shared_decks = ["supply-1"]
        | [sides.german]
        | decks = ["command-1"]
        German: 2 command
        Soviet cards: Air Drop
        German 1st Squad (4 regulars), A4
    """)
    state = replace(state, phase="status", steps=(steps.Drawing(GERMAN),))
    draw, subvert = do.Draw(DeckId("command-1")), do.Subvert(CardId("air-drop.1"))
    legal(state, draw)
    legal(state, do.Draw(DeckId("supply-1")))
    refused(state, do.Draw(DeckId("")), "FB-deck-1", "there is no such deck")
    empty = replace(state.decks[DeckId("command-1")], cards=())
    drained = replace(state, decks={**state.decks, DeckId("command-1"): empty})
    refused(drained, draw, "TOI-10.3d", "that deck is empty")
    done = replace(state, steps=(steps.Drawing(GERMAN, left=0, first=False),))
    once = "you have drawn, and a second card comes only with a plus on the first"
    refused(done, draw, "TOI-10.3b", once)
    legal(done, subvert)
    away = "that card lies neither in an opponent's HQ nor in the common area"
    refused(state, do.Subvert(CardId("")), "FB-subvert-1", away)
    poor = replace(state, hq={**state.hq, GERMAN: replace(state.hq[GERMAN], command=1)})
    refused(poor, subvert, "FB-subvert-2", "subversion costs 2 command")


@pytest.mark.case("TOI-11.3", "TOI-4.8", "TOI-2.4c", "TOI-5.4a", "TOI-6.2f")
def test_odds_and_ends(field: Field) -> None:
    state = field("""
        German 1st Squad (officer, regular), A4
        German 2nd Squad (2 regulars; engineer), A4
        Soviet 1st Squad (4 regulars), C4
        Soviet 2nd Squad (4 regulars), D4
    """)
    first, second = UnitId("g1"), UnitId("g2")
    dig = do.Special(second, "dig")
    refused(state, replace(dig, patient=first), "TOI-4.8", "digging in needs no patient")
    legal(state, dig)
    transferring = replace(state, phase="status", steps=(steps.Transferring(GERMAN),))
    refused(transferring, do.Transfer(first, second, ()), "TOI-11.3", "no figure is named")
    itself, enemy = "a squad exchanges figures with another one", "Soviet 1st Squad is an enemy unit"
    refused(transferring, do.Transfer(first, first, ("regular",)), "TOI-11.3", itself)
    refused(transferring, do.Transfer(first, UnitId("s1"), ("regular",)), "TOI-4.9", enemy)
    legal(transferring, do.Transfer(first, second, ("regular",)))
    losses = replace(state, steps=(*state.steps, steps.Losses(SOVIET, (UnitId("s1"),), 1)))
    refused(losses, do.Remove(UnitId("s2"), "regular"), "TOI-5.4a", "that unit was not hit", SOVIET)
    refused(losses, do.Remove(UnitId("s1"), "officer"), "TOI-5.4a", "the squad has no officer", SOVIET)
    refused(losses, do.Remove(UnitId("s1")), "TOI-5.4a", "no figure is named", SOVIET)
    legal(losses, do.Remove(UnitId("s1"), "regular"), SOVIET)
    rout = replace(state, steps=(*state.steps, steps.Rout(SOVIET, (UnitId("s1"),), HexId("C4"))))
    refused(rout, do.Retreat(UnitId("g1"), HexId("A5")), "TOI-6.2f", "that unit does not have to retreat", SOVIET)
    legal(rout, do.Retreat(UnitId("s1"), HexId("D5")), SOVIET)


@pytest.mark.case("TOI-6.2h")
def test_only_ones_own_concealed_squads_of_the_hex_join_a_defence(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars), D5
        Soviet 1st Squad, concealed (4 regulars), E5
        Soviet 2nd Squad, concealed (4 regulars), E6
        Soviet 3rd Squad (4 regulars), E5
    """)
    melee = steps.Melee(UnitId("g1"), HexId("E5"), ())
    state = replace(state, steps=(*state.steps, melee))
    why = "that is no concealed squad of yours at E5"
    hidden = UnitId("s1")
    for units in ((UnitId("s2"),), (UnitId("s3"),), (UnitId("g1"),), (hidden, UnitId("s2"))):
        refused(state, do.Join(units), "TOI-6.2h", why, SOVIET)
    refused(state, do.Join((hidden, hidden)), "TOI-6.2h", "a squad is named twice", SOVIET)
    legal(state, do.Join((hidden,)), SOVIET)
    legal(state, do.Join(), SOVIET)


@pytest.mark.case("TOI-9.1", "TOI-3.6a", "TOI-3.6c", "TOI-3.2h")
def test_shelters_that_are_not_there(field: Field) -> None:
    state = field("""
        entrenchment at B4
        German SdKfz 251 1, B5
        German 1st Squad (officer, 3 regulars), A4
        Soviet M3A1 half-track 1, D4
        Soviet 1st Squad (4 regulars), D5
    """)
    squad, ours = UnitId("g1"), ShelterId(named(state, "German SdKfz 251 1"))
    theirs = ShelterId(named(state, "Soviet M3A1 half-track 1"))
    for into in (theirs, ShelterId("x"), ShelterId("s1")):
        advance = do.Advance(squad, HexId("B4"), into)
        refused(state, advance, "TOI-3.6a", "there is no such shelter at B4")
    nothing = "there is no such fortification at B5"
    refused(state, do.Advance(squad, HexId("B5"), ShelterId("w1")), "TOI-9.1", nothing)
    legal(state, do.Advance(squad, HexId("B4"), ShelterId("w1")))
    legal(state, do.Advance(squad, HexId("B5"), ours))
    inside = do.FireAndMove(squad, TargetId("s1"), HexId("B5"), "move", "normal", ours)
    refused(state, inside, "TOI-3.6c", "a squad cannot attack from inside a transport")
    legal(state, replace(inside, first="fire"))


@pytest.mark.case("TOI-4.5", "TOI-10.3a", "TOI-10.3c", "TOI-5.7")
def test_cards_on_targets_that_do_not_exist(field: Field) -> None:
    state = field("""
        German: 20 command
        German cards: Stuka Strike, Reconnaissance Flight, Night Bombers, Field Repairs, Spades, Replacements
        German 1st Squad (2 regulars), A4
        Soviet 1st Squad (4 regulars), C4
    """)
    gone, nobodys = "that is not a hex of the map", "Soviet 1st Squad is an enemy unit"
    for card in ("stuka.1", "reconnaissance-flight.1"):
        refused(state, do.PlayCard(CardId(card), hex=HexId("Z9")), "TOI-10.3c", gone)
        legal(state, do.PlayCard(CardId(card), hex=HexId("C4")))
    spending = replace(state, phase="command", steps=(steps.Spending(GERMAN),))
    refused(spending, do.PlayCard(CardId("night-bombers.1"), hex=HexId("Z9")), "TOI-10.3c", gone)
    far = "none of your units is within 6 hexes of I4"
    refused(spending, do.PlayCard(CardId("night-bombers.1"), hex=HexId("I4")), "TOI-10.3c", far)
    legal(spending, do.PlayCard(CardId("night-bombers.1"), hex=HexId("G4")))
    for card in ("field-repairs.1", "spades.1", "replacements.1"):
        refused(spending, do.PlayCard(CardId(card), unit=UnitId("s1")), "TOI-4.9", nobodys)
    legal(spending, do.PlayCard(CardId("spades.1"), unit=UnitId("g1")))
    unhurt = "you have lost no regular figure"
    refused(spending, do.PlayCard(CardId("replacements.1"), unit=UnitId("g1")), "TOI-10.3c", unhurt)
    away = "that card does not lie in your HQ"
    for card in ("stuka.2", "no-such-card.1", ""):
        refused(state, do.PlayCard(CardId(card), hex=HexId("C4")), "TOI-10.3a", away)
