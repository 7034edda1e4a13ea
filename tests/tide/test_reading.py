"""A side can follow the battle from its log, and learns no secrets from it."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.dice import SeededDice
from bot.kernel.game import decide, forced
from bot.kernel.rule import Refusal
from bot.kernel.secret import EVERYONE, PUBLIC, Seat, private, redact, see
from bot.kit.events import evolve
from bot.titles import titles
from bot.titles.tide import events as ev
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFireChance, Transferring, Turn
from bot.titles.tide.model.table import Base, HexId, Squad, UnitId, Vehicle
from tests.match import Match

GERMAN, SOVIET = Seat("german"), Seat("soviet")
RIFLES = Base("", ("regular", "regular", "regular"))
LED = Base("", ("officer", "regular", "regular"))
HIDDEN, OPEN = UnitId("g1"), UnitId("g2")


def opened() -> State:
    """Return the learning game as it is laid out."""
    state = Match(titles()["tide"], "first", {}, b"").state
    assert isinstance(state, State)
    return state


def battle(step: Turn | Transferring, hidden: Base = RIFLES) -> State:
    """Return the learning game with only a concealed and an open German squad at B5."""
    concealed = Squad(
        id=HIDDEN, side=GERMAN, number=1, hex=HexId("B5"), base=private(hidden, GERMAN), concealed=True
    )
    open_one = Squad(id=OPEN, side=GERMAN, number=2, hex=HexId("B5"), base=private(RIFLES, GERMAN, EVERYONE))
    units: dict[UnitId, Squad | Vehicle] = {HIDDEN: concealed, OPEN: open_one}
    return replace(opened(), units=units, steps=(step,), phase="action" if isinstance(step, Turn) else "status")


def after(state: State, action: do.Action, seat: Seat = GERMAN) -> tuple[tuple[ev.Event, ...], State]:
    events = decide(titles()["tide"], state, seat, action, SeededDice(b""))
    assert not isinstance(events, Refusal), events
    for event in events:
        state = evolve(state, event)
    return events, state


def test_the_pace_of_a_concealed_squad_does_not_tell_that_an_officer_leads_it() -> None:
    march = do.Advance(HIDDEN, HexId("B4"))
    plain, led = (after(battle(Turn(GERMAN, 2), base), march)[0] for base in (RIFLES, LED))
    assert redact(plain, SOVIET) == redact(led, SOVIET)


def test_a_moving_side_cannot_learn_the_weapons_of_a_concealed_squad() -> None:
    """Rifles cannot reach the tank, a machine gun can; its owner is asked either way."""
    asked = []
    for content in (RIFLES, Base("", ("regular", "mg"))):
        before = battle(Turn(SOVIET, 2), content)
        mover = Vehicle(id=UnitId("sv1"), side=SOVIET, number=1, hex=HexId("F4"), kind="t34-76")
        hidden = replace(before.units[HIDDEN], activity="op fire")
        before = replace(before, units={HIDDEN: hidden, mover.id: mover})
        events, state = after(before, do.Advance(mover.id, HexId("E4")), SOVIET)
        assert any(isinstance(event, ev.Begun) and isinstance(event.step, OpFireChance) for event in events)
        assert forced(titles()["tide"], see(state, GERMAN)) is None
        asked.append(redact(events, SOVIET))
    assert asked[0] == asked[1]


def test_an_exchange_with_an_open_squad_shows_only_what_lies_open_afterwards() -> None:
    before = battle(Transferring(GERMAN), LED)
    exchange = do.Transfer(HIDDEN, OPEN, ("officer",), ("regular",))
    events, state = after(before, exchange)
    shown = redact(before, SOVIET)
    for event in redact(events, SOVIET):
        shown = evolve(shown, event)
    taker, giver = shown.units[OPEN], shown.units[HIDDEN]
    assert isinstance(taker, Squad)
    assert taker.base.open().figures == ("officer", "regular", "regular")
    assert isinstance(giver, Squad)
    assert not giver.base.known
    assert redact(shown, SOVIET) == redact(state, SOVIET)


def test_a_concealed_squad_that_gives_all_its_figures_is_gone_for_everybody() -> None:
    _, state = after(battle(Transferring(GERMAN), Base("", ("regular",))), do.Transfer(HIDDEN, OPEN, ("regular",)))
    assert HIDDEN not in state.units


def test_the_end_shows_hidden_things_even_to_spectators() -> None:
    before = battle(Turn(GERMAN, 2), LED)
    events, state = after(before, do.Resign())
    shown = redact(before, PUBLIC)
    for event in redact(events, PUBLIC):
        shown = evolve(shown, event)
    squad = shown.units[HIDDEN]
    assert isinstance(squad, Squad)
    assert squad.base.open() == LED
    assert redact(shown, PUBLIC) == redact(state, PUBLIC)
