from __future__ import annotations

from typing import Any, Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from bot.kernel.secret import (
    EVERYONE,
    LOOKS,
    PUBLIC,
    Hidden,
    Seat,
    Secret,
    learned,
    private,
    redact,
    secrets,
    see,
)

RED, BLUE = Seat("red"), Seat("blue")
T = TypeVar("T")


class Card(Struct, frozen=True):
    name: str
    note: Secret[str]


class Pile(Struct, Generic[T], frozen=True):
    top: T
    size: int = 0


class Table(Struct, frozen=True):
    plain: tuple[int, ...] = (1, 2)
    cards: dict[str, Card] = {}
    row: tuple[Card | None, ...] = ()
    pile: Pile[Secret[int]] | None = None
    nested: Secret[Card] | None = None
    parent: Table | None = None


def test_a_secret_opens_for_its_readers_alone() -> None:
    secret = private("mine", RED)
    assert redact(secret, RED) is secret
    for seat in (BLUE, PUBLIC):
        blank = redact(secret, seat)
        assert not blank.known
        with pytest.raises(Hidden):
            blank.open()


def test_a_blank_keeps_its_readers() -> None:
    assert redact(private("mine", RED), BLUE) == Secret((RED,))


def test_a_secret_without_readers_opens_for_nobody() -> None:
    assert not redact(private("nobody's"), RED).known


def test_a_published_secret_opens_for_everybody() -> None:
    secret = private("mine", RED).reveal()
    assert secret.out
    assert redact(secret, PUBLIC).open() == "mine"
    assert secret.readers == (EVERYONE, RED)


def test_a_secret_can_be_shown_to_one_more_seat() -> None:
    shown = private("mine", RED).reveal(BLUE)
    assert redact(shown, BLUE).open() == "mine"
    assert not redact(shown, PUBLIC).known


@pytest.mark.parametrize(
    "table",
    [
        Table(cards={"a": Card("ace", private("marked", RED))}),
        Table(row=(None, Card("ace", private("marked", RED)))),
        Table(pile=Pile(private(7, RED))),
        Table(nested=private(Card("ace", private("marked", RED)), RED, BLUE)),
        Table(parent=Table(cards={"a": Card("ace", private("marked", RED))})),
    ],
    ids=["dict", "tuple", "generic", "secret in a secret", "its own kind"],
)
def test_secrets_are_blanked_wherever_they_lie(table: Table) -> None:
    (hidden,) = [secret for _, secret in secrets(table) if secret.readers == (RED,)]
    assert hidden.known
    seen = redact(table, BLUE)
    (blank,) = [secret for _, secret in secrets(seen) if secret.readers == (RED,)]
    assert not blank.known
    assert redact(table, RED) == table


def test_an_unchanged_state_is_not_copied() -> None:
    mine, theirs = Card("ace", private("marked", RED)), Card("king", private("bent", BLUE))
    table = Table(cards={"a": mine, "b": theirs}, row=(mine,))
    seen = redact(table, RED)
    assert seen.cards is not table.cards
    assert seen.cards["a"] is mine
    assert seen.row is table.row
    assert seen.plain is table.plain
    everything = Table(cards={"a": mine}, row=(mine,), pile=Pile(private(1, RED)))
    assert redact(everything, RED) is everything


def test_the_order_of_a_mapping_stays() -> None:
    table = Table(cards={"b": Card("b", private("", RED)), "a": Card("a", private("", BLUE))})
    assert list(redact(table, PUBLIC).cards) == ["b", "a"]


def test_see_names_its_viewer() -> None:
    seen = see(Table(nested=private(Card("ace", private("marked", RED)), RED)), BLUE)
    assert seen.seat == BLUE
    assert seen.state.nested == Secret((RED,))


def test_unchanged_parts_are_shown_by_the_same_objects() -> None:
    ace, king = Card("ace", private("marked", RED)), Card("king", private("bent", RED))
    before = Table(cards={"a": ace, "b": king}, row=(ace,))
    seen = see(before, BLUE).state
    assert see(before, BLUE).state is seen
    after = see(Table(cards={"a": ace, "b": Card("king", private("torn", RED))}, row=before.row), BLUE).state
    assert after.row is seen.row
    assert after.cards["a"] is seen.cards["a"]
    assert not after.cards["b"].note.known


def test_games_that_take_turns_are_each_shown_by_the_same_objects() -> None:
    games = [Table(cards={"a": Card("ace", private(f"of game {n}", RED))}) for n in range(LOOKS)]
    first = [see(game, BLUE).state for game in games]
    for game, seen in zip(games, first, strict=True):
        assert see(game, BLUE).state is seen
    for game, seen in zip(games, first, strict=True):
        later = Table(cards=game.cards, pile=Pile(private(7, RED)))
        assert see(later, BLUE).state.cards is seen.cards
        assert see(later, BLUE).state == redact(later, BLUE)


def test_a_game_is_known_by_the_entries_that_have_not_changed() -> None:
    """All games have the same empty parts, and each changes its cards."""
    aces = [Card("ace", private(f"of game {n}", RED)) for n in range(LOOKS)]
    shown = [see(Table(cards={"a": ace, "b": ace}), BLUE).state.cards["a"] for ace in aces]
    for ace, seen in zip(aces, shown, strict=True):
        later = Table(cards={"a": ace, "b": Card("king", private("bent", RED))})
        assert see(later, BLUE).state.cards["a"] is seen


def test_the_view_of_one_seat_is_not_reused_for_another() -> None:
    table = Table(cards={"a": Card("ace", private("marked", RED))}, row=(Card("king", private("bent", BLUE)),))
    for seat in (RED, BLUE, PUBLIC, RED):
        assert see(table, seat).state == redact(table, seat)


def test_paths_lead_to_every_secret() -> None:
    table = Table(
        cards={"a": Card("ace", private("x", RED))},
        row=(None, Card("king", private("y", RED))),
        nested=private(Card("queen", private("z", RED)), RED),
    )
    assert [path for path, _ in secrets(table)] == [
        "/cards/a/note", "/row/1/note", "/nested", "/nested/note",
    ]  # fmt: skip


def test_a_secret_is_learned_when_it_gains_a_reader() -> None:
    before = Table(cards={"a": Card("ace", private("marked", RED))})
    after = Table(cards={"a": Card("ace", private("marked", RED, BLUE))})
    assert learned(before, after)


def test_a_secret_is_learned_when_it_leaves_its_place() -> None:
    assert learned(Table(cards={"a": Card("ace", private("marked", RED))}), Table())


def test_a_secret_is_learned_when_something_open_takes_its_place() -> None:
    before = Table(cards={"a": Card("ace", private("marked", RED)), "b": Card("two", private("torn", RED))})
    assert learned(before, Table(cards={"b": before.cards["b"], "c": before.cards["a"]}))
    assert not learned(before, Table(cards={**before.cards, "c": before.cards["a"]}))
    assert learned((private(1, RED), 2), (1, 2))
    assert not learned((private((1, 2), RED),), (private((3,), RED),))


def test_a_secret_that_only_changes_is_not_learned() -> None:
    before = Table(cards={"a": Card("ace", private("marked", RED))})
    after = Table(cards={"a": Card("ace", private("washed", RED)), "b": Card("king", private("new", BLUE))})
    assert not learned(before, after)


seats = st.lists(st.sampled_from([RED, BLUE, EVERYONE]), unique=True)
hidden: st.SearchStrategy[Secret[Any]] = st.builds(lambda value, who: private(value, *who), st.integers(), seats)
tables: st.SearchStrategy[Table] = st.builds(
    Table,
    cards=st.dictionaries(st.text(max_size=2), st.builds(Card, st.text(max_size=2), hidden), max_size=3),
    row=st.lists(st.none() | st.builds(Card, st.text(max_size=2), hidden), max_size=3).map(tuple),
    pile=st.none() | st.builds(Pile, hidden),
    nested=st.none()
    | st.builds(lambda card, who: private(card, *who), st.builds(Card, st.just(""), hidden), seats),
)


@given(tables, st.sampled_from([RED, BLUE, PUBLIC]))
def test_an_open_secret_shows_the_readable_part(table: Table, seat: Seat) -> None:
    seen = redact(table, seat)
    assert all(secret.known == secret.readable(seat) for _, secret in secrets(seen))
    assert redact(seen, seat) == seen
    assert redact(seen, PUBLIC) == redact(table, PUBLIC)
