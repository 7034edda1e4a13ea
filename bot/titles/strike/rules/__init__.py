"""What is allowed: cited predicates over what the acting seat sees, in the order of explanation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.kernel.rule import Rule
from bot.kernel.secret import Seen
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.rules import fighting, moving, reorganizing, units

RULES: Mapping[type[do.Action], tuple[Rule[Seen[State], Any], ...]] = {
    do.Place: (units.your_move, moving.can_be_placed),
    do.Move: (units.your_move, moving.can_march, moving.is_fit, moving.may_redeploy, moving.finds_a_way),
    do.Rail: (
        units.your_move,
        units.own_unit,
        moving.goes_by_train,
        moving.can_entrain,
        moving.has_a_line,
        moving.keeps_safe_distance,
        moving.has_a_train,
    ),
    do.Convert: (units.your_move, moving.can_convert),
    do.Fly: (units.your_move, units.own_unit, moving.can_fly),
    do.Break: (units.your_move, units.own_unit, moving.can_break_down),
    do.Combine: (units.your_move, moving.can_combine),
    do.Attack: (
        units.your_move,
        fighting.can_attack_there,
        fighting.is_strong_enough,
        fighting.air_can_help,
        fighting.can_bomb,
        fighting.can_pay_supply,
    ),
    do.Defend: (
        units.your_move,
        fighting.can_call_reserves,
        fighting.air_can_help,
        fighting.can_bomb,
        fighting.can_pay_for_both,
    ),
    do.Lose: (units.your_move, fighting.can_be_lost),
    do.Hold: (units.your_move, fighting.can_hold),
    do.Withdraw: (units.your_move, fighting.can_withdraw_there),
    do.Advance: (units.your_move, fighting.can_advance_there),
    do.Continue: (units.your_move,),
    do.Choose: (units.your_move, fighting.can_choose),
    do.Recover: (units.your_move, reorganizing.in_order, reorganizing.can_recover),
    do.Swap: (units.your_move, reorganizing.in_order, reorganizing.can_swap),
    do.Replace: (units.your_move, reorganizing.in_order, reorganizing.can_replace),
    do.Rebuild: (units.your_move, reorganizing.in_order, reorganizing.can_rebuild),
    do.Done: (units.your_move, fighting.may_be_done),
    do.Order: (units.game_goes_on, reorganizing.names_a_leader),
    do.Resign: (units.game_goes_on,),
}
