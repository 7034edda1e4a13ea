"""Revealing hidden units and hit markers."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.decisions import At, Decision, Verb
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import arcs, hiding, hits, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import other, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import FACINGS, Facing, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Emerge
from bot.titles.firefight.model.table import Unit, Work
from bot.titles.firefight.play import uncovering
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.cover import take_cover
from bot.titles.firefight.printed.units import named


def show_marker(play: Play, unit: Unit, why: str) -> None:
    """Turn a unit's marker up, if it is still face down."""
    if unit.hit is not None and hits.face_down(unit):
        play.emit(ev.HitShown(unit.id, unit.hit.marker.open(), why))


@case("COH-3.5b")
def betray(play: Play, id: UnitId) -> None:
    """Turn up a marker that has changed the cost of a move or a turn."""
    if hits.move_cost(play.state.units[id]):
        show_marker(play, play.state.units[id], "move")


@case("COH-6.4b")
def act(play: Play, id: UnitId, facing: Facing | None = None, toward: HexId | None = None) -> None:
    """Reveal a hidden unit that acts, in the chosen facing or toward its target."""
    unit = play.state.units[id]
    if unit.hiding is not None:
        hex = unit.hiding.open()
        ahead = facing or arcs.toward(play.state.field, hex, toward or _threat(play.state, unit))
        come_up(play, id, ahead, "it acts")


def come_up(play: Play, id: UnitId, facing: Facing, why: str) -> None:
    """Reveal a hidden unit; a fortification in its hex takes it in if it can."""
    hiding = play.state.units[id].hiding
    assert hiding is not None, id
    hex = hiding.open()
    play.emit(ev.Sighted(hex, id), ev.Shown(id, hex, facing, why))
    take_cover(play, id, found=True)


def lay_bare(play: Play, work: Work) -> None:
    """Reveal a hidden work."""
    hex = where(work)
    play.emit(ev.Sighted(hex, work=work.id), ev.WorkShown(work.id, hex))


# FF-R67, FF-R46, FF-R162
@case("COH-6.4c", "COH-3.3f", "G-6.2.soviet08")
def flush_out(play: Play, by: Unit, hex: HexId, why: str) -> bool:
    """Reveal the enemies and works that hide in a hex; return true if a unit appears.

    The units face the unit that found them.
    """
    rumoured = [id for id, there in hiding.rumours(play.state).items() if there == hex]
    turned = [UnitId(uncovering.turn_up(play, id, why)) for id in rumoured]
    hidden = [unit for unit in units_at(play.state, hex, other(by.side)) if unit.hiding is not None]
    for unit in hidden:
        come_up(play, unit.id, arcs.toward(play.state.field, hex, where(by)), why)
    work = works.at(play.state, hex)
    if work is not None and work.hiding is not None:
        lay_bare(play, work)
    return bool(hidden) or any(id in play.state.units for id in turned)


def _threat(state: State, unit: Unit) -> HexId:
    """Return the hex of the nearest enemy of a unit, or the unit's own hex."""
    land, hex = ground(state.field), where(unit)
    foes = (foe.hex for foe in hiding.enemies(state, unit))
    return min(foes, key=lambda at: land.distance(at, hex), default=hex)


# FF-R60
@case("COH-6.4a", "COH-6.4b")
def uncover(play: Play) -> None:
    """Reveal every exposed hidden unit, and ask its owner for its facing."""
    uncovering.come_to_light(play)
    for unit in list(play.state.units.values()):
        if unit.hiding is not None and (why := hiding.exposed(play.state, unit)):
            hex = unit.hiding.open()
            ahead = arcs.toward(play.state.field, hex, _threat(play.state, unit))
            come_up(play, unit.id, ahead, why)
            if not is_ai(play.state, unit.owner) and not _in_bunker(play.state, unit.id):
                play.emit(ev.Begun(Emerge(unit.owner, unit.id)))


@case("COH-6.1d")
def _in_bunker(state: State, id: UnitId) -> bool:
    """Return true if a unit faces as its bunker does, so that no question is needed."""
    fort = works.of(state, state.units[id])
    return fort is not None and fort.kind == "bunker"


def question(at: At[State, Emerge]) -> str:
    """Name the unit that was found and its hex, and ask for its facing."""
    unit = at.state.units[at.step.unit]
    label = ground(at.state.field).label(unit.hex)
    return f"Your {named(unit.counter)} was found at {label}. Which way does it face?"


@case("COH-6.4a")
def emerge(play: Play, step: Emerge, action: do.Emerge) -> None:
    """Turn the unit as its owner says."""
    play.emit(ev.Ended())
    if play.state.units[step.unit].facing != action.facing:
        play.emit(ev.Faced((step.unit,), action.facing))


EMERGE: Decision[State, Event, Emerge] = Decision(
    Emerge,
    question=question,
    does="chooses the facing of its unit that was found",
    you="you choose the facing of your unit that was found",
    verbs=(
        Verb(
            do.Emerge,
            when="a unit that was found faces as its owner says",
            why=lambda seen, action: "nothing is gained by turning",
            cite="COH-6.4a",
            candidates=lambda at, fixed: (do.Emerge(facing) for facing in FACINGS),
            resolve=emerge,
        ),
    ),
)
