"""Every step that can be pending."""

from bot.titles.firefight.model.generator_steps import GeneratorStep
from bot.titles.firefight.model.steps import Bid, Initiative, Settle, Turn, Turns

AnyStep = Initiative | Bid | Turns | Turn | Settle | GeneratorStep
"""Those of `fight_steps` join them when their rooms stand in `play.contents`."""
