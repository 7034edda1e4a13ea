"""A turn of the Action Phase: what fresh units can do, the cards, and the early end."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.decisions import Decision, Verb
from bot.kit.words import count
from bot.titles.tide.candidates import acting
from bot.titles.tide.field import guns, units
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Turn
from bot.titles.tide.play import chances
from bot.titles.tide.resolve import actions, turn
from bot.titles.tide.rules import assaulting, cards, firing, moving, setting_up, specialists
from bot.titles.tide.rules import guns as gun_rules
from bot.titles.tide.rules import units as unit_rules
from bot.titles.tide.words.scenes import sketch

ACTIVATED = (unit_rules.own_unit, unit_rules.fresh)
MOVE = (moving.on_the_map, moving.mobile, moving.passable)


def left_fresh(seen: Seen[State], action: do.Stop) -> str:
    """Say how many units could still act."""
    own = list(units.of(seen.state, seen.seat))
    fresh = sum(guns.ready(seen.state, unit) for unit in own)
    are = "is" if fresh == 1 else "are"
    return f"{fresh} of your {count(len(own), 'unit')} {are} fresh" if fresh else ""


ADVANCE: Verb[State, Event, Turn, do.Advance] = Verb(
    do.Advance,
    when="a unit advances in your turn of the Action Phase",
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        unit_rules.steady,
        moving.on_the_map,
        gun_rules.moved_along,
        *MOVE[1:],
        moving.moves_at_all,
        moving.wire_to_clear,
        moving.near_enough,
        moving.room_there,
        moving.shelter_there,
    ),
    candidates=acting.advances,
    resolve=actions.advance,
    odds=chances.of_way,
    sketch=sketch,
)
FIRE: Verb[State, Event, Turn, do.Fire] = Verb(
    do.Fire,
    when="Concentrated Fire takes place in your turn of the Action Phase",
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        unit_rules.steady_or_rallied,
        unit_rules.not_aboard,
        gun_rules.served,
        firing.can_be_target,
        firing.sees_target,
        firing.supported,
        firing.can_hit,
    ),
    candidates=acting.fires,
    resolve=actions.concentrate,
    odds=chances.of_fire,
    sketch=sketch,
)
ASSAULT: Verb[State, Event, Turn, do.Assault] = Verb(
    do.Assault,
    when="an assault takes place in your turn of the Action Phase",
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        gun_rules.no_gun,
        unit_rules.steady,
        assaulting.storms,
        *MOVE,
        moving.wire_to_clear,
        moving.near_enough,
        moving.room_there,
        assaulting.can_be_stormed,
        assaulting.way_is_free,
        assaulting.not_halved_twice,
        assaulting.can_be_supported,
    ),
    candidates=acting.assaults,
    resolve=actions.assault,
    odds=chances.of_assault,
    sketch=sketch,
)
FIRE_AND_MOVE: Verb[State, Event, Turn, do.FireAndMove] = Verb(
    do.FireAndMove,
    when="Fire and Movement takes place in your turn of the Action Phase",
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        gun_rules.no_gun,
        unit_rules.steady,
        firing.dismounts_first,
        firing.no_heavy_weapon,
        *MOVE,
        moving.moves_at_all,
        moving.wire_to_clear,
        moving.near_enough,
        moving.room_there,
        moving.shelter_there,
        firing.can_be_target,
        firing.can_hit_on_the_move,
    ),
    candidates=acting.fires_and_moves,
    resolve=actions.fire_and_move,
    odds=chances.of_fire,
    sketch=sketch,
)
OP_FIRE: Verb[State, Event, Turn, do.OpFire] = Verb(
    do.OpFire,
    when="a unit goes on Op Fire in your turn of the Action Phase, or in the Status Phase before the next round",
    cite="TOI-4.3",
    rules=(firing.can_go_on_op_fire,),
    candidates=acting.op_fires,
    resolve=actions.op_fire,
)
CARD: Verb[State, Event, Turn, do.PlayCard] = Verb(
    do.PlayCard,
    when="a strategy card is played in your turn of the Action Phase, or where you spend command in the Command "
    "Phase",
    cite="TOI-10.3c",
    rules=(cards.can_be_played, cards.has_target),
    candidates=acting.cards,
    resolve=actions.card,
    odds=chances.of_card,
    sketch=sketch,
)
SPECIAL: Verb[State, Event, Turn, do.Special] = Verb(
    do.Special,
    when="a special action takes place in your turn of the Action Phase",
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        unit_rules.steady,
        unit_rules.not_aboard,
        specialists.names_what_it_needs,
        specialists.can_do,
    ),
    candidates=acting.specials,
    resolve=actions.special,
    odds=chances.of_molotovs,
    sketch=sketch,
)
FATIGUE: Verb[State, Event, Turn, do.Fatigue] = Verb(
    do.Fatigue,
    when="a unit stands by in your turn of the Action Phase",
    cite="TOI-1.2a",
    rules=(*ACTIVATED, unit_rules.steady, gun_rules.served),
    candidates=acting.fatigues,
    resolve=actions.fatigue,
    sketch=sketch,
)
STOP: Verb[State, Event, Turn, do.Stop] = Verb(
    do.Stop,
    when="one stops in one's own turn of the Action Phase",
    cite="TOI-1.2c",
    rules=(setting_up.may_stop,),
    candidates=acting.stops,
    resolve=actions.stop,
    warns=left_fresh,
)
TURN: Decision[State, Event, Turn] = Decision(
    Turn,
    question=lambda at: f"{count(at.step.left, 'action')} left in your turn.",
    does="has its turn",
    you="it is your turn of the Action Phase",
    go=turn.go,
    private=hides,
    verbs=(ADVANCE, FIRE, ASSAULT, FIRE_AND_MOVE, OP_FIRE, CARD, SPECIAL, FATIGUE, STOP),
)
