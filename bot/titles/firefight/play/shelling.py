"""Artillery attacks: the rolls of a strike in order, and CAPs on them."""

from __future__ import annotations

from bot.kernel.game import Odds
from bot.kernel.rule import case
from bot.kit.decisions import At, Decision, Verb
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import names
from bot.titles.firefight.field.chances import on_unit, on_work, told
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.shells import shells
from bot.titles.firefight.field.shots import against_work, modifiers, need
from bot.titles.firefight.field.units import side_of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Shelling
from bot.titles.firefight.play import harm
from bot.titles.firefight.play.artillery import corrections, has_the_caps
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.printed.units import named


@case("COH-6.3d")
def shell(play: Play, side: Side, hex: HexId) -> None:
    """Attack a hex and its six neighbours for an AI, which spends no CAPs."""
    for at in (hex, *ground(play.state.field).neighbours[hex]):
        harm.attack(play, shells(side, at))


# FF-R165
@case("COH-6.3d", "COH-1.5a")
def fall(play: Play, step: Shelling) -> bool:
    """Ask a player who has CAPs before each roll; otherwise make all rolls at once."""
    if play.state.players[step.seat].caps:
        return True
    roll_next(play, step, 0)
    return False


@case("COH-6.3d", "COH-1.5a")
def roll_next(play: Play, step: Shelling, caps: int) -> None:
    """Roll for the first remaining target; the strike continues with the others."""
    first, left = step.left[0], step.left[1:]
    play.emit(ev.Changed(Shelling(step.seat, left)) if left else ev.Ended())
    last = not left or left[0].hex != first.hex
    target = play.state.works[first.work] if first.work else first.unit
    harm.strike(play, shells(side_of(play.state, step.seat), first.hex), (), target, caps, last)
    if last:
        harm.fill_in(play)


@case("COH-1.5a")
def steady(play: Play, step: Shelling, action: do.Correct) -> None:
    """Pay, and roll the dice."""
    if action.caps:
        play.emit(ev.Paid(step.seat, 0, abs(action.caps), "artillery"))
    roll_next(play, step, action.caps)


def ask_for_roll(at: At[State, Shelling]) -> str:
    """Name the target and the number that hits, and ask for CAPs."""
    first = at.step.left[0]
    shot = shells(side_of(at.state, at.seat), first.hex)
    if first.work:
        work = at.state.works[first.work]
        name, mods = f"the {names.work(work)}", against_work(at.state, shot, work)
    else:
        own = at.state.units[first.unit].owner == at.seat
        name = f"{'your ' * own}{names.unit(at.state, first.unit)}"
        mods = modifiers(at.state, shot, at.state.units[first.unit])
    where = names.hex(at.state, first.hex)
    how = f"{need(mods)} or more to hit. By how many CAPs do you change the roll?"
    return f"Your shells fall on {name} at {where}: {how}"


@case("COH-6.3d", "COH-1.5a")
def odds(at: At[State, Shelling], action: do.Correct) -> Odds | None:
    """Return the odds of the next roll."""
    if not isinstance(at.step, Shelling):
        return None
    first = at.step.left[0]
    shot = shells(side_of(at.state, at.seat), first.hex)
    if first.work:
        mods = against_work(at.state, shot, at.state.works[first.work])
        gone = float(on_work(mods, action.caps))
        return Odds(
            f"{need(mods)} or more to destroy it",
            mods,
            ((f"the {names.work(at.state.works[first.work])} is destroyed", gone),),
            (),
            ("to destroy it", gone),
        )
    unit = at.state.units[first.unit]
    mods, fate = modifiers(at.state, shot, unit), on_unit(at.state, shot, unit, action.caps)
    name = named(unit.counter)
    return Odds(
        f"Shells on {name}: {need(mods)} or more to hit",
        mods,
        tuple(told(name, fate)),
        (),
        fate.hope(unit.side == shot.side),
    )


SHELLING: Decision[State, Event, Shelling] = Decision(
    Shelling,
    question=ask_for_roll,
    does="chooses CAPs for its shells",
    you="you choose CAPs for your shells",
    go=fall,
    verbs=(
        Verb(
            do.Correct,
            when="CAPs change the dice of artillery when it lands",
            cite="COH-6.3d",
            rules=(has_the_caps,),
            candidates=corrections,
            resolve=steady,
            odds=odds,
        ),
    ),
)
