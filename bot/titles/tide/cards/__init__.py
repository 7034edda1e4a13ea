"""Strategy and sabotage cards: their timing, targets and effects.

Each family of effects has its own file, which also registers its effects.
"""

from bot.titles.tide.cards import actions, arrivals, barrage, burning, command, troops, winter, works

FAMILIES = (actions, arrivals, barrage, burning, command, troops, winter, works)
