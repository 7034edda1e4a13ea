"""The title's computer player. It sees what its seat sees, weighs what it could do, and takes the best.

Worth counts in figures of infantry. An attack is worth what it is expected to cost the enemy, a move what the
new ground is worth more than the old; whatever is left over waits on Op Fire.
"""

from __future__ import annotations

from bot.titles.tide.computer import command
from bot.titles.tide.computer.answers import (
    brings_up,
    deploys,
    exchanges,
    has_chance,
    is_assaulted,
    keeps,
    loses,
    musters,
    places_op_fire,
    retreats,
    rolls_again,
)
from bot.titles.tide.computer.on_the_way import is_on_the_way
from bot.titles.tide.computer.turn import has_turn

PLAYERS = (
    musters, deploys, has_turn, is_on_the_way, has_chance, loses, is_assaulted, retreats, command.spends,
    command.draws, command.buys, places_op_fire, exchanges, brings_up, keeps, rolls_again,
)  # fmt: skip
"""Each answers what its first parameter names."""
