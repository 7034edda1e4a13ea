"""Checks of cards: their decks, and the names and limits in their effects."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kit.data_files import Finding
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.effects import CardRecord
from bot.titles.tide.printed.tables import Tables

BASE_SPACES = 4


def cards(tables: Tables) -> Iterator[Finding]:
    """Yield what is wrong with cards and decks."""
    for key, card in tables.cards.items():
        yield from _card(tables, key, card)
        at = ("cards", key, "effect")
        nation = card.nation or (tables.decks[card.deck].nation if card.deck in tables.decks else "")
        yield from ((at, reason) for reason in _effect(tables, card.effect, nation))
    filled = {card.deck for card in tables.cards.values()}
    yield from ((("decks", key), "no card lies in this deck") for key in tables.decks if key not in filled)


def _card(tables: Tables, key: str, card: CardRecord) -> Iterator[Finding]:
    if card.deck not in tables.decks:
        yield ("cards", key, "deck"), f"there is no deck {card.deck!r}"
    elif card.nation and not tables.decks[card.deck].combined:
        yield ("cards", key, "nation"), "only cards of a combined deck belong to one nation"
    if card.copies < 1:
        yield ("cards", key, "copies"), "a deck holds at least one copy"
    if card.cost < 0:
        yield ("cards", key, "cost"), "a cost is never negative"
    if card.stays != isinstance(card.effect, does.Standing):
        which = "lasts: the card stays" if not card.stays else "happens at once: the card does not stay"
        yield ("cards", key, "stays"), f"what it does {which} in play"
    if card.phase != "action" and isinstance(card.effect, does.MoreActions):
        yield ("cards", key, "phase"), "only in the Action Phase there is a turn to lengthen"


def _effect(tables: Tables, effect: does.Played | does.Standing, nation: str) -> Iterator[str]:
    """Yield names in an effect that do not exist, or not for the card's nation."""
    match effect:
        case does.Arrive(figures=figures, vehicle=vehicle):
            if bool(figures) == bool(vehicle):
                yield "either figures arrive or a vehicle"
            if vehicle and vehicle not in tables.vehicles:
                yield f"there is no vehicle {vehicle!r}"
            elif vehicle and nation and nation not in tables.vehicles[vehicle].nations:
                yield f"the {nation} side has no {tables.vehicles[vehicle].name}"
            if sum(tables.figures[kind].spaces for kind in figures if kind in tables.figures) > BASE_SPACES:
                yield f"a squad takes at most {BASE_SPACES} spaces"
        case does.Lay(work=work):
            if work not in tables.works or tables.works[work].type != "obstacle" or work == "fougasse":
                yield f"there is no obstacle {work!r} to lay"
        case does.Dig(work=work):
            if work not in tables.works or tables.works[work].type != "fortification":
                yield f"there is no fortification {work!r} to dig"
        case does.Discard(decks=decks):
            yield from (f"there is no deck {deck!r}" for deck in decks if deck not in tables.decks)
        case does.Spread(terrain=terrain):
            yield from (f"there is no terrain {kind!r}" for kind in terrain if kind not in tables.terrain)
        case _:
            pass
