"""The options that players agree on before a battle."""

from __future__ import annotations

from bot.kernel.game import Option
from bot.titles.firefight.model.ids import SIDES
from bot.titles.firefight.model.table import SEATS

DECKS = {"all": (1, 25), "infantry": (1, 9), "light": (10, 16), "no-heavy": (1, 16), "armour": (10, 25)}
ACTIONS = {
    "02-07": range(2, 8),
    "02-13": range(2, 14),
    "02-13-20": (*range(2, 14), 20),
    "02-13-40": (*range(2, 14), 40),
    "all": (*range(2, 14), 20, 40),
}
SHARE = ("1", "1.2", "1.4", "1.5", "1.6", "1.8", "2")
"""Generator cards for each round: with five rounds, hands of five to ten."""
TIPS = Option("tips", "advice in the first rounds", ("on", "off"))
ECONOMY = Option(
    "economy", "seven action points a unit, or a die after each action that may spend it (FF-R12)",
    ("action points", "spent checks"),
)  # fmt: skip
SPARE = Option("spare", "one more generator card is drawn, and the last one is discarded (G 4.1)", ("no", "yes"))
FEWER = Option("smaller-force", "2 CAPs more for the player with the fewest units (G 4.0)", ("yes", "no"))
SMOKE = Option("smoke", "4 smoke counters among the defence counters (G 3.7.3)", ("no", "yes"))
PRINTED = (
    Option("rounds", "how many rounds", ("5", "3", "4", "6", "7", "8")),
    Option("cards-a-round", "generator cards for each round of the firefight (G 2.1)", SHARE),
    Option("deck", "which generator cards", tuple(DECKS)),
    Option("caps", "CAPs to begin with", ("5", "3", "4", "6", "7", "8")),
    Option("action-cards", "which action cards", ("all", "02-13-20", "02-13-40", "02-13", "02-07")),
    Option("draws", "action cards drawn each round", ("1", "2")),
    Option("maps", "how many maps", ("1", "2")),
    Option("edges", "which edges may be chosen", ("any", "long")),
)
"""The options of the custom guideline."""
SHARED = Option("deck", "which generator cards, from one deck for both team mates", ("all", "no-heavy", "armour"))
PAIR = Option("pair", "which side two players command", SIDES)

HANDICAP = Option(
    "handicap", "fewer CAPs for you, or fewer Command Order Cards for the AI (G 6.3)",
    ("none", "1-cap", "2-caps", "1-card", "2-cards"),
)  # fmt: skip


def handicap(n: int) -> Option:
    """Return the handicap option of a player."""
    text = f"a handicap for the player of seat {SEATS[n]} (G 4.3)"
    return Option(f"handicap-{SEATS[n]}", text, ("none", "1-cap", "2-caps", "card"))


OTHERS = (TIPS, ECONOMY, SPARE, FEWER, SMOKE, SHARED, PAIR, HANDICAP)
NAMES = {
    "guideline", "variant",
    *(each.name for each in (*PRINTED, *OTHERS)), *(handicap(n).name for n in range(len(SEATS))),
}  # fmt: skip
"""The names of all options."""
