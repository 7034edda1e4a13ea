"""The markers of a turn: a held marker, then draws until the cup is empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.kernel.dice import Roll
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb, Work
from bot.kit.english import count, join
from bot.titles.trap import events as ev
from bot.titles.trap.field import advantage, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.battle import arrival_case, scenario, variant, wave_of, when
from bot.titles.trap.field.danger import nearest
from bot.titles.trap.field.units import known, of, record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation, Cup, Held, Muster, Next
from bot.titles.trap.model.table import ARTILLERY, CHECHEN, CHECHENS, RUSSIAN, WAITING, MarkerId, UnitId
from bot.titles.trap.play.base import Play, lot
from bot.titles.trap.play.revealing import look, looking


def owner(marker: MarkerId) -> Seat:
    """Return whose marker it is."""
    return CHECHEN if marker == CHECHENS else RUSSIAN


# TRAP-R45
@case("TRAP-10.1", "TRAP-10.2.2", "TRAP-10.3.2", "TRAP-4.3.1", "TRAP-4.3.1-1", "TRAP-4.3.1-2")
def markers(state: State) -> Iterator[MarkerId]:
    """Yield the markers of this turn, those of the Russians first."""
    record = scenario(state)
    yield from record.russian.markers
    yield from (marker for marker, turn in record.russian.later.items() if turn <= state.turn)
    yield from [CHECHENS] * (record.chechen.markers + sum(turn <= state.turn for turn in record.chechen.more))


# TRAP-R6, TRAP-R38
@case("TRAP-4.2", "TRAP-10.0")
def initiative(play: Play) -> None:
    """Fill the cup; the higher die chooses the first marker.

    In the first turn the Russians choose.
    """
    state = play.state
    first = state.turn == scenario(state).turns[0]
    outside = state.outside if state.restricted else ()
    play.emit(ev.CupFilled(tuple(each for each in markers(state) if each not in outside), outside))
    if first:
        play.emit(ev.InitiativeRolled(RUSSIAN), ev.Begun(Held(RUSSIAN)))
        return
    rolls: list[Roll] = []
    while not rolls or rolls[-1].faces[0] == rolls[-1].faces[1]:
        rolls.append(play.dice.roll("initiative", 2))
    seat = RUSSIAN if rolls[-1].faces[0] > rolls[-1].faces[1] else CHECHEN
    play.emit(ev.InitiativeRolled(seat, tuple(rolls)), ev.Begun(Held(seat)))


def to_hold(at: At[State, Held], fixed: Fixed) -> Iterable[do.Hold]:
    """Offer own markers; while columns enter in turn, those of their formations."""
    among = at.state.outside or at.state.cup
    return (do.Hold(marker) for marker in dict.fromkeys(among) if owner(marker) == at.seat)


@rule("TRAP-4.2", "TRAP-10.1.2")
def is_there(at: At[State, Held], action: do.Hold) -> Wrong | None:
    """A side holds one of its own markers of this turn."""
    if action in tuple(to_hold(at, {})):
        return None
    return not_in_play(at.state, at.seat, action.marker) or Wrong(
        "that marker cannot be held now", "choose one of those that are offered"
    )


@case("TRAP-10.1", "TRAP-10.2.1", "TRAP-10.3.3", "TRAP-10.3.4")
def not_in_play(state: State, seat: Seat, marker: MarkerId) -> Wrong | None:
    """Return why a side lacks a marker this turn, or cannot start its columns with it."""
    if owner(marker) != seat:
        return Wrong("that marker is not yours", "choose a marker of your own", "TRAP-4.2")
    if seat != RUSSIAN:
        return None
    russians = scenario(state).russian
    turn = russians.later.get(marker, 0)
    if turn > state.turn:
        first = state.turn == scenario(state).turns[0]
        cite = "TRAP-10.1" if first and not variant(state) else arrival_case(state, state.turn if first else turn)
        return Wrong(f"the marker of the {marker} comes on {when(turn)}", "choose another marker", cite)
    if not turn and marker not in russians.markers:
        return Wrong(f"this battle has no marker {marker or 'of that name'}", "choose another marker", "TRAP-10.0")
    if marker == ARTILLERY and state.outside:
        return Wrong(
            "the Artillery marker waits in the cup while columns enter", "choose a formation", "TRAP-10.1.2"
        )
    return None


def hold(play: Play, step: Held, action: do.Hold) -> None:
    """Hold the marker; if columns enter in turn, the next marker goes into the cup."""
    play.emit(ev.Ended(), ev.MarkerHeld(step.seat, action.marker))
    if play.state.outside:
        play.emit(ev.Begun(Next()))


def says_hold(seen: Seen[State], action: do.Hold) -> str:
    """Name the marker; the Chechen ones are all alike."""
    whose = "a marker of yours" if action.marker == CHECHENS else say.marker(seen, action.marker)
    return f"{whose} goes first."


def why_hold(seen: Seen[State], action: do.Hold) -> str:
    """Say what its units can do when they act before the enemy."""
    if action.marker == CHECHENS:
        return "the side that fires first meets an enemy that has not deployed"
    if action.marker == ARTILLERY:
        return "the guns fire before your units are too near their targets"
    mine = [
        unit for unit in of(seen.state, seen.seat) if (what := known(unit)) and what.formation == action.marker
    ]
    near = sum(nearest(seen.state, seen.seat, unit.hex) <= advantage.NEAR for unit in mine)
    if near:
        has = "have" if near > 1 else "has"
        return f"{count(near, 'unit')} of {names.marker(action.marker)} {has} the enemy near"
    return f"{names.marker(action.marker)} can still drive on while no enemy is near"


HELD: Decision[State, ev.Event, Held] = Decision(
    Held,
    question=lambda at: "You have the initiative. Which marker do you choose for the first activation?",
    does="chooses the first marker",
    you="you choose the first marker",
    go=looking(),
    verbs=(
        Verb(
            do.Hold,
            when="a marker is kept by the side that has the initiative, before the cup is drawn from",
            says=says_hold,
            why=why_hold,
            cite="TRAP-4.2",
            rules=(is_there,),
            candidates=to_hold,
            resolve=hold,
        ),
    ),
)


def to_add(at: At[State, Next], fixed: Fixed) -> Iterable[do.Add]:
    """Offer the markers that are still outside."""
    return (do.Add(marker) for marker in at.state.outside)


@rule("TRAP-10.1.2-4")
def waits_outside(at: At[State, Next], action: do.Add) -> Wrong | None:
    """Only a formation that has not had its turn to enter is added."""
    if action.marker in at.state.outside:
        return None
    if (wrong := not_in_play(at.state, at.seat, action.marker)) is not None:
        return wrong
    outside = join(at.state.outside)
    return Wrong(f"{action.marker or 'that'} is not waiting outside the cup", f"choose {outside}")


def add(play: Play, step: Next, action: do.Add) -> None:
    """Put the marker into the cup."""
    play.emit(ev.Ended(), ev.MarkerAdded(action.marker))


NEXT: Decision[State, ev.Event, Next] = Decision(
    Next,
    question=lambda at: "Which formation's marker goes into the cup next?",
    does="chooses the formation that enters next",
    you="you choose the formation that enters next",
    verbs=(
        Verb(
            do.Add,
            when="formations enter one after another in the first turn, until a Chechen attacks",
            says="{marker} goes into the cup.",
            why=lambda seen, action: "its units wait to come in",
            cite="TRAP-10.1.2-4",
            rules=(waits_outside,),
            candidates=to_add,
            resolve=add,
        ),
    ),
)


# One marker after another.


def activations(play: Play) -> None:
    """Let the markers be used."""
    play.emit(ev.Begun(Cup()))
    snafu(play)


# TRAP-R37, TRAP-R89
@case("TRAP-9.0-3")
def snafu(play: Play) -> None:
    """Remove a marker of the unlucky side from the cup, if there is one."""
    seat = play.state.loses
    among = [marker for marker in play.state.cup if owner(marker) == seat]
    if seat and among:
        roll = play.dice.roll("the marker that is lost", 1, max(2, len(among)))
        marker = among[(roll.faces[0] - 1) % len(among)]
        play.emit(ev.MarkerLost(seat, marker, roll))


@case("TRAP-4.3", "TRAP-4.0", "TRAP-10.1.2-4")
def go_on(play: Play, step: Cup) -> None:
    """Use the held marker, then the drawn markers, then a bonus activation.

    After them the phase is over.
    """
    look(play)
    state = play.state
    if state.held:
        use(play, state.held, None)
    elif state.outside and not state.restricted:
        play.emit(*(ev.MarkerAdded(marker) for marker in state.outside))
    elif state.outside and may_add(state):
        play.emit(ev.Begun(Next()))
    elif state.cup:
        marker, roll = lot(play, "which marker comes", state.cup)
        use(play, marker, roll)
    elif state.bonus is not None:
        bonus = state.bonus
        play.emit(ev.BonusBegan(bonus.seat, bonus.number))
        begin(play, bonus.seat, MarkerId(""), bonus.number)
    else:
        play.emit(ev.Ended())


# TRAP-R38
@case("TRAP-10.1.2-4")
def may_add(state: State) -> bool:
    """Return whether the next formation may enter.

    The cup must hold no other Russian battalion, and the units of used markers must be in.
    """
    if any(owner(marker) == RUSSIAN and marker != ARTILLERY for marker in state.cup):
        return False
    waiting = (unit for unit in state.units.values() if unit.hex == WAITING and wave_of(state, unit))
    return {record(unit).formation for unit in waiting}.isdisjoint(state.gone)


def use(play: Play, marker: MarkerId, roll: Roll | None) -> None:
    """Let the side of a marker activate units."""
    seat = owner(marker)
    play.emit(ev.MarkerDrawn(seat, marker, roll))
    if seat == CHECHEN:
        ambush = not play.state.ambushed and scenario(play.state).chechen.ambush != (0, 0)
        play.emit(ev.Begun(Muster(ambush=ambush)))
    else:
        begin(play, seat, marker)


def begin(
    play: Play, seat: Seat, marker: MarkerId, number: int = 0, roll: Roll | None = None,
    only: tuple[UnitId, ...] = (),
) -> None:  # fmt: skip
    """Begin an activation."""
    play.emit(ev.ActivationBegan(seat, marker, number, roll), ev.Begun(Activation(seat, marker, number, only)))


CUP: Work[State, ev.Event, Cup] = Work(Cup, go_on)
