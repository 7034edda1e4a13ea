"""Cards for players: when faces are shown, and questions about cards of the game."""

from __future__ import annotations

import pytest

from bot.kernel.dice import Roll
from bot.kernel.fields import fields
from bot.kernel.secret import PUBLIC, Seat, Seen, see
from bot.kit.events import scene
from bot.titles import titles
from bot.titles.tide import TITLE
from bot.titles.tide import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, CardKey, DeckId, HexId, SabotageId
from bot.titles.tide.printed.tables import as_printed, tables
from bot.titles.tide.words.questions import Card
from tests.match import Match

GERMAN = Seat("german")
MINED = next(iter(tables().sabotage))
TIDE = titles()["tide"]


def seen(scenario: str, seat: Seat = PUBLIC) -> Seen[State]:
    return see(Match(TIDE, scenario, {}, bytes(32)).state, seat)


@pytest.mark.parametrize(
    ("event", "key"),
    [
        (ev.Drew(GERMAN, DeckId("command-1"), CardId("forced-march.2")), "forced-march"),
        (ev.TopTurned(DeckId("combined-air-support-1"), CardId("stuka.1")), "stuka"),
        (ev.CardPlayed(GERMAN, CardId("forced-march.1"), 2), "forced-march"),
        (
            ev.SabotageSprung(GERMAN, SabotageId("x1"), next(iter(tables().sabotage))),
            next(iter(tables().sabotage)),
        ),
    ],
)
def test_a_revealed_card_shows_its_face(event: ev.Event, key: str) -> None:
    shown = scene(seen("kalach"), event)
    assert shown is not None
    assert (shown.kind, shown.card, shown.title) == ("card", key, as_printed(key).name)


def test_a_card_on_its_way_to_a_deck_shows_nothing() -> None:
    laid = ev.SabotageLaid(GERMAN, SabotageId("x1"), DeckId("command-1"))
    assert scene(seen("kalach"), laid) is None


@pytest.mark.case("FB-munition-10", "TOI-5.7")
@pytest.mark.parametrize(
    ("card", "to", "title", "places"),
    [
        ("", "C5", "Smoke aimed at C4 drifts to C5", ("C4", "C5")),
        ("", "", "Smoke aimed at C4 drifts off the map", ("C4",)),
        ("barrage.1", "C5", "Shells aimed at C4 drift to C5", ("C4", "C5")),
    ],
)
def test_a_drift_is_shown_with_an_arrow_and_both_dice(
    card: str, to: str, title: str, places: tuple[str, ...]
) -> None:
    rolls = Roll("drift", 6, (4,), 0), Roll("direction", 6, (3,), 1)
    shown = scene(seen("first"), ev.Drifted(CardId(card), HexId("C4"), HexId(to), *rolls))
    assert shown is not None
    assert (shown.title, shown.places, shown.rolls) == (title, places, rolls)
    assert shown.line == (places if to else None)


def test_a_hit_without_drift_is_reported_and_not_drawn() -> None:
    aimed = HexId("C4")
    assert scene(seen("first"), ev.Drifted(CardId("barrage.1"), aimed, aimed, Roll("drift", 6, (1,), 0))) is None


@pytest.mark.parametrize("scenario", sorted(tables().scenarios))
def test_every_card_of_a_game_can_be_read_by_everyone(scenario: str) -> None:
    """The scenario prints the starting decks, so they are no secret."""
    (field,) = fields(Card)
    record = tables().scenarios[scenario]
    viewer = seen(scenario)
    keys = list(TIDE.values(viewer, field))
    assert len(keys) == len(set(keys))
    decks = {*record.shared_decks, *(deck for side in record.sides.values() for deck in side.decks)}
    assert {key for key in keys if key in tables().cards and tables().cards[key].deck in decks} == {
        key for key, card in tables().cards.items() if card.deck in decks
    }
    assert {f"initiative.{side}" for side in record.sides} <= set(keys)
    for key in keys:
        told = TITLE.ask(viewer, Card(CardKey(key)))
        assert as_printed(key).text in told.text
        assert told.card == key
        assert TIDE.label(viewer, field, key) == as_printed(key).name


@pytest.mark.parametrize("key", ["", "forced-march.1", "initiative.", "initiative.finnish", "@everyone"])
def test_a_card_that_does_not_exist_is_not_shown(key: str) -> None:
    told = TITLE.ask(seen("first"), Card(CardKey(key)))
    assert (told.text, told.card) == ("There is no such card.", "")
