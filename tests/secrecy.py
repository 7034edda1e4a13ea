"""A viewer's knowledge of a moment and of events, and dice that hide other values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from bot.chat.desk import order_completion, order_text
from bot.chat.desk.table import Table
from bot.chat.panel import at, order_page, panel
from bot.chat.panel.page import Page
from bot.chat.panel.values import possible
from bot.chat.panel.walk import led
from bot.chat.panel.way import Way, picked
from bot.chat.posts import news
from bot.kernel.dice import Roll
from bot.kernel.fields import fields
from bot.kernel.game import Effect, Sketch, legal
from bot.kernel.secret import Seat, Secret, redact, secrets, see
from bot.kit.codec import encode
from bot.kit.lots import rolls
from bot.store.games import GameRecord, SeatRecord
from bot.store.history import History
from render import LOOKS
from render.finished import Pick
from render.titles import PICTURES
from tests.hooks import Hooks
from tests.match import AnyGame, AnySeen, Match, sample

LOOK = next(iter(LOOKS.values()))
SOME = 0.25
"""How many of the panel's pictures are drawn: they take long."""
NOW = Way(1, 1)
"""With an order one has not begun."""


def told(game: AnyGame, hooks: Hooks, seen: AnySeen, rnd: Random) -> Iterator[tuple[str, Any]]:
    """Yield all texts of a seat, its actions and their values, and pictures."""
    yield "what is asked", game.prompts(seen)
    yield "status", game.status(seen)
    yield "hand", game.hand(seen)
    yield "what is held", game.held(seen)
    if seen.seat:
        yield "orders", (game.orders(seen), game.answer(seen))
    if seen.seat in game.prompts(seen):
        yield "the computer's move", game.play(seen)
        yield "what is advised", game.advise(seen)
    for kind in game.actions:
        yield from _told_of(game, seen, kind, rnd)
    for kind in game.questions:
        values = {field.name: list(game.values(seen, field)) for field in fields(kind)}
        if all(values.values()):
            question = kind(**{name: rnd.choice(named) for name, named in values.items()})
            yield f"the answer to {question}", game.ask(seen, question)
    for place in hooks.crops(seen.state, rnd):
        yield f"the page of {place}", _plain(at.page(game, seen, NOW, place))
        yield f"the figures at {place}", list(game.profiles(seen, place))
        yield f"what threatens {place}", [game.threats(seen, piece) for piece in game.here(seen, place)]
    if seen.seat in game.prompts(seen):
        yield from _pages(game, seen, rnd)
    yield from _pictures(game, hooks, seen, hooks.crops(seen.state, rnd))


def told_of_absence(match: Match, history: History[Any, Any, Any], viewer: Seat) -> dict[str, Any]:
    """Return the news that a viewer reads: their own, and those below calls."""
    record = GameRecord(1, match.game.key, match.scenario, match.options, match.seed, "live", 1, 1, 1)
    seats = [SeatRecord(seat, person) for person, seat in enumerate(match.seats, start=1)]
    table = Table(record, match.game, seats, history)
    own, last = news.news(table, viewer), len(history) - 1
    called = {f"the news under a call of {seat}": _under_a_call(table, seat, last) for seat in match.seats}
    return {"the news": (news.told(own), own.leading), **called}


def _under_a_call(table: Table, seat: Seat, last: int) -> news.Block:
    return news.block(table, [seat], last + 1, last, 10_000)


def _pages(game: AnyGame, seen: AnySeen, rnd: Random) -> Iterator[tuple[str, Any]]:
    """Yield the pages of orders: the first page, each verb, and some partial orders."""
    kinds = possible(game, seen)
    first = panel.begin(game, seen, NOW, kinds, "")
    yield "the panel", _plain(first)
    if first.shown is not None and game.key in PICTURES and rnd.random() < SOME:
        sketch, picks = first.shown.sketch, first.shown.picks
        yield "the picture of the panel", PICTURES[game.key].crop(first.shown.seen, sketch, LOOK, picks=picks)
    for kind in sample(rnd, kinds, 4):
        way = NOW.to(kind, ())
        while (page := order_page.go_on(game, seen, way)) is not None:
            yield f"the panel at {way}", _plain(page)
            asks = led(game, seen, way).asks
            if asks is None or not asks.shown:
                break
            way = picked(led(game, seen, way).way, asks.at, [str(rnd.choice(asks.shown)[0])])


def _plain(page: Page) -> Any:
    """Return all that a page shows."""
    return page.text, page.view.to_components(), page.shown and (page.shown.sketch, page.shown.picks)


def _told_of(game: AnyGame, seen: AnySeen, kind: type[Any], rnd: Random) -> Iterator[tuple[str, Any]]:
    offered = list(legal(game, seen, kind))
    yield f"legal {kind.__name__}", offered
    for action in sample(rnd, offered, 10):
        yield "an action in words", order_text.write(game, seen, action)
        yield f"the odds of {action}", game.odds(seen, action)
        yield f"the sketch of {action}", game.sketch(seen, action)
        yield f"{action} as a sentence", (game.spoken(seen, action), game.why(seen, action))
        yield f"what to know before {action}", game.beforehand(seen, action)
    if offered:
        yield from _weighed(game, seen, offered[0], offered)
    for field in fields(kind):
        values = list(game.values(seen, field))
        yield f"names of {field.name}", [(value, game.label(seen, field, value)) for value in values]
        if offered and rnd.random() < 0.2:
            yield f"suggestions for {field.name}", order_completion.suggest(game, seen, kind, field.name, "", {})


def _weighed(game: AnyGame, seen: AnySeen, action: Any, offered: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the remarks on the choices of an order, field by field."""
    kind, known = type(action), dict[str, Any]()
    for field in fields(kind):
        alike = (each for each in offered if all(getattr(each, name) == value for name, value in known.items()))
        values = list(dict.fromkeys(getattr(each, field.name) for each in alike))
        yield f"the worth of {field.name}", game.weigh(seen, kind, dict(known), field, values)
        if field.required:
            known[field.name] = getattr(action, field.name)


def _pictures(game: AnyGame, hooks: Hooks, seen: AnySeen, places: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if game.key not in PICTURES:
        return
    draw = PICTURES[game.key]
    yield "the board", draw.board(seen, LOOK)
    tinted = Sketch(places, path=places, notes=tuple((place, "58 %") for place in places))
    picks = {place: [Pick("pick", piece, piece) for piece in game.here(seen, place)] for place in places}
    yield "a part of the board", draw.crop(seen, tinted, LOOK, picks=picks)
    yield "the picture of the hand", draw.hand(seen, LOOK)
    if cards := hooks.cards(seen)[:2]:
        yield f"the picture of {', '.join(cards)}", draw.cards(cards, LOOK)


class OtherDice:
    """The same dice again, except that those hidden from a viewer fall differently."""

    def __init__(self, events: Sequence[Any], viewer: Seat, drawn: int, rnd: Random) -> None:
        self.drawn = drawn
        self._rnd = rnd
        self._seen = {roll.draw: roll for roll in rolls(redact(tuple(events), viewer))}

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Draw this many dice at once."""
        seen = self._seen.get(self.drawn)
        if seen is None or (len(seen.faces), seen.sides) != (dice, sides):
            seen = Roll(purpose, sides, tuple(self._rnd.randint(1, sides) for _ in range(dice)), self.drawn)
        self.drawn += 1
        return seen


class Watched(NamedTuple):
    """A viewer's account of an action, event by event, and the first revelation.

    The number of dice drawn is public, also for secret dice: the next draw tells it.
    """

    told: list[tuple[Any, str, Any, list[Effect]]]
    state: bytes
    reveals: int | None
    drawn: int


def assert_alike(
    game: AnyGame, viewer: Seat, what: str, *courses: tuple[Any, Sequence[Any]], either: bool = False
) -> None:
    """Assert that two courses look the same to a viewer until they reveal a secret.

    With `either` a revelation by one of them is enough.
    """
    one, two = (watch(game, state, events, viewer) for state, events in courses)
    for mine, theirs in zip(one.told[: one.reveals], two.told[: two.reveals], strict=False):
        assert mine == theirs, f"{viewer!r} can tell secrets apart by {what}: {mine} or {theirs}"
    open = [course.reveals is not None for course in (one, two)]
    shown = any(open) if either else all(open)
    assert shown or one == two, f"{viewer!r} can tell secrets apart by {what}"


def watch(game: AnyGame, state: Any, events: Sequence[Any], viewer: Seat) -> Watched:
    """Go through a course of events and note what a viewer gets of it.

    A revelation opens a closed secret, or draws from a pile that is closed to everyone.
    """
    got, reveals = [], None
    seen, before = see(state, viewer), dict(secrets(state))
    for n, event in enumerate(events):
        shown = redact(event, viewer)
        got.append(
            (encode(shown), game.tell(seen, shown), game.scene(seen, shown), list(game.effects(seen, shown)))
        )
        state = game.evolve(state, event)
        seen = see(state, viewer)
        if reveals is None:
            after = dict(secrets(state))
            reveals, before = n if _comes_out(before, after, viewer) else None, after
    return Watched(got, encode(seen.state), reveals, len({roll.draw for roll in rolls(tuple(events))}))


def _comes_out(before: Mapping[str, Secret[Any]], after: Mapping[str, Secret[Any]], viewer: Seat) -> bool:
    """Return whether a viewer can now read a closed secret, or has drawn from a pile."""
    readable = [path for path, secret in after.items() if secret.readable(viewer)]
    if any(path in before and not before[path].readable(viewer) for path in readable):
        return True
    piles = (path for path, secret in before.items() if not secret.readers)
    more = any(path not in before or _more(before[path].value, after[path].value) for path in readable)
    return more and any(after.get(path) != before[path] for path in piles)


def _more(before: Any, after: Any) -> bool:
    return isinstance(after, tuple) and any(each not in before for each in after)
