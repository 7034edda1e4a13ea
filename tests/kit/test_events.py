"""Events that know themselves, and those that every title has."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from bot.kernel.game import Outcome
from bot.kernel.secret import PUBLIC, Seat, Secret, Seen, declared, private, redact
from bot.kit import events

RED = Seat("red")


class Table(Struct, frozen=True):
    steps: tuple[str, ...] = ()
    stage: int = 0
    phase: Literal["play", "over"] = "play"
    orders: dict[Seat, Secret[int]] = {}
    outcome: Outcome | None = None


Event = events.Event[Table]
Orders = Annotated[Secret[int], Meta(description="the side that gave them")]


class Begun(events.Begun[Table, str], frozen=True, tag="begun"):
    """A step was put on top of the stack."""


class Changed(events.Changed[Table, str], frozen=True, tag="changed"):
    """The step on top of the stack changed."""


class Ended(events.Ended[Table], frozen=True, tag="ended"):
    """The step on top of the stack is done."""


class StageBegan(events.StageBegan[Table, Literal["play", "over"]], frozen=True, tag="stage"):
    """A stage began."""


class OrdersGiven(events.OrdersGiven[Table, Orders], frozen=True, tag="orders given"):
    """A player set standing orders."""


class GameEnded(events.GameEnded[Table], frozen=True, tag="game ended"):
    """The game is over."""

    def tell(self, seen: Seen[Table]) -> str:
        return self.outcome.why


KINDS = (Begun, Changed, Ended, StageBegan, OrdersGiven, GameEnded)


def test_the_base_events_lead_a_game_from_its_first_step_to_its_end() -> None:
    table = Table()
    happened: list[Event] = [
        Begun("battle"),
        Begun("losses"),
        Changed("more losses"),
        StageBegan(2, "play", "fire"),
    ]
    for event in happened:
        table = events.evolve(table, event)
    assert table == Table(("battle", "more losses"), 2)
    assert Ended().apply(table).steps == ("battle",)
    over = GameEnded(Outcome((RED,), "Red holds the bridge.")).apply(table)
    assert (over.phase, over.steps, over.outcome) == ("over", (), Outcome((RED,), "Red holds the bridge."))


def test_new_orders_replace_those_of_their_seat_alone() -> None:
    blue = private(1, Seat("blue"))
    table = Table(orders={Seat("blue"): blue, RED: private(1, RED)})
    assert OrdersGiven(RED, private(2, RED)).apply(table).orders == {Seat("blue"): blue, RED: private(2, RED)}


def test_an_event_changes_nothing_says_nothing_and_shows_nothing_unless_it_says_how() -> None:
    seen = Seen(PUBLIC, Table())
    assert (Begun("battle").tell(seen), Begun("battle").scene(seen)) == ("", None)
    assert events.Event[Table]().apply(seen.state) is seen.state
    assert GameEnded(Outcome((), "A draw.")).tell(seen) == "A draw."


def test_a_page_lists_the_events_that_it_defines_in_their_order() -> None:
    assert events.kinds(sys.modules[__name__]) == KINDS


def test_a_secret_in_a_field_that_a_title_has_named_is_declared_and_blanked() -> None:
    (found,) = declared(*KINDS)
    assert (found.field, found.readers) == ("OrdersGiven.orders", "the side that gave them")
    given = OrdersGiven(RED, private(2, RED))
    assert not redact(given, PUBLIC).orders.known
    assert msgspec.json.decode(msgspec.json.encode(given), type=OrdersGiven) == given


def test_only_classes_with_words_or_a_picture_of_their_own_have_them() -> None:
    over = GameEnded(Outcome((RED,), "Red holds the hill."))
    assert [events.has_words(each) for each in (over, Ended())] == [True, False]
    assert not events.has_picture(over)
