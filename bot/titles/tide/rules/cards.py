"""When cards are played, drawn, sabotaged and subverted."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At
from bot.titles.tide.cards import strategy
from bot.titles.tide.field import names, units
from bot.titles.tide.model.actions import Draw, PlayCard, PlaySabotage, Spend, Subvert
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Drawing, Spending
from bot.titles.tide.printed.tables import card as printed
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.resolve import status


@rule("TOI-4.5", "TOI-10.2a", "TOI-10.3a", "TOI-10.3c", "TOI-5.7")
def can_be_played(seen: Seen[State], action: PlayCard) -> Wrong | None:
    """A card lies open in the HQ, belongs to the phase, and is paid for."""
    return strategy.card_wrong(seen.state, seen.seat, action.card, seen.state.phase)


@rule("TOI-10.3c")
def has_target(seen: Seen[State], action: PlayCard) -> Wrong | None:
    """A card is played on what it names, and on nothing else."""
    effect = strategy.effect(action.card)
    given = {"hex": action.hex, "unit": action.unit, "against": action.against}
    name = printed(action.card).name
    for field, value in given.items():
        if value and field != effect.needs:
            return Wrong(f"{name} names no {field}", f"leave `{field}` out")
    if not effect.aims and action.direction:
        return Wrong(f"{name} names no direction", "leave `direction` out")
    if not effect.needs:
        return effect.fits(seen.state, seen.seat, "")
    if not given[effect.needs]:
        return Wrong(f"{name} needs a target", f"name it with `{effect.needs}`")
    if effect.aims and not action.direction:
        return Wrong(f"{name} needs a direction", "name it with `direction`, 1 (north) to 6", "FI-fougasse-1")
    aim = f" {action.direction}" if effect.aims else ""
    return effect.fits(seen.state, seen.seat, given[effect.needs] + aim)


@rule("TOI-10.2a")
def can_spend(seen: Seen[State], action: Spend) -> Wrong | None:
    """Command comes out of the pool."""
    has = seen.state.hq[seen.seat].command
    if action.command <= has:
        return None
    return Wrong(f"you have {has} command", f"spend {has} at the most" if has else "say /tide done")


@rule("FB-sabotage-1")
def plays_with_sabotage(seen: Seen[State], action: PlaySabotage) -> Wrong | None:
    """Only a nation with a saboteur has sabotage cards."""
    if any(card.owner == seen.seat for card in seen.state.sabotage.values()):
        return None
    return Wrong("your side has no sabotage cards in this battle", "choose another order")


@rule("FB-sabotage-1")
def holds_sabotage(seen: Seen[State], action: PlaySabotage) -> Wrong | None:
    """Sabotage cards are played from the hand."""
    card = seen.state.sabotage.get(action.card)
    if card is None or card.owner != seen.seat or card.place != "hand":
        return Wrong("that is not a sabotage card in your hand", "choose one of yours; /game hand shows them")
    return None


@rule("FB-sabotage-3")
def may_sabotage(at: At[State, Spending], action: PlaySabotage) -> Wrong | None:
    """One sabotage card a phase, for 1 command."""
    step = at.step
    if step.sabotaged:
        return Wrong("you have already played a sabotage card in this phase", "wait for the next Command Phase")
    if at.state.hq[at.seat].command < tables().numbers.sabotage.card:
        return Wrong("a sabotage card costs 1 command", "gain command first")
    return None


@rule("FB-sabotage-2")
def saboteur_is_near(seen: Seen[State], action: PlaySabotage) -> Wrong | None:
    """A saboteur must be near enough to an enemy objective or officer."""
    if status.saboteur_near(seen.state, seen.seat):
        return None
    if not any(units.is_special(unit, "saboteur") for unit in units.of(seen.state, seen.seat)):
        return Wrong("no saboteur of yours is on the map", "choose another order")
    reach = sum(card.owner == seen.seat and card.place == "hand" for card in seen.state.sabotage.values())
    return Wrong(
        f"no saboteur of yours is within {reach} hexes of an enemy objective or officer", "bring him nearer first"
    )


@rule("FB-sabotage-4")
def deck_to_sabotage(seen: Seen[State], action: PlaySabotage) -> Wrong | None:
    """Sabotage is laid on an opponent's deck or on a shared one."""
    deck = seen.state.decks.get(action.deck)
    if deck is None:
        return Wrong("there is no such deck", "choose a deck of an opponent, or a shared one")
    if deck.owner == seen.seat:
        return Wrong("that deck is your own", "choose a deck of an opponent, or a shared one")
    return None


@rule("TOI-10.3b", "TOI-10.3d", "FB-deck-1", "FB-deck-3")
def can_draw(at: At[State, Drawing], action: Draw) -> Wrong | None:
    """One draws from one's own decks and shared ones; an open card may belong to one nation."""
    step = at.step
    if not step.left:
        return Wrong("you have drawn, and a second card comes only with a plus on the first", "say /tide done")
    deck = at.state.decks.get(action.deck)
    if deck is None:
        return Wrong("there is no such deck", "choose one of your decks, or a shared one", "FB-deck-1")
    if deck.owner not in ("", at.seat):
        return Wrong("that deck is the enemy's", "choose one of your decks, or a shared one", "FB-deck-1")
    if action.deck in status.drawable(at.state, at.seat):
        return None
    if deck.top:
        card = printed(deck.top)
        return Wrong(
            f"{card.name} is for the {names.nation(Seat(card.nation))} player",
            "choose another deck, or subvert the card",
            "FB-deck-3",
        )
    return Wrong("that deck is empty", "choose another deck", "TOI-10.3d")


@rule("FB-subvert-1", "FB-subvert-2")
def can_subvert(seen: Seen[State], action: Subvert) -> Wrong | None:
    """A card with the subversion icon, in an opponent's HQ or in the common area, for 2 command."""
    enemy, own = seen.state.hq[units.other(seen.state, seen.seat)], seen.state.hq[seen.seat]
    tops = [deck.top for deck in seen.state.decks.values() if deck.top and not deck.owner]
    if action.card in (*enemy.in_play, *own.in_play):
        return Wrong(f"{printed(action.card).name} has been played", "choose a card that lies in an HQ still")
    if action.card in own.cards:
        return Wrong(f"{printed(action.card).name} is your own", "choose a card of an opponent, or a common one")
    if action.card not in (*enemy.cards, *tops):
        return Wrong("that card lies neither in an opponent's HQ nor in the common area", "choose one that does")
    if not printed(action.card).subversion:
        return Wrong(f"{printed(action.card).name} bears no subversion icon", "choose a card that does")
    price = tables().numbers.sabotage.subversion
    if own.command < price:
        return Wrong(f"subversion costs {price} command", "gain command first", "FB-subvert-2")
    return None
