"""When each order of the campaign is open: what would have to be the case, and what is the case instead."""

from __future__ import annotations

from bot.titles.strike import asks
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import RUSSIAN

WHEN: dict[str, tuple[str, str]] = {
    "place": ("units are placed in the set-up, as reinforcements, and as partisans", "14.0"),
    "move": ("units move in your movement phase, and when you redeploy", "6.0"),
    "rail": ("units go by rail in your movement phase, and when you redeploy", "6.4"),
    "convert": ("railheads advance in the first part of the German movement", "6.4.1a"),
    "fly": ("aircraft change their bases in the German movement, and when the Germans redeploy", "9.0"),
    "break": ("formations break down in your movement phase", "10.2.2"),
    "combine": ("corps combine in your movement phase", "10.2.1"),
    "attack": ("attacks are made in your combat phase", "11.1"),
    "defend": ("a defence is chosen when your units are attacked", "11.8.2b"),
    "lose": ("steps are lost when a battle costs your units some, and given up where you move", "11.9.2"),
    "hold": ("an area is held when your units have to withdraw from it", "11.9.2"),
    "withdraw": ("units withdraw when a battle has gone against them", "11.9.3"),
    "advance": ("units advance after a battle that they have won", "11.9.5"),
    "continue": ("one says whether the battle goes on when the other side presses it", "11.10.1"),
    "choose": ("one chooses among areas that are equally near for the Commissar or for a leader", "7.1.3a"),
    "recover": ("leaders and trucks recover in your reorganization", "12.1.1"),
    "swap": ("corps are exchanged in your reorganization", "12.2.1"),
    "replace": ("replacements come in your reorganization", "12.3.3"),
    "rebuild": ("corps are rebuilt in your reorganization", "12.4.1"),
    "done": ("one is done where nothing has to be chosen, as at the end of a phase", "2.0"),
}
"""For each order what would have to be the case, and the case that says so."""

DOES: dict[type[steps.Step], str] = {
    steps.Arrival: "units are placed",
    steps.Redeployment: "units redeploy",
    steps.Movement: "units move",
    steps.Combat: "attacks are chosen",
    steps.Battle: "a battle is fought",
    steps.Losses: "losses are chosen",
    steps.Withdrawal: "units withdraw",
    steps.Advance: "units advance",
    steps.Tie: "one of several areas is chosen",
    steps.Reorganization: "units are reorganized",
}


def now(state: State) -> str:
    """Say what goes on, and on whose side."""
    step = state.steps[-1]
    what = "railheads advance" if getattr(step, "part", "") == "rails" else DOES[type(step)]
    sides = " and ".join(f"the {seat.title()}" for seat in asks.asked(state))
    return f"now {what}, on {sides} side"


def particular(state: State, word: str) -> tuple[str, str] | None:
    """Return what keeps the side that is asked from an order at this very moment, where that says more."""
    step, russian = state.steps[-1], asks.asked(state) == (RUSSIAN,)
    if word == "done" and isinstance(step, steps.Battle) and step.moment == "counter-attack":
        return f"the Commissar orders a counter-attack at {step.area}", "7.2.1b-1"
    if word == "done" and isinstance(step, steps.Battle) and step.moment == "again":
        return f"the enemy goes on with the battle of {step.area}, and you have to attack again", "11.10.3"
    if word == "fly" and russian:
        return "only the Germans have air units", "9.0"
    if word == "convert" and russian:
        return "only the Germans have railheads", "6.4.1"
    return None
