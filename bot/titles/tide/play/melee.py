"""An assault: concealed squads may join, dice are rolled, losers retreat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.tide import events as ev
from bot.titles.tide.combat import hits, shock
from bot.titles.tide.combat.footing import set_foot
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import assault, names, units
from bot.titles.tide.field.assault import hidden_defenders
from bot.titles.tide.field.board import closed
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Join
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Melee, Rout
from bot.titles.tide.model.table import HexId, Squad
from bot.titles.tide.printed.tables import tables


def defender(state: State, step: Melee) -> tuple[Seat, ...]:
    """Return the side that is assaulted."""
    return tuple(seat for seat in state.hq if seat != state.units[step.unit].side)


@case("TOI-6.2d", "TOI-6.2e", "TOI-6.2f", "TOI-6.2h")
def go(play: Play, step: Melee) -> bool:
    """Continue an assault; return true if the defender must be asked first."""
    unit = play.state.units.get(step.unit)
    if step.won is None and unit is not None:
        shock.reveal(play, step.unit, *step.support)
        if not step.asked and hidden_defenders(play.state, step, unit):
            return True
        _roll(play, step, unit)
    elif step.won and not step.routed:
        play.emit(ev.Changed(replace(step, routed=True)))
        _put_to_flight(play, step.hex)
    else:
        play.emit(ev.Ended())
        if step.won and unit is not None:
            _occupy(play, unit, step.hex)
    return False


@case("TOI-6.2b", "TOI-6.2c", "TOI-6.2d", "TOI-6.2e", "FB-expert-1")
def _roll(play: Play, step: Melee, unit: AnyUnit) -> None:
    shock.reveal(play, *step.joined)
    support = [friend for each in step.support if (friend := play.state.units.get(each)) is not None]
    sides = assault.strength(play.state, unit, step.hex, support, step.joined)
    hit = tables().numbers.assault.face
    attack = play.dice.roll("assault", sides.attack_dice)
    again = hits.reroll(play, attack, hit, sides.rerolls)
    defence = play.dice.roll("defence in the assault", sides.defence_dice)
    made = attack.count(hit) + (again.count(hit) if again else 0)
    cover = play.dice.roll("cover", sides.cover_dice) if made and sides.cover_dice else None
    saved = cover.count(tables().numbers.defence.face) if cover else 0
    on_defender, on_attacker = max(0, made - saved), defence.count(hit)
    won = assault.wins(on_defender, on_attacker)
    p = float(assault.win_chance(sides))
    play.emit(
        ev.Assaulted(
            unit=unit.id, hex=step.hex, support=step.support, defenders=sides.defenders, attack=attack,
            defence=defence, cover=cover, attack_modifiers=sides.attack, defence_modifiers=sides.defence,
            cover_modifiers=sides.cover, attacker_loses=on_attacker, defender_loses=on_defender, won=won,
            again=again, chance=p if won else 1 - p,
        ),
        ev.Changed(replace(step, won=won)),
    )  # fmt: skip
    _tire_supporters(play, support)
    attackers = (unit.id, *step.support)
    if on_attacker:
        hits.lose(play, unit.side, attackers, on_attacker)
    if on_defender and sides.defenders:
        hits.lose(play, units.other(play.state, unit.side), sides.defenders, on_defender)


@case("TOI-6.2b")
def _tire_supporters(play: Play, support: Sequence[AnyUnit]) -> None:
    """Fatigue the squads that supported an assault, if the players agreed on it."""
    tired = tuple(squad.id for squad in support if squad.activity != "fatigued")
    if tired and play.state.options.get("support") == "are fatigued":
        play.emit(ev.Marked(tired, "fatigued"))


@case("TOI-6.2f", "TOI-6.2h", "FB-equip-8")
def _put_to_flight(play: Play, hex: HexId) -> None:
    """Make all remaining defenders leave the hex, concealed ones too, except guns."""
    losers = [
        unit
        for unit in units.at(play.state, hex)
        if units.aboard(play.state, unit) is None and not units.is_gun(unit)
    ]
    if losers:
        shock.reveal(play, *(unit.id for unit in losers))
        play.emit(ev.Begun(Rout(losers[0].side, tuple(unit.id for unit in losers), hex)))


@case("TOI-6.2f", "FI-type-2")
def _occupy(play: Play, unit: AnyUnit, hex: HexId) -> None:
    """Move the winner out of its shelter and into the hex."""
    if isinstance(unit, Squad) and unit.within:
        play.emit(ev.Sheltered(unit.id))
    if units.has_room(play.state, hex, unit) and closed(play.state, hex) is None:
        play.emit(ev.Moved(unit.id, hex))
        set_foot(play, unit.id, unit.hex, hex)


@rule("TOI-6.2h")
def can_join(at: At[State, Melee], action: Join) -> Wrong | None:
    """Concealed squads of the assaulted hex join or stay hidden."""
    step = at.step
    hidden = hidden_defenders(at.state, step, at.state.units[step.unit])
    if len(set(action.units)) < len(action.units):
        return Wrong("a squad is named twice", "name each squad once, or none")
    if set(action.units) <= set(hidden):
        return None
    return Wrong(f"that is no concealed squad of yours at {step.hex}", "name some of those there, or none")


def joins(at: At[State, Melee], fixed: Fixed) -> Iterator[do.Join]:
    """Yield the concealed squads that could join the defence."""
    step = at.step
    hidden = hidden_defenders(at.state, step, at.state.units[step.unit])
    for size in range(len(hidden) + 1):
        yield from (do.Join(some) for some in combinations(hidden, size))


@case("TOI-6.2h")
def join(play: Play, step: Melee, action: do.Join) -> None:
    """Let concealed squads join the defence."""
    play.emit(ev.Changed(replace(step, asked=True, joined=action.units)))


def of_joining(seen: Seen[State], action: Join) -> Odds | None:
    """Give the odds of the assault with the concealed squads that join the defence."""
    step = seen.state.steps[-1] if seen.state.steps else None
    unit = seen.state.units.get(step.unit) if isinstance(step, Melee) else None
    if not isinstance(step, Melee) or unit is None:
        return None
    support = [friend for each in step.support if (friend := seen.state.units.get(each)) is not None]
    sides = assault.strength(seen.state, unit, step.hex, support, action.units)
    on_defender, on_attacker = assault.distributions(sides)
    holds = 1 - float(assault.win_chance(sides))
    return Odds(
        assault.title(step.hex, sides),
        assault.modifiers(sides),
        (
            (f"{step.hex} holds", holds),
            *assault.at_least("you lose", on_defender),
            *assault.at_least("the attacker loses", on_attacker),
        ),
        hope=("to hold", holds),
    )


def ordered(at: At[State, Melee]) -> do.Join | None:
    """Let all concealed squads of the hex join, or no squad."""
    does = units.orders(at.state, at.seat).join
    hidden = hidden_defenders(at.state, at.step, at.state.units[at.step.unit])
    return None if does == "ask" else do.Join(tuple(hidden) if does == "join" else ())


def says_join(seen: Seen[State], action: do.Join) -> str:
    """Return the order as a sentence."""
    if not action.units:
        return "Your concealed squads stay out of it."
    return f"{names.they(seen, action.units, 'joins', 'join')} the defence."


def why_join(seen: Seen[State], action: do.Join) -> str:
    """Return the reason for joining a defence, or for staying hidden."""
    return "a joint defence loses less" if action.units else "a concealed squad draws no fire"


ASSAULTED: Decision[State, Event, Melee] = Decision(
    Melee,
    question=lambda at: f"{at.step.hex} is assaulted. Do your concealed squads there join the defence?",
    does="says which squads join the defence",
    asked=defender,
    go=go,
    private=hides,
    standing=ordered,
    verbs=(
        Verb(
            do.Join,
            when="a concealed squad joins the defence when its hex is assaulted",
            says=says_join,
            why=why_join,
            cite="TOI-6.2h",
            rules=(can_join,),
            candidates=joins,
            resolve=join,
            odds=of_joining,
        ),
    ),
)
