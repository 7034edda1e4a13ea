"""The situation and a seat's hand in words, for players without the picture."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.secret import PUBLIC, Seat, see
from bot.kit.effects import outcome_line
from bot.titles.tide import TITLE
from bot.titles.tide.events import RoundBegan
from bot.titles.tide.events.harm import Destroyed
from bot.titles.tide.model.state import State
from tests.tide.conftest import Field

GERMAN, SOVIET = Seat("german"), Seat("soviet")


@pytest.fixture
def state(field: Field) -> State:
    return field("""
        | shared_decks = ["combined-air-support-1"]
        | objectives = [
        |   { hex = "C4", name = "Farm", kind = "command", value = 2, nation = "soviet" },
        |   { hex = "E4", name = "Hill", kind = "victory", value = 1 },
        | ]
        | [sides.german]
        | operations = ["tank-ace"]
        woods at C4
        smoke at B2
        C4 is German
        German: 3 command, 1 on the initiative card, 2 points
        German cards: Forced March
        German in play: Staff Work
        German sabotage: Leaked Plans, Burned Depot
        German lost: 2 regulars, 1 elite
        Stuka Strike lies open on Combined Air Support I
        German 1st Squad, concealed (4 regulars; saboteur), C4
        German Panzer IV 1, B4, lightly damaged
        Soviet 1st Squad (officer, 3 regulars), I4, pinned
    """)


def test_a_new_round_says_how_the_sides_stand(state: State) -> None:
    assert TITLE.tell(see(state, PUBLIC), RoundBegan(2)).splitlines() == [
        "**Round 2 of 6.** The German side has the initiative.",
        "-# The German side holds Farm, and has 2 victory points.",
        "-# The Soviet side holds no objective.",
    ]


@pytest.mark.case("FB-sabotage-7", "TOI-12.1a", "TOI-10.3a")
def test_the_status_tells_all_that_lies_open_and_nothing_else(state: State) -> None:
    told = TITLE.status(see(state, PUBLIC))
    assert told.splitlines() == [
        "**The Field**, round 1 of 6, action phase.",
        "To move: German, who reads: “2 actions left in your turn.”",
        "",
        "**Objectives**",
        "- Farm at C4 (2 command for the Soviet side), held by the German side",
        "- Hill at E4 (1 victory point), held by nobody",
        "",
        "**German: Germans**, has the initiative: 3 command, 1 on the initiative card, 2 victory points",
        "Cards: Forced March (1), Staff Work (in play).",
        "Operations: Tank Ace.",
        "Sabotage cards in hand: 2.",
        "- German 1st Squad, concealed, woods at C4",
        "- German Panzer IV 1, clear at B4, lightly damaged",
        "Lost: 2 regulars, 1 elite.",
        "",
        "**Soviet: Soviets**: 0 command, 0 on the initiative card",
        "- Soviet 1st Squad (officer, 3 regulars), clear at I4, pinned",
        "",
        "**On the ground:** smoke at B2.",
        "",
        "**Shared decks:** Combined Air Support I (16 cards; open: Stuka Strike).",
    ]
    assert "1st Squad, concealed (4 regulars; saboteur), woods at C4" in TITLE.status(see(state, GERMAN))
    assert "To move: German. 2 actions left in your turn." in TITLE.status(see(state, GERMAN))
    assert TITLE.status(see(State(), PUBLIC)) == "The table is empty."


@pytest.mark.case("FB-sabotage-1", "TOI-12.1a")
def test_a_hand_is_its_owners_alone(state: State) -> None:
    assert TITLE.hand(see(state, GERMAN)).splitlines() == [
        "**Only you know**",
        "- Sabotage: **Leaked Plans**, in hand. "
        "The player who turns this over loses 2 command from their pool, or all of it if there is less.",
        "- Sabotage: **Burned Depot**, in hand. "
        "The player who turns this over draws no more cards in this Status Phase.",
        "- 1st Squad, concealed (4 regulars; saboteur), woods at C4",
    ]
    assert TITLE.hand(see(state, SOVIET)) == ""
    assert TITLE.hand(see(state, PUBLIC)) == ""


def test_the_open_holdings_of_a_side_are_listed_for_it(state: State) -> None:
    held = TITLE.held(see(state, GERMAN)).splitlines()
    assert held[:2] == [
        "**Your open cards and points, which everybody sees**",
        "You have 3 command, and 1 on your initiative card. You have 2 victory points.",
    ]
    cards = [line.partition(". ")[0] for line in held[2:]]
    assert cards == [
        "- **Forced March**, 1 command",
        "- **Staff Work**, in play",
        "- Operations card **Tank Ace**",
    ]
    assert TITLE.held(see(state, PUBLIC)) == ""


def test_the_status_of_a_game_that_is_over_names_the_winner(state: State) -> None:
    game = TITLE
    for event in game.resolve(state, SOVIET, game.actions[-1](), None):  # type: ignore[arg-type]
        state = game.evolve(state, event)
    assert "The battle is over: the German side has won." in game.status(see(state, PUBLIC))
    assert replace(state, steps=()) == state


def test_a_routed_unit_is_not_called_destroyed(state: State) -> None:
    """Fire to suppress takes no figures."""
    unit = next(id for id, unit in state.units.items() if unit.side == SOVIET)
    seen = see(state, GERMAN)
    told = {why: outcome_line(Destroyed(unit, why).effects(seen)) for why in ("routed", "wiped out")}
    assert told == {"routed": "Soviet 1st Squad was routed.", "wiped out": "Soviet 1st Squad was destroyed."}
