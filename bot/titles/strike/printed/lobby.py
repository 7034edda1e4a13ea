"""Scenarios as the lobby shows them, with the options that players agree on."""

from __future__ import annotations

from bot.kernel.game import Option, Scenario
from bot.titles.strike.model.table import GERMAN, RUSSIAN
from bot.titles.strike.printed.records import ScenarioRecord
from bot.titles.strike.printed.tables import Tables

TIPS = Option("tips", "advice in the first turns", ("on", "off"))
PRINTED = (
    Option("saving", "operations points that are left (3.3.5): lost, or half of them saved", ("lost", "half")),
    Option("objectives", "objectives (13.4): rolled during play, or at the end", ("during play", "at the end")),
    Option("parachutists", "the variant parachute unit, with rules of ours", ("without", "with")),
)
"""The optional rules, and names of variants without rules."""
DOUBTFUL = (
    Option("leaders", "leaders in diamonds: allowed by 6.1.1, barred by an example", ("allowed", "barred")),
    Option(
        "continuation",
        "whose leader is needed to continue a battle",
        ("own leader", "both leaders"),
    ),
    Option("commissar", "the Commissar is called for the first time", ("from turn 2", "from turn 1")),
    Option("redeployment", "the first redeployment", ("from turn 2", "in turn 1")),
    Option("attacks", "areas in which you may attack", ("shared when the phase began", "shared at any time")),
    Option("reserves", "where reserves come from", ("with the leader too", "next to the leader")),
    Option("hold", "holding an area against a withdrawal", ("somebody must be left", "to the last")),
    Option("boxes", "corps that combine reduced lie in the Breakdown Box", ("reduced", "at full strength")),
    Option("breakdown", "breaking down and combining in redeployment", ("not allowed", "allowed")),
    Option("trains", "corps of an army that has gone by rail", ("have gone too", "each counter once")),
)
"""Rules that the text leaves open; the first value is our ruling."""


def scenarios(printed: Tables) -> dict[str, Scenario]:
    """Return every scenario that can be played, the learning game first."""
    keys = sorted(printed.scenarios, key=lambda key: (key != "first", key))
    return {key: _scenario(key, printed.scenarios[key]) for key in keys}


def _scenario(key: str, record: ScenarioRecord) -> Scenario:
    """Offer what makes a difference in a scenario."""
    left_out = {name for name in ("commissar", "redeployment") if name in record.without or record.turns[0] > 1}
    if "redeployment" in record.without:
        left_out |= {"breakdown", "trains"}
    if "objectives" in record.without:
        left_out |= {"objectives"}
    tips = (TIPS,) if record.tips else ()
    options = (option for option in (*PRINTED, *DOUBTFUL) if option.name not in left_out)
    return Scenario(key, record.name, record.text, (GERMAN, RUSSIAN), (*tips, *options), facts=record.facts)
