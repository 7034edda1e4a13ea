"""Checks of cards: their names, their decks, and the needs of their effects."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kit.data_files import Finding
from bot.kit.data_names import Names, dangling_in
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.effects import CardRecord
from bot.titles.tide.printed.records import BASE_SPACES
from bot.titles.tide.printed.tables import Tables

TABLES = ("decks", "cards", "sabotage", "operations", "initiative")


def cards(tables: Tables, known: Names) -> Iterator[Finding]:
    """Yield what is wrong with cards and decks."""
    yield from dangling_in(tables, TABLES, known)
    for key, card in tables.cards.items():
        yield from _card(tables, key, card)
        if isinstance(card.effect, does.Arrive):
            nation = card.nation or (tables.decks[card.deck].nation if card.deck in tables.decks else "")
            yield from ((("cards", key, "effect"), reason) for reason in _arrival(tables, card.effect, nation))
    filled = {card.deck for card in tables.cards.values()}
    yield from ((("decks", key), "no card lies in this deck") for key in tables.decks if key not in filled)


def _card(tables: Tables, key: str, card: CardRecord) -> Iterator[Finding]:
    deck = tables.decks.get(card.deck)
    if deck is not None and card.nation and not deck.combined:
        yield ("cards", key, "nation"), "only cards of a combined deck belong to one nation"
    if card.stays != isinstance(card.effect, does.Standing):
        which = "lasts: the card stays" if not card.stays else "happens at once: the card does not stay"
        yield ("cards", key, "stays"), f"what it does {which} in play"
    if card.phase != "action" and isinstance(card.effect, does.MoreActions):
        yield ("cards", key, "phase"), "only in the Action Phase there is a turn to lengthen"


def _arrival(tables: Tables, effect: does.Arrive, nation: str) -> Iterator[str]:
    """Yield units that cannot arrive, or not for the card's nation."""
    if bool(effect.figures) == bool(effect.vehicle):
        yield "either figures arrive or a vehicle"
    vehicle = tables.vehicles.get(effect.vehicle)
    if vehicle is not None and nation and nation not in vehicle.nations:
        yield f"the {nation} side has no {vehicle.name}"
    if sum(tables.figures[kind].spaces for kind in effect.figures if kind in tables.figures) > BASE_SPACES:
        yield f"a squad takes at most {BASE_SPACES} spaces"
