"""Off-map artillery: plotted in secret before one round, landing before the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Secret, Seen, private
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count, hexes
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import advantage, names
from bot.titles.firefight.field.boards import strikes
from bot.titles.firefight.field.conditions import wind
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.shells import falls_on
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import side_of, where
from bot.titles.firefight.field.weighing import foes
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Landing, Plot, Shelling
from bot.titles.firefight.model.table import Load, Strike
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.revealing import uncover

OFF = "off the map"
ON_TARGET: dict[Side, int] = {"german": 3, "soviet": 4}


# Plotting.


@case("COH-6.3b", "COH-1.1b", "G-6.2.artillery")
def note(play: Play) -> None:
    """Ask each player with artillery for its target hex, after revealing hidden units.

    An AI plots nothing, because its tile says when artillery lands. Units that smoke no longer hides are revealed
    first.
    """
    uncover(play)
    for seat in reversed(play.state.players):
        if (left := strikes(play.state, seat)) and not is_ai(play.state, seat):
            play.emit(ev.Begun(Plot(seat, left)))


@rule("COH-6.3b", "COH-4.1e")
def on_the_field(at: At[State, Plot], action: do.Plot) -> Wrong | None:
    """The target is a hex of the map, or none."""
    if action.at and action.at not in ground(at.state.field):
        return Wrong("that hex is not on the map", "choose a hex of the map, or leave it out")
    if action.smoke and not action.at:
        return Wrong("the hex for the smoke is missing", "choose a hex of the map")
    return None


@case("COH-6.3b")
def plot(play: Play, step: Plot, action: do.Plot) -> None:
    """Plot the target in secret, even if it is none, so that no other player knows."""
    load: Secret[Load] = private("smoke" if action.smoke else "shells", step.seat)
    play.emit(ev.Plotted(Strike(step.seat, play.state.round, private(action.at, step.seat), load=load)))
    left = step.left - 1
    play.emit(ev.Changed(Plot(step.seat, left)) if left else ev.Ended())


def plots(at: At[State, Plot], fixed: Fixed) -> Iterable[do.Plot]:
    """Yield no target, then every hex."""
    smoke = fixed.get("smoke", False)
    yield do.Plot(smoke=smoke)
    for hex in ground(at.state.field).places:
        yield do.Plot(hex, smoke)


def zone(at: At[State, Plot], action: do.Plot) -> Sketch | None:
    """Highlight the seven hexes of the strike."""
    if action.at not in ground(at.state.field):
        return None
    return Sketch(tuple(ground(at.state.field).within(action.at, 1)), mark=action.at)


def says_plot(seen: Seen[State], action: do.Plot) -> str:
    """Return the order as a sentence."""
    if not action.at:
        return "Your artillery fires at nothing."
    return f"{'Smoke' if action.smoke else 'Shells'} will land at {names.hex(seen.state, action.at)}."


def why_plot(seen: Seen[State], action: do.Plot) -> str:
    """Return the reason for a target: the enemies near it."""
    if not advantage.lies(seen, action.at):
        return "there is no hex where shells would hurt more enemies than friends"
    near = ground(seen.state.field).within(action.at, 1)
    there = [foe for foe in foes(seen.state, side_of(seen.state, seen.seat)) if where(foe) in near]
    return f"{count(len(there), 'enemy unit')} in that hex and beside it" if there else "the enemy may go there"


PLOT: Decision[State, Event, Plot] = Decision(
    Plot,
    question=lambda at: "Where is your artillery to land before the next round?",
    does="notes where its artillery is to land",
    you="you note where your artillery is to land",
    private=lambda at: True,
    verbs=(
        Verb(
            do.Plot,
            when="artillery is noted before a round",
            says=says_plot,
            why=why_plot,
            cite="COH-6.3b",
            rules=(on_the_field,),
            candidates=plots,
            resolve=plot,
            sketch=zone,
        ),
    ),
)


# Landing.


@case("COH-6.3b", "COH-1.1b")
def land(play: Play) -> None:
    """Land all artillery that was plotted before the last round."""
    for strike in reversed(play.state.strikes):
        if strike.round < play.state.round:
            nowhere = not strike.hex.open()
            play.emit(_nothing(strike) if nowhere else ev.Begun(Landing(strike.seat, strike.round)))


def _nothing(strike: Strike) -> ev.Landed:
    """Return the event that nothing lands."""
    return ev.Landed(strike.seat, HexId(""), HexId(""), noted_in=strike.round)


@case("COH-6.3c")
def go(play: Play, step: Landing) -> bool:
    """Ask a player who has CAPs; otherwise roll the dice at once."""
    if play.state.players[step.seat].caps:
        return True
    come_down(play, step, 0)
    return False


def ask(at: At[State, Landing]) -> str:
    """Ask for CAPs on the next die."""
    if at.step.drifts:
        return f"Your artillery drifts {hexes(at.step.drifts)}. By how many CAPs do you turn the direction?"
    need = aim(at.state, side_of(at.state, at.seat))
    return f"Your artillery is on target with {need} or more. By how many CAPs do you change the die?"


@rule("COH-6.3c", "COH-1.5a")
def has_the_caps(at: At[State, Any], action: do.Correct) -> Wrong | None:
    """The player who plotted the strike pays."""
    have = at.state.players[at.seat].caps
    return Wrong(f"you have {count(have, 'CAP')}", "use fewer") if abs(action.caps) > have else None


def corrections(at: At[State, Any], fixed: Fixed) -> Iterable[do.Correct]:
    """Yield no change, then up to two CAPs either way."""
    return (do.Correct(caps) for caps in (0, 1, 2, -1, -2))


@case("COH-6.3c")
def correct(play: Play, step: Landing, action: do.Correct) -> None:
    """Pay, and roll the die."""
    if action.caps:
        play.emit(ev.Paid(step.seat, 0, abs(action.caps), "artillery"))
    come_down(play, step, action.caps)


def aim(state: State, side: Side) -> int:
    """Return the lowest face that is on target for a side; wind raises it."""
    return ON_TARGET[side] + wind(state)


# FF-R69
@case("COH-6.3c")
def come_down(play: Play, step: Landing, caps: int) -> None:
    """Roll whether a strike is on target.

    A miss drifts by the number on the die, in the direction of a second die.
    """
    strike = _strike(play.state, step)
    noted = strike.hex.open()
    if step.drifts and step.roll is not None:
        second = play.dice.roll("drift", 1)
        way = min(6, max(1, second.faces[0] + caps))
        there = ground(play.state.field).beyond(noted, way, step.drifts)
        _strike_at(play, strike, there, step.roll, second, step.caps)
        return
    first = play.dice.roll("artillery", 1)
    if first.faces[0] + caps >= aim(play.state, side_of(play.state, step.seat)):
        _strike_at(play, strike, noted, first, None, caps)
    else:
        play.emit(ev.Changed(Landing(step.seat, step.noted, max(1, first.faces[0] + caps), first, caps)))


def _strike(state: State, step: Landing) -> Strike:
    mine = (each for each in state.strikes if each.seat == step.seat and each.round == step.noted)
    return next(each for each in mine if each.hex.open())


# FF-R69
@case("COH-6.3d", "COH-6.2a")
def _strike_at(play: Play, strike: Strike, hex: HexId | None, roll: Roll, drift: Roll | None, caps: int) -> None:
    """Shell a hex and its six neighbours, friends included, or cover them with smoke.

    Smoke does not cover water.
    """
    noted, off = strike.hex.open(), hex is None
    landed = ev.Landed(strike.seat, noted, hex or noted, roll, drift, caps, off, strike.round, strike.smokes)
    if drift is not None:
        landed = replace(landed, roll=None, first=roll.faces[0])  # The step has already shown the first die.
    play.emit(ev.Ended(), landed)
    if hex is None:
        return
    land = ground(play.state.field)
    struck = [hex, *land.neighbours[hex]]
    if strike.smokes:
        play.emit(ev.SmokeLaid(tuple(at for at in struck if land[at].terrain != "water")))
        uncover(play)
        return
    if left := tuple(falls_on(play.state, side_of(play.state, strike.seat), hex)):
        play.emit(ev.Begun(Shelling(strike.seat, left)))


@case("COH-6.3c", "COH-1.5a")
def odds(at: At[State, Landing], action: do.Correct) -> Odds | None:
    """Return the chance to be on target, or the chances of the hexes after drift.

    Only the player of the strike gets them.
    """
    if not isinstance(at.step, Landing) or at.step.seat != at.seat:
        return None
    if at.step.drifts:
        return _drifting(at, action.caps)
    need = aim(at.state, side_of(at.state, at.seat))
    on_target = sum(face + action.caps >= need for face in range(1, 7)) / 6
    found = (("it is on target", on_target), ("it drifts", 1 - on_target))
    return Odds(f"On target with {need} or more", (), found, hope=("on target", on_target))


def _drifting(at: At[State, Landing], caps: int) -> Odds:
    land, noted = ground(at.state.field), _strike(at.state, at.step).hex.open()
    ways = [min(6, max(1, face + caps)) for face in range(1, 7)]
    ends = [land.beyond(noted, way, at.step.drifts) for way in ways]
    labels = [land.label(hex) if hex is not None else OFF for hex in ends]
    found = tuple((label, labels.count(label) / 6) for label in dict.fromkeys(labels))
    likely, chance = max(found, key=lambda each: each[1])
    hope = (f"to land {'' if likely == OFF else 'at '}{likely}" if caps else "for each way", chance)
    return Odds(f"It drifts {hexes(at.step.drifts)}", (), found, hope=hope)


def why_correct(seen: Seen[State], action: do.Correct) -> str:
    """Return the reason for CAPs on an artillery die, or for none."""
    if not action.caps:
        return "CAPs do more elsewhere"
    if action.caps < 0:
        return "the shells fall on a friend"
    return "the shells may do more than the CAPs elsewhere"


LANDING: Decision[State, Event, Landing] = Decision(
    Landing,
    question=ask,
    does="chooses CAPs for its artillery",
    you="you choose CAPs for your artillery",
    go=go,
    verbs=(
        Verb(
            do.Correct,
            when="CAPs change the dice of artillery when it lands",
            why=why_correct,
            cite="COH-6.3c",
            rules=(has_the_caps,),
            candidates=corrections,
            resolve=correct,
            odds=odds,
        ),
    ),
)
