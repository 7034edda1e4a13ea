"""The card game that makes a battle: every card half, agreements, points, weather."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.dice import SeededDice
from bot.kernel.game import Course, decide, legal, open_kinds
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, private, redact, see
from bot.kit.events import evolve
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import DEEDS
from bot.titles.firefight.cards.supply import supplied
from bot.titles.firefight.field import conditions, scoring
from bot.titles.firefight.field.boards import strikes
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.placing import refuges
from bot.titles.firefight.field.terms import rotation
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import ConditionId, DefenceId, GeneratorId, HexId, MapId, Sheet, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseEdge, Reface
from bot.titles.firefight.model.table import DESTROYED, HIDDEN, ONE, TWO, Condition, Played
from bot.titles.firefight.play.edges import give_edge
from bot.titles.firefight.play.laying import Moves
from bot.titles.firefight.play.placing import make_way
from bot.titles.firefight.play.rounds import thinner
from bot.titles.firefight.printed.agreed import agreed, options
from bot.titles.firefight.printed.cards import cards, counters_of, defence_cup
from bot.titles.firefight.printed.effects import AnyEffect
from tests.firefight.board import set_up
from tests.scripted import ScriptedDice

GUIDELINES = (
    "intro", "infantry", "light-armour", "armour", "full-deck", "combined", "three-players", "four-players",
    "custom", "custom-three", "custom-four",
)  # fmt: skip
ALL = tuple(cards().generator)


class Generated:
    """A generation that is led on card by card."""

    def __init__(self, state: State, seed: str = "") -> None:
        self.state = state
        self.dice = SeededDice(seed.encode())
        self.luck = random.Random(seed)
        self.events: list[Any] = []

    @classmethod
    def of(cls, guideline: str, seed: str, **chosen: str) -> Generated:
        """Begin a generation."""
        game = cls(State(), seed)
        game._happen(TITLE.open(guideline, chosen, game.dice))
        return game

    def _happen(self, events: Any) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    @property
    def seat(self) -> Seat:
        """The seat that is asked."""
        return TITLE.asked(self.state)[0]

    def do(self, action: Any) -> None:
        """Take a legal action."""
        judged = decide(TITLE, self.state, self.seat, action, self.dice)
        assert not isinstance(judged, Refusal), judged
        self._happen(judged)

    def chance(self) -> Any:
        """Return a legal action by chance: of each class one, then one of these."""
        seen = see(self.state, self.seat)
        kinds = [list(legal(TITLE, seen, kind)) for kind in open_kinds(TITLE, seen)]
        return self.luck.choice([self.luck.choice(actions) for actions in kinds if actions])

    def finish(self) -> None:
        """Let chance play until the battle begins."""
        while self.state.phase == "generation":
            self.do(self.chance())


@pytest.mark.case("G-3.0", "G-1.0b", "G-4.2a", "G-2.1.x")
@pytest.mark.parametrize("guideline", GUIDELINES)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_every_guideline_leads_to_a_battle(guideline: str, seed: str) -> None:
    game = Generated.of(guideline, seed)
    game.finish()
    record = agreed(guideline, ())
    hands = sum(force.hand for force in record.players)
    state = game.state
    assert len(state.record) == hands == len({played.card for played in state.record})
    assert all(player.hand_count == 0 and player.edges and player.side for player in state.players.values())
    assert (state.cup, state.undrawn_conditions) == ((), ())
    given = [id for played in state.record for id in played.units]
    assert sorted(given) == sorted(state.units)
    assert len(set(given)) == len(given)
    assert all(state.units[id].owner == played.seat for played in state.record for id in played.units)


@pytest.mark.case("G-1.0a", "G-3.1a", "G-3.4")
@pytest.mark.parametrize("card", ALL)
def test_the_bottom_gives_units_and_caps(card: GeneratorId) -> None:
    game = Generated(_holding(card))
    game.do(do.PlayBottom(card))
    bottom = cards().generator[card].bottom
    assert counters_of(card, "bottom") == tuple(unit.counter for unit in game.state.units.values())
    mine = game.state.players[_owner(card)]
    assert mine.base == 4 + bottom.cap
    assert game.state.record[0] == Played(card, "bottom", mine.seat, "units", tuple(game.state.units))


def _owner(card: GeneratorId) -> Seat:
    return ONE if card[0] == "g" else TWO


def _holding(card: GeneratorId, *lines: str) -> State:
    """Return a table at which a card is about to be played; each hand has another."""
    side = "German" if card[0] == "g" else "Soviet"
    other = "Soviet" if side == "German" else "German"
    spare = "13" if card[1:] != "13" else "12"
    hands = [f"{side} hand: {card[1:]}, {spare}", f"{other} hand: 13"]
    return set_up([*lines, *hands, f"{side} plays"])


@pytest.mark.case("G-1.0a", "G-3.2", "G-3.3a", "G-3.3b", "G-3.4")
@pytest.mark.parametrize("card", ALL)
@pytest.mark.parametrize("ready", [True, False])
def test_the_top_does_what_it_says(card: GeneratorId, ready: bool) -> None:
    """With and without waiting units of either side; choices are random."""
    played = ["played: German 02 bottom", "played: Soviet 02 bottom", "played: Soviet 14 bottom"] if ready else []
    game = Generated(_holding(card, *played), card)
    before = game.state
    game.do(do.PlayTop(card))
    foe = TWO if _owner(card) == ONE else ONE
    while game.seat == _owner(card) and not hasattr(game.state.steps[-1], "among") and _works(game):
        game.do(game.chance())
    while _works(game):
        game.do(game.chance())
    top = cards().generator[card].top
    state = game.state
    assert state.players[foe].base == before.players[foe].base + top.enemy_cap + _gifts(state, foe)
    assert set(counters_of(card, "top")) <= set(state.units)
    for effect in top.effects:
        _happened(game, before, effect, ready)
    assert strikes(state, _owner(card)) == (card[1:] == "20")


# FF-R7
@pytest.mark.case("G-3.4", "COH-5.1b")
def test_cards_take_no_more_caps_than_there_are() -> None:
    state = _holding(GeneratorId("s07"))
    weak = replace(state.players[ONE], base=2)
    game = Generated(replace(state, players={**state.players, ONE: weak}))
    game.do(do.PlayTop(GeneratorId("s07")))
    assert game.state.players[ONE].base == 0, "three are taken from two"


@pytest.mark.case("G-3.7.1b")
def test_one_more_edge_takes_none_away() -> None:
    state = set_up(["played: Soviet 02 bottom", "played: Soviet 04 top", "played: Soviet 15 top"])
    partisans = {id: replace(state.units[id], edges=("south", "west")) for id in state.record[1].units}
    about = (*state.record[:2], replace(state.record[2], chosen=GeneratorId("s04")))
    state = replace(state, units={**state.units, **partisans}, record=about)
    play: Course[State, Any] = Course(evolve, state, ScriptedDice([]), TWO)
    give_edge(play, ChooseEdge(TWO, "card", GeneratorId("s15")), "east")
    assert {play.state.units[id].edges for id in partisans} == {("south", "west", "east")}


def _works(game: Generated) -> bool:
    """Return whether the played card continues."""
    return type(game.state.steps[-1]).__name__ != "PlayCard"


def _gifts(state: State, seat: Seat) -> int:
    """Return the CAPs that condition cards take from a player."""
    taken = (each for each in state.conditions if each.half == "bottom" and each.seat != seat)
    return sum(cards().conditions[each.card].benefit.enemy_cap for each in taken)


def _happened(game: Generated, before: State, effect: AnyEffect, ready: bool) -> None:
    """Check one effect by the events that it left."""
    names = {type(event).__name__ for event in game.events}
    expected = {
        "Bring": {"UnitsGiven"},
        "Mark": {"MarkerPlaced"},
        "Place": {"CardChosen"} if ready else set(),
        "Quarry": {"QuarryChosen", "UnitHid"} if ready else set(),
        "Defences": {"DefencesDrawn", "DefencePlaced"},
        "Mine": {"DefencePlaced"},
        "Rounds": {"RoundsAdded"},
        "AddMap": {"FieldLaid"},
        "SwitchMap": set(),
        "DrawConditions": {"ConditionsDrawn", "ConditionPlayed"},
        "MoreEdge": {"CardChosen"} if ready else set(),
        "Delay": {"CardChosen", "UnitsDelayed"} if ready else set(),
        "Draw": {"DrawsChanged"},
        "Weapon": {"WeaponTaken"},
    }[type(effect).__name__]
    if type(effect).__name__ == "MoreEdge" and effect.whose == "all":  # type: ignore[union-attr]
        expected = {"EdgeChosen"}
    assert expected <= names
    assert type(effect) in DEEDS


@pytest.mark.case("G-2.1.9")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    game = Generated.of("infantry", "hands")
    while not game.state.players[ONE].hand_count:
        game.do(game.chance())
    for seat in (ONE, TWO):
        assert see(game.state, seat).state.players[seat].hand.known
        assert not see(game.state, TWO if seat == ONE else ONE).state.players[seat].hand.known
        assert not see(game.state, PUBLIC).state.players[seat].hand.known
        assert not see(game.state, seat).state.players[seat].deck.known


@pytest.mark.case("G-4.1")
def test_by_the_optional_rule_a_card_is_left_and_discarded() -> None:
    game = Generated.of("infantry", "spare", spare="yes")
    while not game.state.players[TWO].hand_count:
        game.do(game.chance())
    assert [player.hand_count for player in game.state.players.values()] == [6, 6]
    game.finish()
    assert len(game.state.record) == 10
    assert [player.hand_count for player in game.state.players.values()] == [0, 0]


@pytest.mark.case("G-4.3")
def test_handicaps_are_caps_or_a_card_that_is_played() -> None:
    game = Generated.of("infantry", "handicap", **{"handicap-one": "2-caps", "handicap-two": "card"})
    while not game.state.players[TWO].hand_count:
        game.do(game.chance())
    assert {seat: (player.base, player.hand_count) for seat, player in game.state.players.items()} == {
        ONE: (7, 5), TWO: (5, 6),
    }  # fmt: skip
    game.finish()
    assert sum(played.seat == TWO for played in game.state.record) == 6


@pytest.mark.case("G-guide-2", "G-guide-3", "G-guide-4", "G-guide-5", "G-guide-6", "G-guide-7", "G-2.1.7")
@pytest.mark.parametrize(
    ("guideline", "variant", "hand", "cap", "maps", "first"),
    [
        ("infantry", "hand-8", 8, 8, 1, "german"),
        ("light-armour", "yes", 6, 4, 2, "german"),
        ("armour", "hand-4", 4, 3, 1, "german"),
        ("full-deck", "hand-10", 10, 9, 1, "german"),
        ("combined", "hand-3", 3, 2, 1, "german"),
        ("three-players", "yes", 4, 3, 1, "soviet"),
    ],
)
def test_variants_change_hands_caps_maps_and_sides(
    guideline: str, variant: str, hand: int, cap: int, maps: int, first: str
) -> None:
    offered = next(option for option in options(guideline) if option.name == "variant")
    assert variant in offered.values
    assert offered.values[0] == "no"
    record = agreed(guideline, (("variant", variant),))
    force = record.players[0]
    assert (force.hand, force.cap, record.maps, force.side) == (hand, cap, maps, first)
    assert agreed(guideline, (("variant", "no"),)) == agreed(guideline, ())


@pytest.mark.case("G-2.1.x")
def test_a_custom_firefight_has_one_to_two_cards_a_round() -> None:
    record = agreed("custom", (("rounds", "6"), ("cards-a-round", "1.5"), ("maps", "2"), ("deck", "no-heavy")))
    assert (record.rounds, record.maps, record.players[0].hand, record.players[0].cards) == (6, 2, 9, (1, 16))
    (shares,) = (option.values for option in options("custom") if option.name == "cards-a-round")
    hands = [agreed("custom", (("rounds", "5"), ("cards-a-round", each))).players[0].hand for each in shares]
    assert sorted(set(hands)) == [5, 6, 7, 8, 9, 10], "the text has 5 to 10 for five rounds, and agrees on 7"


@pytest.mark.case("G-2.1.x")
def test_a_custom_firefight_of_three_or_four_has_one_card_a_round_for_each() -> None:
    four = agreed("custom-four", (("rounds", "6"), ("deck", "armour"), ("edges", "long")))
    assert [(each.side, each.hand, each.cards) for each in four.players] == [
        (side, 6, (10, 25)) for side in ("german", "soviet", "german", "soviet")
    ]
    assert four.edges == "long"
    assert not any(option.name == "cards-a-round" for option in options("custom-four"))


@pytest.mark.case("G-2.1.x")
def test_the_lone_player_of_a_custom_firefight_of_three_has_as_much_as_the_other_two() -> None:
    three = agreed("custom-three", (("caps", "4"), ("pair", "soviet")))
    assert [(each.side, each.hand, each.cap, each.draws) for each in three.players] == [
        ("soviet", 5, 4, 1), ("german", 10, 8, 2), ("soviet", 5, 4, 1),
    ]  # fmt: skip
    assert three.edges == "three"
    long = agreed("custom-three", (("rounds", "8"), ("deck", "no-heavy")))
    assert [each.hand for each in long.players] == [6, 12, 6]


@pytest.mark.case("G-4.0.2b")
@pytest.mark.parametrize(("fewer", "caps"), [("yes", 2), ("no", 0)])
def test_the_player_with_the_fewest_units_has_more_caps(fewer: str, caps: int) -> None:
    lines = [f"option smaller-force={fewer}", "German hand: 02", "Soviet hand: 03", "German plays"]
    game = Generated(set_up(lines))
    game.do(do.PlayBottom(GeneratorId("g02")))
    game.do(do.PlayBottom(GeneratorId("s03")))
    assert [player.base for player in game.state.players.values()] == [5 + caps, 4]


@pytest.mark.case("G-4.0.2b")
def test_nobody_has_more_caps_when_several_have_the_fewest_units() -> None:
    game = Generated(set_up(["German hand: 02", "Soviet hand: 02", "German plays"]))
    game.do(do.PlayBottom(GeneratorId("g02")))
    game.do(do.PlayBottom(GeneratorId("s02")))
    assert [player.base for player in game.state.players.values()] == [5, 5]


@pytest.mark.case("G-3.1c", "G-3.1b")
def test_a_unit_of_the_same_name_replaces_a_missing_one() -> None:
    state = set_up(["E09: German Rifle 03, LMG 11"])
    assert list(supplied(state, counters_of(GeneratorId("g02"), "bottom"))) == ["g08", "g15", "g16"]


@pytest.mark.case("G-guide-7", "G-3.0", "G-4.2a")
def test_sides_alternate_and_so_do_team_mates() -> None:
    three = Generated.of("three-players", "c")
    while not three.state.players[ONE].edges:
        three.do(three.chance())
    german = [seat for seat, player in three.state.players.items() if player.side == "german"]
    german.sort(key=lambda seat: three.state.players[seat].force)
    (soviet,) = (seat for seat, player in three.state.players.items() if player.side == "soviet")
    assert rotation(three.state, german[0]) == (german[0], soviet, german[1], soviet)
    assert rotation(three.state, soviet) == (soviet, german[0], soviet, german[1])


@pytest.mark.case("G-3.0", "G-4.2a", "G-4.3")
@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("more", list(combinations(("one", "two", "three", "four"), 2)))
def test_sides_alternate_also_when_team_mates_have_hands_of_different_sizes(
    more: tuple[str, ...], seed: str
) -> None:
    game = Generated.of("four-players", seed, **{f"handicap-{seat}": "card" for seat in more})
    game.finish()
    played = [(game.state.players[each.seat].side, each.seat) for each in game.state.record]
    sizes = Counter(side for side, _ in played)
    paired = 2 * min(sizes.values())
    assert all(a != b for (a, _), (b, _) in pairwise(played[:paired]))
    for side in sizes:
        mates = [seat for each, seat in played if each == side]
        even = 2 * min(Counter(mates).values())
        assert all(a != b for a, b in pairwise(mates[:even]))


# Victory points.


def _scored(card: str, *lines: str, **fields: Any) -> State:
    """Return a battle in which a card was played for its top."""
    state = set_up([*lines, "round 2"])
    owner = _owner(GeneratorId(card))
    return replace(state, record=(*state.record, Played(GeneratorId(card), "top", owner, "victory", **fields)))


@pytest.mark.case("G-3.2.1", "COH-5.2b")
def test_each_destroyed_unit_is_worth_a_point() -> None:
    state = set_up(["E09: German Rifle 03", "F05: Soviet MMG 18"])
    (award,) = scoring.for_loss(state, state.units[UnitId("g03")])
    assert (award.side, award.points) == ("soviet", 1)
    (award,) = scoring.for_loss(state, state.units[UnitId("s18")])
    assert (award.side, award.points) == ("german", 1)


@pytest.mark.case("G-3.2.1", "G-3.2")
@pytest.mark.parametrize(
    ("card", "unit", "points"),
    [
        ("s03", "German LMG 11", 3),
        ("s03", "German Pz II F 45", 3),
        ("s03", "German Wagon 33", 3),
        ("s03", "German Rifle 03", 1),
        ("s19", "German LMG 11", 1),
        ("s19", "German Pz II F 45", 2),
        ("g19", "Soviet T-26 41", 2),
        ("g07", "Soviet Rifle 05", 2),
        ("g07", "Soviet T-26 41", 1),
        ("g07", "German Rifle 03", 1),
    ],
)
def test_cards_that_pay_for_destroyed_units(card: str, unit: str, points: int) -> None:
    state = _scored(card, f"E09: {unit}")
    (lost,) = state.units.values()
    assert sum(award.points for award in scoring.for_loss(state, lost)) == points


@pytest.mark.case("G-3.2")
def test_markers_pay_each_round_or_at_the_end() -> None:
    lines = ("Soviet control at E09", "Soviet control at H05", "German control at K05")
    defend = _scored("s02", *lines)
    assert [(award.side, award.points) for award in scoring.at_round_end(defend)] == [("soviet", 2)]
    assert scoring.at_end(defend) == ()
    secure = _scored("g03", *lines)
    markers = {id: replace(marker, card=GeneratorId("g03")) for id, marker in secure.control.items()}
    assert [award.points for award in scoring.at_end(replace(secure, control=markers))] == [4]
    assert scoring.at_end(secure) == ()


@pytest.mark.case("G-3.2")
def test_a_surviving_unit_scores_at_the_end() -> None:
    state = _scored("s16", "played: Soviet 03 bottom", chosen=GeneratorId("s03"))
    lost = replace(state.units[UnitId("s05")], hex=DESTROYED)
    state = replace(state, units={**state.units, lost.id: lost})
    assert [(award.side, award.points) for award in scoring.at_end(state)] == [("soviet", 9)]


@pytest.mark.case("G-3.2")
def test_units_near_the_enemys_edge_pay_at_the_end() -> None:
    state = _scored("g02", "B05: German Rifle 03", "B04: German LMG 11", "E09: German Pioneer 16")
    assert [award.points for award in scoring.at_end(state)] == [2]
    assert [award.points for award in scoring.at_end(_scored("s14", "L04: Soviet Rifle 05"))] == [1]


@pytest.mark.case("G-3.2")
def test_the_quarry_pays_when_it_is_destroyed() -> None:
    state = _scored("g14", "E09: Soviet MMG 18, Rifle 05", quarry=UnitId("s18"))
    assert sum(award.points for award in scoring.for_loss(state, state.units[UnitId("s18")])) == 4
    assert sum(award.points for award in scoring.for_loss(state, state.units[UnitId("s05")])) == 1


@pytest.mark.case("COH-4.1e")
def test_units_leave_the_map_only_as_cards_say() -> None:
    truck = ("L04: Soviet GAZ Truck 36, Rifle 05", "B04: German Rifle 03")
    convoy = _scored("s22", *truck, units=(UnitId("s36"),))
    assert scoring.exits(convoy, convoy.units[UnitId("s36")]) == ("south",)
    assert scoring.exits(convoy, convoy.units[UnitId("s05")]) == ()
    assert [award.points for award in scoring.for_exit(convoy, convoy.units[UnitId("s36")])] == [5]
    through = _scored("g22", *truck)
    assert scoring.exits(through, through.units[UnitId("g03")]) == ("north",)
    assert [award.points for award in scoring.for_exit(through, through.units[UnitId("g03")])] == [2]


# Weather.


@pytest.mark.case("G-1.2", "G-3.9a")
def test_the_weather_holds_for_both_from_its_round_on() -> None:
    state = set_up(["round 2"])
    assert conditions.sight_limit(state) is None
    fog = replace(state, conditions=(Condition(ConditionId("c1"), "top", ONE),))
    assert conditions.sight_limit(fog) == 4
    night = replace(state, conditions=(Condition(ConditionId("c3"), "top", ONE),))
    assert conditions.sight_limit(night) is None
    assert conditions.sight_limit(replace(night, round=3)) == 3
    benefit = replace(state, conditions=(Condition(ConditionId("c1"), "bottom", ONE),))
    assert conditions.sight_limit(benefit) is None
    rain = replace(state, conditions=(Condition(ConditionId("c2"), "top", ONE),))
    assert conditions.mud(rain)
    assert not conditions.haze(rain)
    assert conditions.haze(replace(state, conditions=(Condition(ConditionId("c4"), "top", ONE),)))
    assert conditions.wind(replace(state, conditions=(Condition(ConditionId("c5"), "top", ONE),)))


def switched(*lines: str) -> Generated:
    """Return a table at which map 5 has just taken the place of map 1."""
    game = Generated(_holding(GeneratorId("g13"), *lines))
    game.do(do.PlayTop(GeneratorId("g13")))
    game.do(do.LayMap(MapId("5"), instead=MapId("1")))
    return game


@pytest.mark.case("G-3.8.1")
def test_counters_go_to_the_nearest_possible_hex() -> None:
    """Map 5 has a lake about C14; units from there on map 1 move to its shore."""
    game = switched("C14: German Rifle 03", "Soviet control at B15")
    (marker,) = game.state.control.values()
    for before, now in (("5-C14", game.state.units[UnitId("g03")].hex), ("5-B15", marker.hex)):
        shore = ground(game.state.field)
        assert shore[HexId(before)].terrain == "water" != shore[now].terrain
        assert shore.distance(HexId(before), now) <= 2


@pytest.mark.case("G-3.8.1", "COH-6.1a")
def test_no_two_counters_of_a_kind_share_a_hex() -> None:
    lines = ("German control at C14", "Soviet control at B15", "German trench at C14", "German bunker at B15")
    game = switched(*lines)
    assert len({marker.hex for marker in game.state.control.values()}) == 2
    assert len({work.hex for work in game.state.works.values()}) == 2


@pytest.mark.case("G-3.8.1", "G-3.7b", "G-3.7.2")
@pytest.mark.parametrize("comer", ["A14: Soviet Rifle 05", "Soviet control at A14", "Soviet wire at A14"])
def test_a_counter_that_must_move_avoids_the_enemy(comer: str) -> None:
    """On map 5 A14 is water, and A12 the nearest shore: a German stands there."""
    game = switched("A12: German Rifle 03", comer)
    state = game.state
    german = state.units[UnitId("g03")]
    (moved,) = (
        *(unit.hex for unit in state.units.values() if unit.side == "soviet"),
        *(marker.hex for marker in state.control.values()),
        *(work.hex for work in state.works.values()),
    )
    assert german.hex == "5-A12"
    assert ground(state.field).distance(german.hex, moved) > 1


@pytest.mark.case("G-3.8.1", "G-6.2.german14")
def test_rumours_also_keep_the_numbers_of_their_hexes() -> None:
    """At C14 of map 5 is water, and D13 is its nearest shore.

    That hex already has a rumour, and only one fits.
    """
    lines = ("guideline solo", "rumour at E09", "rumour at C14", "rumour at D13")
    game = switched(*lines)
    assert game.state.solo is not None
    there = [rumour.hex for rumour in game.state.solo.rumours.values()]
    assert (there[0], there[2]) == ("5-E09", "5-D13")
    assert len(set(there)) == 3
    assert all(ground(game.state.field)[hex].terrain != "water" for hex in there)


# FF-R91
@pytest.mark.case("G-3.8.1", "G-6.2.soviet08")
def test_a_rumour_that_must_move_avoids_enemies_of_its_possible_unit() -> None:
    """On map 5 A14 is water, and A12 the nearest shore: a German stands there."""
    lines = ("guideline solo", "A12: German Rifle 03", "rumour at A14", "rumour cup: Soviet Rifle 05, no enemy")
    game = switched(*lines)
    assert game.state.solo is not None
    (rumour,) = game.state.solo.rumours.values()
    assert ground(game.state.field).distance(HexId("5-A12"), rumour.hex) > 1


# FF-R180
@pytest.mark.case("G-3.7.3b", "COH-6.1a")
@pytest.mark.parametrize(("counter", "kind"), [("trench/mines", "trench"), ("smoke", "smoke")])
def test_hidden_mines_move_for_a_counter_placed_in_their_hex(counter: str, kind: Any) -> None:
    lines = ("Soviet mines at L09", f"cup: {counter}")
    state = _holding(GeneratorId("g15"), *lines)
    (mines,) = state.works.values()
    hidden = replace(mines, hex=HIDDEN, hiding=private(mines.hex, TWO))
    game = Generated(replace(state, works={mines.id: hidden}))
    game.do(do.PlayTop(GeneratorId("g15")))
    game.do(do.PlaceDefence(DefenceId(counter), kind, HexId("1-L09")))
    moved = game.state.works[mines.id].hiding
    assert moved is not None
    assert ground(game.state.field).distance(HexId("1-L09"), moved.open()) == 1
    assert moved.readers == (TWO,)


@pytest.mark.case("G-3.7a")
@pytest.mark.parametrize("card", ["s16", "g01", "g03", "g09", "g10", "g14"])
def test_a_part_without_units_to_place_lapses_with_a_report_to_everybody(card: str) -> None:
    game = Generated(_holding(GeneratorId(card)), card)
    game.do(do.PlayTop(GeneratorId(card)))
    while type(game.state.steps[-1]).__name__ == "PlaceMarker":
        game.do(game.chance())
    assert ev.NothingPlaced("unit", 0, GeneratorId(card)) in game.events


@pytest.mark.case("G-3.7.3a")
def test_everybody_reads_that_no_counter_or_map_is_left() -> None:
    game = Generated(replace(_holding(GeneratorId("g15")), cup=()), "empty")
    game.do(do.PlayTop(GeneratorId("g15")))
    assert ev.NothingPlaced("Defense Counter", 4, GeneratorId("g15"), "none left") in game.events
    laid = tuple(Sheet(MapId(key), n) for n, key in enumerate("12345"))
    game = Generated(replace(_holding(GeneratorId("s17")), field=laid), "full")
    game.do(do.PlayTop(GeneratorId("s17")))
    assert ev.NothingPlaced("map", 1, GeneratorId("s17"), "none left") in game.events


@pytest.mark.case("G-3.8.1")
@pytest.mark.parametrize("maps", ["maps 1, 3", "maps 1"])
def test_a_switched_map_lies_the_same_way_round(maps: str) -> None:
    game = Generated(_holding(GeneratorId("g13"), maps, "E05: German Rifle 03"))
    game.do(do.PlayTop(GeneratorId("g13")))
    before = {sheet.map: (sheet.x, sheet.y, sheet.turned) for sheet in game.state.field}
    turned = do.LayMap(MapId("5"), turned=True, instead=MapId("1"))
    refusal = TITLE.judge(see(game.state, ONE), turned)
    assert refusal is not None
    assert refusal.cite == "G-3.8.1"
    game.do(replace(turned, turned=False))
    after = {sheet.map: (sheet.x, sheet.y, sheet.turned) for sheet in game.state.field}
    assert after == {MapId("5") if map == "1" else map: place for map, place in before.items()}


# FF-R87
@pytest.mark.case("G-3.7b")
def test_a_unit_that_makes_way_goes_to_a_secret_hex_of_its_owners_choice() -> None:
    def battle(hidden_at: str) -> Generated:
        lines = [f"hidden at {hidden_at}: Soviet NKVD 20", "E05: Soviet Rifle 03"]
        state = set_up(["J09: German Rifle 03", *lines, "German hand: 04", "Soviet hand: 13", "German plays"])
        game = Generated(state)
        play = Course(evolve, game.state, game.dice, ONE)
        make_way(play, "german", HexId("1-J09"))
        play.emit(ev.Begun(Reface(TWO)))
        game.state, game.events = play.state, list(play.events)
        return game

    found, missed = battle("J09"), battle("D11")
    (told,) = (event for event in found.events if isinstance(event, ev.HiddenMoved))
    (other,) = (event for event in missed.events if isinstance(event, ev.HiddenMoved))
    assert redact(told, ONE) == redact(other, ONE), "the enemy cannot tell them apart"
    assert TITLE.tell(see(set_up(["hidden at J09: Soviet NKVD 20"]), ONE), told) == ""
    unit = UnitId("s20")
    assert found.state.units[unit].hiding != missed.state.units[unit].hiding
    open = refuges(found.state, found.state.units[unit], HexId("1-J09"))
    assert len(open) > 1
    assert "1-J09" not in open
    asked = see(found.state, TWO)
    assert list(legal(TITLE, asked, do.Regroup)) == [do.Regroup(), *(do.Regroup((hex,)) for hex in open)]
    assert TITLE.prompts(see(found.state, ONE))[TWO] == TITLE.prompts(see(missed.state, ONE))[TWO]
    refused = TITLE.judge(asked, do.Regroup((HexId("1-D11"),)))
    assert refused is not None
    assert refused.cite == "G-3.7b"
    found.do(do.Regroup((open[-1],)))
    hiding = found.state.units[unit].hiding
    assert hiding is not None
    assert hiding.open() == open[-1]


# FF-R96
@pytest.mark.case("G-4.1", "G-4.3")
def test_a_handicap_is_played_also_where_the_deck_has_no_card_to_spare() -> None:
    game = Generated.of("light-armour", "short", variant="yes", spare="yes", **{"handicap-one": "card"})
    game.finish()
    played = Counter(each.seat for each in game.state.record)
    assert played == {ONE: 7, TWO: 6}


@pytest.mark.case("G-1.2", "COH-6.2a", "G-3.7.3d")
def test_wind_blows_smoke_away_but_not_before_the_first_round() -> None:
    smoke: dict[HexId, Any] = {HexId("1-E09"): "heavy", HexId("1-E10"): "light"}
    state = replace(set_up(["round 2"]), smoke=smoke)
    assert thinner(state) == {"1-E09": "light"}
    assert thinner(replace(state, round=0)) == smoke
    assert thinner(replace(state, conditions=(Condition(ConditionId("c5"), "top", ONE),))) == {}


@pytest.mark.case("G-2.1.11", "G-4.0.1", "G-4.0.2a", "G-2.1.10")
def test_when_all_cards_are_played_the_table_is_ready() -> None:
    game = Generated.of("infantry", "ready")
    game.finish()
    state = game.state
    assert (state.cup, state.undrawn_conditions) == ((), ())
    assert all(player.deck.open() == () for player in state.players.values())
    assert (state.round, state.points) == (1, {"german": 0, "soviet": 0})
    for player in state.players.values():
        assert (player.caps, player.ap, player.active) == (max(0, player.base), 0, ())
        assert player.card_count >= player.draws + player.first


@pytest.mark.case("G-2.1.11", "G-3.5")
@pytest.mark.parametrize(("guideline", "cards"), [("infantry", {1}), ("three-players", {1, 2})])
def test_players_draw_as_many_action_cards_as_the_guideline_says(guideline: str, cards: set[int]) -> None:
    game = Generated.of(guideline, "draws")
    while not all(player.hand_count for player in game.state.players.values()):
        game.do(game.chance())
    assert {player.draws for player in game.state.players.values()} == cards


@pytest.mark.case("G-2.1.5", "G-guide-4")
def test_the_second_map_is_laid_by_the_other_player() -> None:
    game = Generated.of("armour", "maps")
    first = game.state.initiative
    assert game.seat == first
    game.do(do.Command("german"))
    assert game.seat == first
    game.do(do.LayMap(MapId("2")))
    assert game.seat != first
    game.do(do.LayMap(MapId("4"), "east"))
    assert [(sheet.map, sheet.x, sheet.y) for sheet in game.state.field] == [("2", 0, 0), ("4", 1, 0)]
    assert game.seat == first


@pytest.mark.case("G-2.1.12", "G-3.7.3d", "G-2.1.4")
@pytest.mark.parametrize("smoke", ["no", "yes"])
def test_the_cup_and_the_condition_cards_are_ready_at_the_beginning(smoke: str) -> None:
    state = Generated.of("intro", "cup", smoke=smoke).state
    assert state.cup == defence_cup(smoke == "yes")
    assert state.undrawn_conditions == tuple(cards().conditions)


@pytest.mark.case("G-3.7a")
def test_units_on_the_map_are_not_placed_again() -> None:
    state = _holding(GeneratorId("s02"), "played: Soviet 03 bottom")
    there = replace(state.units[UnitId("s05")], hex=HexId("1-B04"))
    game = Generated(replace(state, units={**state.units, there.id: there}))
    game.do(do.PlayTop(GeneratorId("s02")))
    game.do(do.PlaceControl(HexId("1-E09")))
    assert game.state.steps[-1].units == ("s06", "s18", "s21")  # type: ignore[union-attr]


# FF-R91
@pytest.mark.case("G-3.8.1")
def test_smoke_that_gives_way_to_water_keeps_off_other_smoke() -> None:
    state = set_up([])
    field = (replace(state.field[0], map=MapId("5")),)
    there = Moves(state, ground(field), MapId("1"), MapId("5"))
    wet = next(
        HexId(f"1{hex[1:]}") for hex in sorted(ground(field).places) if ground(field)[hex].terrain == "water"
    )
    shore = HexId(f"1-{there.dry(wet).partition('-')[2]}")
    assert len(there.smoke({wet: "heavy", shore: "heavy"})) == 2
