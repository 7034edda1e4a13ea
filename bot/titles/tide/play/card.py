"""The play of strategy cards, in a turn or while command is spent."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import in_dice
from bot.titles.tide import events as ev
from bot.titles.tide.cards import strategy
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, bombardment, names, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import PlayCard
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import How
from bot.titles.tide.play import sketches
from bot.titles.tide.play.activation import InTurn, takes_an_action
from bot.titles.tide.play.chances import of_area
from bot.titles.tide.printed.tables import card, key_of, tables
from bot.titles.tide.printed.tables import card as printed


@rule("TOI-4.5", "TOI-10.2a", "TOI-10.3a", "TOI-10.3c", "TOI-5.7")
def can_be_played(seen: Seen[State], action: PlayCard) -> Wrong | None:
    """A card is open in the HQ, belongs to the phase, and can be paid for."""
    return strategy.card_wrong(seen.state, seen.seat, action.card, seen.state.phase)


@rule("TOI-10.3c")
def has_target(seen: Seen[State], action: PlayCard) -> Wrong | None:
    """A card has the targets that it needs, and no others."""
    effect = strategy.effect(action.card)
    given = {"hex": action.hex, "unit": action.unit, "against": action.against}
    name = printed(action.card).name
    for field, value in given.items():
        if value and field != effect.needs:
            noun = "other card" if field == "against" else field
            return Wrong(f"{name} needs no {noun}", f"leave `{field}` out")
    if not effect.aim and action.direction:
        return Wrong(f"{name} needs no direction", "leave `direction` out")
    if not effect.needs:
        return effect.fits(seen.state, seen.seat, "")
    if not given[effect.needs]:
        return Wrong(f"{name} needs a target", f"name it with `{effect.needs}`")
    if effect.aim and not action.direction:
        return Wrong(f"{name} needs a direction", "name it with `direction`, 1 (north) to 6", "FI-fougasse-1")
    aim = f" {action.direction}" if effect.aim else ""
    return effect.fits(seen.state, seen.seat, given[effect.needs] + aim)


def cards(seen: Seen[State], fixed: Fixed) -> Iterator[do.PlayCard]:
    """Yield the cards that can be played now with every target that they could have."""
    state = seen.state
    for held in units.open_cards(state, seen.seat):
        if fixed.get("card", held) != held or strategy.card_wrong(state, seen.seat, held, state.phase):
            continue
        effect = strategy.effect(held)
        for target in strategy.targets(state, seen.seat, held):
            for direction in board.DIRECTIONS if effect.aim else (0,):
                yield strategy.play(held, target, direction)


@case("TOI-4.5", "TOI-10.2a", "TOI-10.3c", "TOI-5.7")
def play_card(play: Play, action: do.PlayCard) -> None:
    """Play a strategy card."""
    effect = strategy.effect(action.card)
    waiting = action.card in play.state.waiting
    if not waiting:
        cost = strategy.cost(play.state, play.seat, action.card)
        stays = printed(action.card).stays or effect.calls > 0
        play.emit(ev.CardPlayed(play.seat, action.card, cost, stays))
    target = {"hex": action.hex, "unit": action.unit, "against": action.against, "": ""}[effect.needs]
    if effect.aim:
        target = f"{target} {action.direction}"
    effect.act(play, play.seat, action.card, target)
    if effect.calls and action.card not in play.state.waiting:
        play.emit(ev.CardLost(action.card, ""))


def of_card(seen: Seen[State], action: do.PlayCard) -> Odds | None:
    """Give the odds of a card that brings fire down."""
    if action.card not in units.open_cards(seen.state, seen.seat):
        return None
    effect = strategy.effect(action.card)
    if effect.barrage is None or action.hex not in board.map_of(seen.state):
        return None
    dice, mode, hit = effect.barrage
    record = card(action.card)
    share = 1.0
    notes: tuple[str, ...] = ()
    if effect.calls:
        share = float(bombardment.contact_chance(seen.state, seen.seat, effect.calls)[1])
        notes = (f"Contact: {share:.0%}. Half of all shells drift; the chances hold when these do not.",)
    how: How = "barrage" if effect.calls else "air"
    plan, least = bombardment.planned(seen.state, seen.seat, action.card, action.hex, dice, mode, hit, how)
    title = f"{record.name} on {action.hex}: {in_dice(plan.dice)}, {least} or better to hit"
    worked = of_area(seen, title, plan, least, effect.softened, share)
    return Odds(worked.title, worked.modifiers, worked.chances, notes)


def says_card(seen: Seen[State], action: do.PlayCard) -> str:
    """Return the order as a sentence, with all that the card aims at."""
    aims = [
        *([f"on {names.for_reader(seen, action.unit)}"] if action.unit else []),
        *([f"at {action.hex}"] if action.hex else []),
        *([f"against {names.card(action.against)}"] if action.against else []),
        *([f"in direction {action.direction}"] if action.direction else []),
    ]
    return f"Play {' '.join([names.card(action.card), *aims])}."


def why_card(seen: Seen[State], action: do.PlayCard) -> str:
    """Return the reason for playing a card: its price."""
    if key_of(action.card) not in tables().cards:
        return ""
    price = _price(seen, action)
    return f"its effect is worth more now than {price} command" if price else "it costs no command"


def foretold(seen: Seen[State], action: do.PlayCard) -> list[str]:
    """Report the cost and effect of a card."""
    record = tables().cards.get(key_of(action.card))
    if record is None:
        return []
    price = _price(seen, action)
    return [*([f"It costs {price} command."] if price else []), record.text]


def _price(seen: Seen[State], action: do.PlayCard) -> int:
    """Return the command that a card still costs."""
    return 0 if action.card in seen.state.waiting else strategy.cost(seen.state, seen.seat, action.card)


CARD: InTurn[do.PlayCard] = Verb(
    do.PlayCard,
    when="a strategy card is played in your turn of the Action Phase, or when you spend command in the Command "
    "Phase",
    says=says_card,
    why=why_card,
    cite="TOI-10.3c",
    rules=(can_be_played, has_target),
    tells=foretold,
    candidates=cards,
    resolve=takes_an_action(play_card),
    odds=of_card,
    sketch=sketches.place,
)
