"""Every step that can be pending."""

from bot.titles.firefight.model.fight_steps import FightStep
from bot.titles.firefight.model.generator_steps import GeneratorStep
from bot.titles.firefight.model.steps import Bid, Initiative, Settle, Turn, Turns

AnyStep = Initiative | Bid | Turns | Turn | Settle | FightStep | GeneratorStep
