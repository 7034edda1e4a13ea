"""What is allowed: cited predicates over what the acting seat sees, in the order of explanation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.kernel.rule import Rule
from bot.kernel.secret import Seen
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.rules import (
    assaulting,
    cards,
    firing,
    guns,
    moving,
    munitions,
    setting_up,
    specialists,
    units,
)

_ACTIVATED = (units.your_move, units.own_unit, units.fresh)
_MOVE = (moving.on_the_map, moving.mobile, moving.passable)

RULES: Mapping[type[do.Action], tuple[Rule[Seen[State], Any], ...]] = {
    do.Build: (
        units.your_move,
        setting_up.is_slot,
        setting_up.fits_base,
        setting_up.figures_at_hand,
        setting_up.special_at_hand,
    ),
    do.Place: (units.your_move, setting_up.can_be_placed, setting_up.can_be_concealed),
    do.Deploy: (units.your_move,),
    do.Advance: (
        *_ACTIVATED[:2],
        moving.is_on_its_way,
        *_ACTIVATED[2:],
        units.steady,
        moving.on_the_map,
        guns.moved_along,
        moving.goes_farther,
        *_MOVE[1:],
        moving.moves_at_all,
        moving.wire_to_clear,
        moving.near_enough,
        moving.room_there,
        moving.shelter_there,
    ),
    do.Fire: (
        *_ACTIVATED,
        units.steady_or_rallied,
        units.not_aboard,
        guns.served,
        firing.can_be_target,
        firing.sees_target,
        firing.supported,
        firing.can_hit,
    ),
    do.OpFire: (units.your_move, firing.can_go_on_op_fire),
    do.FireAndMove: (
        *_ACTIVATED,
        guns.no_gun,
        units.steady,
        firing.dismounts_first,
        firing.no_heavy_weapon,
        *_MOVE,
        moving.moves_at_all,
        moving.wire_to_clear,
        moving.near_enough,
        moving.room_there,
        moving.shelter_there,
        firing.can_be_target,
        firing.can_hit_on_the_move,
    ),
    do.Assault: (
        *_ACTIVATED,
        guns.no_gun,
        units.steady,
        assaulting.storms,
        *_MOVE,
        moving.wire_to_clear,
        moving.near_enough,
        moving.room_there,
        assaulting.can_be_stormed,
        assaulting.way_is_free,
        assaulting.not_halved_twice,
        assaulting.can_be_supported,
    ),
    do.PlayCard: (units.your_move, cards.can_be_played, cards.has_target),
    do.Fatigue: (*_ACTIVATED, units.steady, guns.served),
    do.Special: (*_ACTIVATED, units.steady, units.not_aboard, specialists.names_what_it_needs, specialists.can_do),
    do.Stop: (units.your_move, setting_up.may_stop),
    do.Shoot: (units.your_move, firing.can_shoot, firing.can_shoot_together),
    do.Hold: (units.your_move, moving.can_stop),
    do.Remove: (units.your_move, assaulting.can_be_lost, munitions.can_be_discarded),
    do.Reroll: (units.your_move, specialists.can_be_rolled_again),
    do.Retreat: (units.your_move, assaulting.can_retreat_there),
    do.Join: (units.your_move, assaulting.can_join),
    do.Spend: (units.your_move, munitions.bought_or_bid, cards.can_spend, munitions.can_be_bought),
    do.PlaySabotage: (
        units.your_move,
        cards.holds_sabotage,
        cards.may_sabotage,
        cards.saboteur_is_near,
        cards.deck_to_sabotage,
    ),
    do.Draw: (units.your_move, cards.can_draw),
    do.Subvert: (units.your_move, cards.can_subvert),
    do.Transfer: (units.your_move, setting_up.can_transfer),
    do.Done: (units.your_move, moving.can_go_on),
    do.Order: (units.game_goes_on,),
    do.Resign: (units.game_goes_on,),
}
