"""Bonus cards for the enemy's turn: Battlefield Confusion and Bogged Down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Fixed, Verb
from bot.kit.english import count
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards import discards
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import hand, names, phrases
from bot.titles.firefight.field.economy import MOST_AIM
from bot.titles.firefight.field.rolls import at_least
from bot.titles.firefight.field.units import kind, other
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Turn
from bot.titles.firefight.model.table import BOXES, DESTROYED, HIDDEN, REMOVED, Unit
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.printed.cards import cards

CONFUSION = 3
"""The extra cost of the enemy's next action."""
MUD = 4
"""The two dice must show at least this number to bog down a vehicle."""
BONUS = (hand.CONFUSION, hand.BOGGED)


@rule("COH-7.1c")
def is_held(at: At[State, Any], action: do.PlayBonus) -> Wrong | None:
    """The card is in the player's hand, and is one of the two against the enemy."""
    if action.card not in BONUS:
        both = " and ".join(map(names.action_card, BONUS))
        return Wrong("that card is not played in the enemy's turn", f"{both} are", "COH-7.1b")
    if not hand.holds(at.state, at.seat, action.card):
        return Wrong(f"you do not hold {names.action_card(action.card)}", "keep it in mind for later")
    return None


# FF-R159
@rule("COH-7.1b")
def the_enemy_acts(at: At[State, Any], action: do.PlayBonus) -> Wrong | None:
    """It is an enemy's turn, and the unit is a visible unit of that enemy.

    A solo game has no pause in the AI's turn, so the cards are played in the turn before it.
    """
    own, alone = at.state.players[at.seat].side, at.state.solo is not None
    if not isinstance(at.step, Turn) or (at.state.players[at.step.seat].side == own) != alone:
        return Wrong("it is not the enemy's turn", "wait until it is")
    unit = at.state.units.get(action.unit)
    if unit is None or unit.side == own or unit.hex in (HIDDEN, DESTROYED, REMOVED):
        return Wrong("that is no enemy unit that you see", "choose one")
    if not alone and unit.owner != at.step.seat:
        return Wrong("it is not the turn of that unit's player", "choose a unit of the acting player")
    return None


@rule("COH-7.2a", "COH-7.2b")
def fits(at: At[State, Any], action: do.PlayBonus) -> Wrong | None:
    """Only a vehicle that has just moved bogs down.

    A player is confused by one card at a time.
    """
    unit = at.state.units[action.unit]
    owner = at.state.players[unit.owner]
    if action.card == hand.CONFUSION:
        return Wrong("that player is confused already", "keep the card") if owner.confused else None
    moved = unit.id in owner.acted and unit.moved == owner.last
    if not kind(unit).vehicle or not moved or unit.bogged:
        return Wrong("only a vehicle bogs down that has moved in its player's last turn", "choose one", "COH-7.2b")
    return None


@rule("COH-1.5a")
def aims(at: At[State, Any], action: do.PlayBonus) -> Wrong | None:
    """At most two CAPs change the roll for a vehicle; confusion needs no roll."""
    rolls, have = int(action.card == hand.BOGGED), at.state.players[at.seat].caps
    if len(action.aim) > rolls or any(abs(caps) > MOST_AIM for caps in action.aim):
        return Wrong("a roll is changed by at most two CAPs", "put fewer on it")
    return Wrong(f"you have {count(have, 'CAP')}", "put fewer on it") if sum(map(abs, action.aim)) > have else None


# FF-R93
@case("COH-7.2a", "COH-7.2b")
def play_bonus(play: Play, step: object, action: do.PlayBonus) -> None:
    """Discard the card: the enemy's next action costs more, or a vehicle may bog down."""
    owner = play.state.units[action.unit].owner
    confuses = action.card == hand.CONFUSION
    discards.discard(play, play.seat, action.card, () if confuses else (action.unit,))
    if confuses:
        play.emit(ev.Confused(owner, CONFUSION))
        return
    if action.aim:
        play.emit(ev.Paid(play.seat, 0, abs(action.aim[0]), "Bogged Down"))
    roll, caps = play.dice.roll("Bogged Down", 2), sum(action.aim)
    play.emit(ev.Bogged(action.unit, roll, MUD, sum(roll.faces) + caps >= MUD, caps))


def playable(at: At[State, Any], fixed: Fixed) -> Iterator[do.PlayBonus]:
    """Yield Bogged Down for every enemy unit, and Battlefield Confusion once a player."""
    side = at.state.players[at.seat].side
    if not side:
        return
    foes = [unit for unit in at.state.units.values() if unit.side == other(side) and unit.hex not in BOXES]
    if hand.holds(at.state, at.seat, hand.CONFUSION):
        firsts: dict[Seat, Unit] = {unit.owner: unit for unit in sorted(foes, key=_acting)}
        yield from (do.PlayBonus(hand.CONFUSION, unit.id) for unit in firsts.values())
    if hand.holds(at.state, at.seat, hand.BOGGED):
        yield from (do.PlayBonus(hand.BOGGED, unit.id) for unit in foes)


def _acting(unit: Unit) -> bool:
    return unit.status == "used"


def odds(at: At[State, Any], action: do.PlayBonus) -> Odds | None:
    """Return the chance that a vehicle bogs down."""
    if action.card != hand.BOGGED:
        return None
    chance = float(at_least(MUD - sum(action.aim)))
    return Odds(
        f"Bogged Down: {MUD} or more",
        (),
        (("it is stuck", chance),),
        hope=("to stop it", chance),
    )


REASONS = {
    hand.CONFUSION: "that unit has a good shot at one of yours",
    hand.BOGGED: "that vehicle is on its way to do harm",
}


def says_bonus(seen: Seen[State], action: do.PlayBonus) -> str:
    """Return the order as a sentence; its target is the confused player, or the unit."""
    unit = seen.state.units.get(action.unit)
    confused = action.card == hand.CONFUSION and unit is not None
    against = names.player(seen.state, unit.owner) if confused and unit else names.unit(seen.state, action.unit)
    return f"Play {names.action_card(action.card)} against {against}{phrases.with_caps(action.aim)}."


def tells(at: At[State, Any], action: do.PlayBonus) -> Iterator[str]:
    """Yield the text of the card."""
    if action.card in cards().actions:
        yield cards().actions[action.card].text


PLAY_BONUS: Verb[State, Event, None, do.PlayBonus] = Verb(
    do.PlayBonus,
    when="bonus cards against the enemy are played in an enemy's turn",
    says=says_bonus,
    why=lambda seen, action: REASONS.get(action.card, ""),
    cite="COH-7.1b",
    rules=(is_held, the_enemy_acts, fits, aims),
    candidates=playable,
    resolve=play_bonus,
    odds=odds,
    tells=tells,
)
