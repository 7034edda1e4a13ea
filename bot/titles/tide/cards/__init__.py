"""Strategy and sabotage cards: when they are played, what they are played on, what they do.

Each family of effects stands in a file of its own, and says there what makes its effects.
"""

from bot.titles.tide.cards import actions, arrivals, barrage, burning, command, troops, winter, works

FAMILIES = (actions, arrivals, barrage, burning, command, troops, winter, works)
