"""The suggested positions take every unit, whatever fills the bases.

Each unit is in its zone, with room, under a marker.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.kernel.dice import SeededDice
from bot.kernel.game import decide, legal
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat, see
from bot.titles.tide import TITLE
from bot.titles.tide.field import board, deployment, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Deployment
from bot.titles.tide.model.table import SlotId, Squad

GERMAN, SOVIET = Seat("german"), Seat("soviet")


def after(state: State, seat: Seat, action: do.Action, dice: SeededDice) -> State:
    events = decide(TITLE, state, seat, action, dice)
    assert not isinstance(events, Refusal), events
    for event in events:
        state = TITLE.evolve(state, event)
    return state


@pytest.mark.case("TOI-13.1", "TOI-2.1b", "TOI-12.1a", "TOI-12.2a", "FB-scenario-1", "TOI-2.4a")
@pytest.mark.parametrize("seed", range(4))
def test_the_suggested_positions_take_whatever_was_mustered(seed: int) -> None:
    game, dice, luck = TITLE, SeededDice(bytes([seed])), Random(seed)
    state = game.blank()
    for event in game.open("kalach", {}, dice):
        state = game.evolve(state, event)
    for seat in (GERMAN, SOVIET):
        for slot in luck.sample(range(1, 14), 5):
            choices = list(legal(game, see(state, seat), do.Build, {"slot": SlotId(str(slot))}))
            state = after(state, seat, luck.choice(choices), dice)
        state = after(state, seat, do.Done(), dice)
    for seat in (GERMAN, SOVIET):
        assert isinstance(state.steps[-1], Deployment)
        place = luck.choice(list(legal(game, see(state, seat), do.Place)))
        state = after(state, seat, place, dice)
        state = after(state, seat, do.Deploy(), dice)
    assert (state.phase, state.round) == ("action", 1)
    hidden: Counter[Seat] = Counter()
    for unit in state.units.values():
        assert unit.hex in deployment.start_hexes(state, unit)
        assert units.stack(state, unit.hex) <= 3
        hidden[unit.side] += isinstance(unit, Squad) and unit.concealed
    assert all(hidden[seat] <= board.side(state, seat).concealed for seat in (GERMAN, SOVIET))
    specials = Counter(units.known_base(unit).special for unit in units.of(state, GERMAN))
    assert not specials - Counter({"": 99, **Counter(board.side(state, GERMAN).specialities)})


@pytest.mark.case("TOI-13.1", "TOI-12.1a")
def test_in_a_fixed_set_up_concealed_squads_fall_to_their_places_by_lot() -> None:
    """Else a marker's place would say what lies under it."""
    game = TITLE
    found = set()
    for seed in range(30):
        state = game.blank()
        for event in game.open("first", {}, SeededDice(bytes([seed]))):
            state = game.evolve(state, event)
        hidden = [u for u in units.of(state, GERMAN) if isinstance(u, Squad) and u.concealed]
        found |= {(squad.hex, units.figures(squad)) for squad in hidden}
        assert not any(see(state, SOVIET).state.units[squad.id].base.known for squad in hidden)  # type: ignore[union-attr]
    assert len(found) > len({hex for hex, _ in found})
