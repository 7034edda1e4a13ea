"""When each order is open: what would have to be the case, and what is the case instead."""

from __future__ import annotations

from bot.kernel.game import verb
from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.titles.tide import asks, forces, munitions, names
from bot.titles.tide.model import steps
from bot.titles.tide.model.actions import Action, PlaySabotage, Spend
from bot.titles.tide.model.state import State

WHEN: dict[str, tuple[str, str]] = {
    "build": ("bases are filled before the battle, until you say that you are ready", "TOI-2.1b"),
    "place": ("units are placed before the battle, and reinforcements at the end of a round", "TOI-13.1"),
    "deploy": ("an army is deployed before the battle", "TOI-13.1"),
    "advance": ("a unit advances in your turn of the Action Phase", "TOI-1.2a"),
    "fire": ("Concentrated Fire takes place in your turn of the Action Phase", "TOI-1.2a"),
    "assault": ("an assault takes place in your turn of the Action Phase", "TOI-1.2a"),
    "fire-and-move": ("Fire and Movement takes place in your turn of the Action Phase", "TOI-1.2a"),
    "op-fire": (
        "a unit goes on Op Fire in your turn of the Action Phase, or in the Status Phase before the next round",
        "TOI-4.3",
    ),
    "card": (
        "a strategy card is played in your turn of the Action Phase, or where you spend command in the Command "
        "Phase",
        "TOI-10.3c",
    ),
    "special": ("a special action takes place in your turn of the Action Phase", "TOI-1.2a"),
    "fatigue": ("a unit stands by in your turn of the Action Phase", "TOI-1.2a"),
    "stop": ("one stops in one's own turn of the Action Phase", "TOI-1.2c"),
    "shoot": ("Op Fire is made when an enemy has moved in sight of your units on Op Fire", "TOI-6.1a"),
    "hold": ("Op Fire is held when an enemy has moved in sight of your units on Op Fire", "TOI-6.1a"),
    "remove": (
        "losses are chosen when your units have been hit, and unused munitions discarded at the end of a round",
        "TOI-5.4a",
    ),
    "reroll": ("dice are rolled again when your experts have thrown Molotov cocktails", "FB-expert-1"),
    "retreat": ("a unit retreats when it has lost an assault", "TOI-6.2f"),
    "join": ("a concealed squad joins the defence when its hex is assaulted", "TOI-6.2h"),
    "spend": (
        "command goes on the initiative card in the Command Phase, and buys munitions in the Status Phase",
        "TOI-10.2a",
    ),
    "sabotage": ("sabotage cards are played where you spend command in the Command Phase", "FB-sabotage-3"),
    "draw": (
        "a side draws one strategy card in the Status Phase, and a second one if the first shows a plus",
        "TOI-10.3b",
    ),
    "subvert": ("a card is subverted where you draw cards in the Status Phase", "FB-subvert-2"),
    "transfer": ("squads exchange figures in the Status Phase", "TOI-11.3"),
    "done": ("one is done where nothing has to be chosen, as when command is spent or cards are drawn", "TOI-1.1"),
}
"""For each order what would have to be the case, and the case that says so."""

DOES: dict[type[steps.Step], str] = {
    steps.Muster: "fills its bases",
    steps.Deployment: "places its units",
    steps.Turn: "has its turn",
    steps.OnTheWay: "says where its unit on its way goes",
    steps.OpFireChance: "is asked for its Op Fire",
    steps.Losses: "chooses its losses",
    steps.Melee: "says who joins the defence",
    steps.Rout: "retreats",
    steps.Spending: "spends its command",
    steps.Drawing: "draws cards",
    steps.Arming: "buys munitions",
    steps.OpFirePlacing: "puts units on Op Fire",
    steps.Transferring: "exchanges figures",
    steps.Keeping: "sorts its munitions",
    steps.Arrival: "places reinforcements",
    steps.Rerolling: "may roll dice again",
}
"""What a side does that is asked for a step."""

YOU_DO = {
    "has its turn": "it is your turn of the Action Phase",
    "says where its unit on its way goes": "you are asked where your unit on its way goes",
    "is asked for its Op Fire": "you are asked for Op Fire",
    "retreats": "your units have to retreat",
}


def closed(seen: Seen[State], action: Action) -> Wrong | None:
    """Return why an order cannot be given at this moment, `None` when it can."""
    if seen.seat not in seen.state.hq:
        return Wrong("you have no seat in this battle", "take one with /game join", "FP-seat")
    if never := _never(seen, action):
        return never
    word, waited_for = verb(type(action)), asks.asked(seen.state)
    open_now = asks.verbs(seen.state, seen.seat)
    if word in open_now:
        return None
    when, cite = WHEN[word]
    if seen.seat in waited_for:
        return Wrong(f"not now: {when}; {_yours(seen)}", f"open now: {', '.join(open_now)}", cite)
    waiting = " and ".join(forces.side(seen.state, seat).name for seat in waited_for)
    return Wrong(f"it is not your move: {when}; {_theirs(seen, waited_for, word)}", f"wait for {waiting}", cite)


def _never(seen: Seen[State], action: Action) -> Wrong | None:
    """Return why an order cannot be given in this battle at all."""
    if isinstance(action, Spend) and action.munition and not munitions.used(seen.state):
        return Wrong("this battle is fought without special munitions", "leave `munition` out", "FB-munition-1")
    held = (card.owner for card in seen.state.sabotage.values())
    if isinstance(action, PlaySabotage) and seen.seat not in held:
        return Wrong("your side has no sabotage cards in this battle", "choose another order", "FB-sabotage-1")
    return None


def _yours(seen: Seen[State]) -> str:
    """Say what a side is asked for itself."""
    does = DOES[type(seen.state.steps[-1])]
    return YOU_DO.get(does, f"your side {does}")


def _theirs(seen: Seen[State], waited_for: tuple[Seat, ...], word: str) -> str:
    """Say what the other side does, and whether one's own has had its turn of that or is still to have it."""
    state, step = seen.state, seen.state.steps[-1]
    others = " and ".join(names.nation(seat) for seat in waited_for)
    now = f"now the {others} side {DOES[type(step)]}"
    if isinstance(step, steps.Muster):
        return "you have said that you are ready"
    if state.phase == "action" and state.hq[seen.seat].out:
        return f"your side takes no more actions in this round: {now}"
    if not isinstance(step, IN_TURN) or word not in asks.OPEN[type(step)]:
        return now
    to_come = any(type(each) is type(step) and each.seat == seen.seat for each in state.steps)
    return f"{now}, and yours follows" if to_come else f"{now}, and yours is done with that"


IN_TURN = (
    steps.Deployment, steps.Spending, steps.Drawing, steps.Arming, steps.OpFirePlacing, steps.Transferring,
    steps.Keeping, steps.Arrival,
)  # fmt: skip
"""What one side does after the other, in the order of initiative."""
assert set(DOES) == set(asks.OPEN)
assert set(WHEN) == {word for words in asks.OPEN.values() for word in words}
