"""The panel "Your orders": buttons and lists that build an order.

They are derived like the commands.

It begins with a piece or a verb. `order_page` asks for open fields, and shows the order in words before it is
given. An order without alternatives needs one press. `way` holds the progress.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from discord import ButtonStyle

from bot.chat.controls.buttons import Pick, Press
from bot.chat.controls.derive import typed
from bot.chat.controls.lessons import next_lesson, pointing
from bot.chat.desk import notes
from bot.chat.desk.answers import LIMIT, sentence
from bot.chat.desk.names import named, waited_for
from bot.chat.desk.order_text import MOST, AnyGame, AnySeen, spoken
from bot.chat.desk.table import Orders, Table
from bot.chat.desk.verdict import headline
from bot.chat.panel import aside, in_words, piece_page, pieces
from bot.chat.panel.changes import changes_of, joined_to, says_all
from bot.chat.panel.eyes import after_list, eyes
from bot.chat.panel.in_words import Told
from bot.chat.panel.order_page import all_of, go_on
from bot.chat.panel.page import (
    A_ROW,
    BUTTON,
    ROWS,
    Choice,
    Page,
    Shown,
    buttons,
    faces,
    goal_of,
    laid,
    rows_of,
    select,
    taps,
    tinted,
    unbroken,
)
from bot.chat.panel.piece_page import AN_ANSWER
from bot.chat.panel.pieces import Subject, at_once, choice, value_called, weighed
from bot.chat.panel.values import beginnings, first_of, one_for_each, possible
from bot.chat.panel.walk import Walked, led, orders, walked, way_to
from bot.chat.panel.way import Way, picked
from bot.kernel.fields import fields, given
from bot.kernel.game import Sketch, legal, open_kinds
from bot.kernel.secret import Seat
from bot.kit.advice import Remark, of_odds
from bot.kit.commands import command
from bot.kit.english import count
from bot.kit.plans import goes_on
from bot.store.history import undo

MOST_TYPED = 3
"""The most commands named for players who prefer to type."""
FEW = 5
"""The most orders on one page that each need one press."""


@unbroken
def panel(table: Table, seat: Seat, done: Any = None) -> Page:
    """Begin with the question and the first choices, or continue after an order.

    The step of a lesson marks its places.
    """
    page, step = _panel(table, seat, done), table.step()
    if step is None or table.outcome() is not None:
        return page
    shown, points = page.shown or Shown(table.seen(seat), Sketch(())), pointing(step)
    sketch = msgspec.structs.replace(
        shown.sketch, places=tuple(dict.fromkeys((*shown.sketch.places, *points.places))), mark=points.mark,
        notes=shown.sketch.notes or points.notes,
    )  # fmt: skip
    return msgspec.structs.replace(page, shown=msgspec.structs.replace(shown, sketch=sketch))


def after_step(table: Table, seat: Seat) -> Page:
    """Show the next step of a lesson alone, so that it is read before the orders."""
    prompt, step = table.prompts(table.seen(seat)).get(seat), table.step()
    if prompt is None or step is None:
        return panel(table, seat)
    orders = Press(f"panel:{table.record.id}", "Your orders", ButtonStyle.primary)
    return Page(prompt.text, laid([orders]), Shown(table.seen(seat), pointing(step)))


def _panel(table: Table, seat: Seat, done: Any) -> Page:
    way = Way(table.record.id, table.since(seat))  # Read before the view: a later move makes the page stale.
    seen = table.seen(seat)
    prompt = table.prompts(seen).get(seat)
    kinds, back = possible(table.game, seen), isinstance(undo(table.log, seat), int)
    if prompt is None:
        outcome = table.outcome()
        if outcome is not None:
            return Page(headline(table, outcome), laid(next_lesson(table)))
        besides = " You may do these now:" if kinds else ""
        text = f"It is not your move: the table waits for {waited_for(table)}.{besides}"
        return Page(text, laid(buttons(verbs(table.game, seen, way, kinds)), _always(way, back=back)))
    head = f"**Your orders, {named(table, seat)}**\n{table.asks() or prompt.text}"
    if orders := table.laid_aside(seat):
        return _with_list(table, seat, orders, head)
    return begin(table.game, seen, way, kinds, head, _typing(table.game, kinds), done, back=back)


def opened(table: Table, seat: Seat) -> Page:
    """Begin with the player's notes, since they return to the game."""
    page, own = panel(table, seat), table.notes.get(seat, {})
    text = f"{page.text}\n{notes.told(own)}"
    if len(text) > LIMIT:
        text = f"{page.text}\n-# 📝 You have {count(len(own), 'note')}: `/game me note` shows them."
    return msgspec.structs.replace(page, text=text) if own else page


def _typing(game: AnyGame, kinds: Iterable[type[Any]]) -> str:
    """Name the commands for typing the order in one line; many are cut short."""
    commands = [f"`/{game.key} {command(game.groups, kind)}`" for kind in kinds if kind in typed(game)]
    told = commands if len(commands) <= MOST_TYPED else [*commands[: MOST_TYPED - 1], "…"]
    return f"\n-# Or type {', '.join(told)}{'' if told[-1] == '…' else '.'}" if told else ""


def _with_list(table: Table, seat: Seat, orders: Orders, head: str) -> Page:
    """Show the queued orders, and orders to add."""
    game, way, seen = table.game, aside.begun(table, seat), after_list(table, seat)
    kinds = possible(game, seen) if seat in game.prompts(seen) else []
    found = pieces.subjects(game, seen, kinds)
    now = [aside.do_all(way, orders), Press(f"panel:{way.game}", "Refresh", emoji="🔄")]
    text = f"{head}\n{aside.told(orders)}"
    return _beginnings(game, seen, way, kinds, found, text, None, now, [aside.changes(way, orders)])


def begin(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], head: str, hint: str = "",
    done: Any = None, *, back: bool = True,
) -> Page:  # fmt: skip
    """Show all orders if they are few, else the first pieces and the verbs."""
    always = _always(way, back=back)
    few = _few(game, seen, way, kinds)
    if few:
        return _whole_orders(game, seen, way, kinds, few, head, hint, always)
    # Actions open at any time are buttons beside the question, and pieces that have only those come later.
    asked = [kind for kind in kinds if kind in open_kinds(game, seen)]
    besides = buttons(verbs(game, seen, way, [kind for kind in kinds if kind not in asked]))
    if (
        len(asked) == 1
        and fields(asked[0])
        and (page := go_on(game, seen, way.to(asked[0], ()), [*besides, *always[: 1 + back]])) is not None
    ):
        return msgspec.structs.replace(page, text=f"{head}\n{page.text}")
    found = pieces.subjects(game, seen, asked)
    same = pieces.same(game, seen, asked, done) or pieces.last_one(game, seen, asked, done)
    if len(found) == 1 or same is not None:
        return _with_one(game, seen, way, kinds, same or found[0], found, head, back=back)
    return _beginnings(game, seen, way, kinds, found, f"{head}{hint}", done, always)


def _with_one(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], now: Subject, found: Sequence[Subject],
    head: str, *, back: bool,
) -> Page:  # fmt: skip
    """Show the orders of pieces: the only ones, or the last to act.

    Others are a tap away.
    """
    others = [kind for kind in kinds if pieces.begins_otherwise(game, seen, kind, now)]
    if len(found) > 1:  # The other pieces on the map are in a list.
        others = [kind for kind in others if pieces.beginning(game, kind) is None]
    spare = [kind for kind in others if fields(kind) and not _is_apart(game, kind)] if len(found) > 1 else []
    answers = verbs(game, seen, way, [kind for kind in others if _answer(game, seen, way, kind)])
    further = verbs(game, seen, way, spare)
    plain = [kind for kind in others if kind not in spare and not _answer(game, seen, way, kind)]
    choices, lines = _told(game, seen, way, plain)
    text = "\n".join([head, *lines, f"**{pieces.called(game, seen, now)}**"])
    left = [msgspec.structs.replace(each, pieces=_without(each.pieces, now.pieces)) for each in found]
    rest = [_subject(game, seen, way, each) for each in left if each.pieces]
    hint = [_hint(way)]
    presses = [*buttons(choices)[: A_ROW - 1], *([_undo(way)] if back else []), *([] if rest else hint)]
    besides = [*(hint if rest else []), *buttons(further)]  # As many as fit.
    return piece_page.page(game, seen, way, now, text, (), presses, rest, besides, answers)


def _without(pieces: Sequence[Any], others: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(piece for piece in pieces if piece not in others)


def _aims(game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]]) -> list[Choice]:
    """Return the places with which an order can begin, such as where to attack."""
    found = []
    for kind in kinds:
        first = first_of(kind)
        to = led(game, seen, way.to(kind, ()))
        if first is None or first.type is not game.place or to.asks is None or to.asks.field != first:
            continue
        for n, value, remark in weighed(game, seen, kind, to, to.asks) if len(to.asks.shown) <= MOST else ():
            called = f"{spoken(kind)}: {value_called(game, seen, first, value)}"
            found.append(choice(picked(to.way, to.asks.at, [str(n)]), called, remark))
    return found


def _beginnings(
    game: AnyGame,
    seen: AnySeen,
    way: Way,
    kinds: Sequence[type[Any]],
    found: Sequence[Subject],
    text: str,
    done: Any,
    always: Sequence[Press],
    lists: Sequence[Pick] = (),
) -> Page:
    """Offer pieces and verbs."""
    again = type(done) if type(done) in kinds else None
    others = [
        button for kind in kinds if kind is again for button in [pieces.rest(game, seen, way, kind)] if button
    ]
    choices, words = _told(game, seen, way, kinds, again)
    last = [*others, *buttons(choices), *always]
    begun = [_subject(game, seen, way, subject) for subject in found] or _aims(game, seen, way, kinds)
    room = A_ROW * (ROWS - rows_of(last) - len(lists))
    shown = begun if len(begun) <= room else begun[: room - A_ROW]
    path = way.path("goal")
    further = (
        [select(path, begun, "Which of your units?" if found else "Where?")] if len(begun) > len(shown) else []
    )
    picks = taps(begun, path if further else "", shown)
    cards = [] if begun else _cards(game, seen, way, kinds)
    chosen = [select(path, cards, "Which card?")] if cards else []
    view = laid(buttons(shown), further, lists, chosen, last)
    text = "\n".join([text, *words])
    return Page(text, view, Shown(seen, tinted(begun), picks) if begun else None, faces=faces(cards, path))


def _cards(game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]]) -> list[Choice]:
    """Return the cards with which the orders begin, if all do; else none."""
    found = []
    for kind in kinds:
        to = led(game, seen, way.to(kind, ()))
        if to.asks is None or to.asks.several or to.asks.field != first_of(kind):
            return []
        for n, value, remark in weighed(game, seen, kind, to, to.asks):
            called = f"{spoken(kind)}: {value_called(game, seen, to.asks.field, value)}"
            card = choice(picked(to.way, to.asks.at, [str(n)]), called, remark)
            found.append(card._replace(face=game.face(seen, to.asks.field, value)))
    return found if all(each.face for each in found) else []


def _told(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], again: type[Any] | None = None
) -> tuple[list[Choice], list[str]]:
    """Return the choices of actions, and lines for those given at once.

    These are orders without alternatives that answer a question or begin off the map, as a card does. Orders that
    leave work undone are among them if the seat surely continues and could undo them.
    """
    question = len(possible(game, seen)) <= AN_ANSWER
    answers = [kind for kind in kinds if first_of(kind) and (question or _is_apart(game, kind))]
    orders = {kind: in_words.told(game, seen, way.to(kind, ())) for kind in answers}
    whole = {kind: order for kind, order in orders.items() if order is not None}
    ends = [kind for kind in kinds if not fields(kind) and not way.purpose and goes_on(game, seen, kind())]
    left = {kind: sentence(said) for kind in ends if (said := game.undone(seen, kind()))}
    lines = [f"- {spoken(kind)}: {said}" for kind, said in left.items()]
    called = {kind: _label_of(game, seen, order.action) for kind, order in whole.items()}
    choices = verbs(game, seen, way, kinds, again, called | {kind: spoken(kind) for kind in left})
    return choices, [*in_words.lines(game, seen, [*whole.values()]), *lines]


def _is_apart(game: AnyGame, kind: type[Any]) -> bool:
    """Return whether an order begins with a thing off the map, such as a card."""
    first = first_of(kind)
    return first is not None and first.type is not game.place and pieces.beginning(game, kind) is None


def _subject(game: AnyGame, seen: AnySeen, way: Way, subject: Subject) -> Choice:
    to = pieces.way_of(game, seen, way, subject)
    return choice(to, pieces.called(game, seen, subject), Remark(words=subject.words, place=subject.place))


def verbs(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Iterable[type[Any]], again: type[Any] | None = None,
    told: Mapping[type[Any], str] = MappingProxyType({}),
) -> list[Choice]:  # fmt: skip
    """Return the choices of the actions that can be begun, or begun `again`.

    Some act at once: those without words, and those the page describes by name.
    """
    found: list[Choice] = []
    answers: list[Choice] = []
    for kind in kinds:
        answer = _answer(game, seen, way, kind)
        done = kind in told or (not fields(kind) and not way.purpose and at_once(game, seen, kind()))
        to = way.to(kind, ())
        called = (
            f"{spoken(kind)} again" if kind is again and fields(kind) else answer or told.get(kind, spoken(kind))
        )
        path = to.path("act" if done else "more")
        made = Choice(path, to.verb, called, at_once=done, ends=not fields(kind) and not answer)
        (answers if answer else found).append(made)
        if kind in told and fields(kind) and (not _is_apart(game, kind) or walked(game, seen, to).more):
            found.append(Choice(to.path("more"), "", f"{spoken(kind)} …"))
        found += _all_off_map(game, seen, way, kind)
    return [*answers, *found]


def _answer(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any]) -> str:
    """Return the label of an order that answers the question; "" for other orders."""
    return game.button(seen, kind()) if not fields(kind) and not way.purpose else ""


def _all_off_map(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any]) -> list[Choice]:
    """Return the choice that brings all units onto the map, each to its own place."""
    first = pieces.beginning(game, kind)
    if way.purpose or first is None or first.name not in one_for_each(kind).values():
        return []
    to = led(game, seen, way.to(kind, ()))
    if to.asks is None or not to.asks.several or to.asks.field != first:
        return []
    waiting = {value for _, value in to.asks.shown}
    if to.asks.most < len(waiting) or waiting & pieces.standing(game, seen).keys():
        return []
    _, *each = all_of(kind, to, to.asks)
    return [Choice(way.path("more"), "", f"{spoken(kind)}: {label}") for label, way in each]


def _few(game: AnyGame, seen: AnySeen, way: Way, kinds: Iterable[type[Any]]) -> list[Walked]:
    """Return all orders if they are few and complete in words; else none."""
    kinds = [*kinds]
    found: list[Walked] = _answers(game, seen, way, kinds[0]) if len(kinds) == 1 else []
    if found:
        return found
    if any(first_of(kind) and len([*islice(beginnings(game, seen, kind), FEW + 1)]) > FEW for kind in kinds):
        return []
    for kind in kinds:
        asks = led(game, seen, way.to(kind, ())).asks
        if (first_of(kind) is None and fields(kind)) or (asks is not None and asks.several):
            return []
        found += islice(orders(game, seen, way.to(kind, ())), FEW + 1 - len(found))
        if len(found) > FEW:
            return []
    return found if any(fields(type(to.action)) for to in found) or len(found) == 1 else []


def _answers(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any]) -> list[Walked]:
    """Return all answers to a question without names, if they are few.

    An example is which of two squads join.
    """
    if first_of(kind) is not None or not fields(kind):
        return []
    actions = [*islice(legal(game, seen, kind), FEW + 1)]
    found = [led(game, seen, way_to(game, seen, way, kind, given(action))) for action in actions]
    return found if len(found) <= FEW and [to.action for to in found] == actions else []


def _whole_orders(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], few: Sequence[Walked], head: str,
    hint: str, always: Sequence[Press],
) -> Page:  # fmt: skip
    """Offer whole orders in words, one press each; their options need another."""
    few = sorted(few, key=lambda to: not game.button(seen, to.action))  # Answers to the question come first.
    told: list[Choice] = []
    whole: list[Told] = []
    alone: list[str] = []
    for to in few:
        chance, left = of_odds(game.odds(seen, to.action)), game.undone(seen, to.action)
        alone = [sentence(left)] if left and len(few) == 1 else []
        whole.append(Told(to.action, chance, (*game.beforehand(seen, to.action), *alone)))
        done = (not left or len(few) == 1) and not way.purpose
        label, remark = _label_of(game, seen, to.action), _of_last(game, seen, to.action)
        words = remark.words or chance.words
        path = to.way.path("act" if done else "more")
        shown = choice(to.way, label, remark)
        card = _face_of(game, seen, to.action)
        told.append(shown._replace(path=path, words=words, at_once=done, face=card))
    given = [
        each._replace(button=own) for each, own in zip(whole, told, strict=True) if own.at_once or way.purpose
    ]
    lines = in_words.lines(game, seen, given)
    options = buttons(each for kind in kinds for each in _variants(game, seen, way, kind, few))
    aims = [each for each in told if each.at_once and each.place]
    looks = [select(way.path("goal"), aims, "Preview an order")] if aims else []
    view = laid(buttons(told), options, looks, always)
    text = "\n".join([head, *lines]) + hint
    return Page(text, view, _tapped(game, seen, few, told, looks), faces=faces(told, as_buttons=told))


def _face_of(game: AnyGame, seen: AnySeen, action: Any) -> str:
    """Return the face of the first card that an order must name, "" for none."""
    named = [field for field in fields(type(action)) if field.required and not field.many]
    return next(filter(None, (game.face(seen, field, getattr(action, field.name)) for field in named)), "")


def _tapped(
    game: AnyGame, seen: AnySeen, few: Sequence[Walked], told: Sequence[Choice], looks: Sequence[Pick]
) -> Shown | None:
    """Show whole orders on the map: several by their places, one order by its way.

    A tap there shows that order.

    A finger may miss, so a tap gives no order that a button gives.
    """
    path, pressed = looks[0].path if looks else "", [each for each in told if not each.at_once]
    goals, picks = tinted(told), taps(told, path, pressed)
    if len(goals.places) > 1:
        return Shown(seen, goals, picks)
    sketches = [game.sketch(seen, to.action) for to in few]
    drawn = [(sketch, each) for sketch, each in zip(sketches, told, strict=True) if sketch is not None]
    if not drawn:
        return None
    sketch, order = drawn[0]
    return Shown(seen, sketch, {**taps([order._replace(place=goal_of(sketch))], path, pressed), **picks})


class Variant(NamedTuple):
    """An order with a changed option: its rank, and whether its chance is better."""

    order: tuple[float, ...]
    better: bool
    choice: Choice

    @property
    def stands(self) -> bool:
        """Whether it stands beside the order: not with a chance that is no better."""
        return self.better or not (self.choice.at_once and self.choice.words)


def _variants(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any], few: Sequence[Walked]) -> list[Choice]:
    """Return the ways to orders of a kind with a changed option, the better ones.

    An order with only a new chance to report is given at once; another button leads to several options.
    """
    if not any(not field.required for field in fields(kind)) or first_of(kind) is None:
        return []
    own = [to for to in few if type(to.action) is kind]
    changed = [
        (to, each)
        for to in own
        for asked in walked(game, seen, to.way).more
        for each in changes_of(game, seen, to, asked)
    ]
    ask = Choice(way.to(kind, ()).path("more"), "", f"{spoken(kind)} …")
    many = len(changed) > 2 * A_ROW
    found: list[Variant] = []
    for to, each in changed:
        if not many or of_odds(game.odds(seen, to.action)).order:  # Without dice no change makes a chance better.
            name = spoken(kind) if len(own) == 1 else _label_of(game, seen, to.action)
            found.append(_variant(game, seen, each, name, to.action))
    if many:
        better = sorted((each for each in found if each.better), key=lambda each: each.order)
        return [ask, *(each.choice for each in better[: A_ROW - 1])]
    ranked = [each.choice for each in sorted(found, key=lambda each: each.order) if each.stands]
    more = len(ranked) < len(found) or any(each.at_once for each in ranked)
    return [ask, *ranked] if more else ranked


def _variant(game: AnyGame, seen: AnySeen, change: Choice, name: str, before: Any) -> Variant:
    """Return an order with one option changed, the best chance first.

    If its only news against `before` is its chance, it is given at once.
    """
    other = change._replace(label=joined_to(name, change.label))
    way = Way.read(change.path.split(":")[1:])
    action = led(game, seen, way).action if way is not None else None
    if way is None or way.purpose or action is None or game.judge(seen, action) is not None:
        return Variant((0.0,), False, other)
    if not says_all(game, seen, before, action, change.label):
        return Variant((0.0,), False, other)
    odds = game.odds(seen, action)
    chance, alike = of_odds(odds), game.beforehand(seen, action) == game.beforehand(seen, before)
    done = Choice(way.path("act"), "", other.label, chance.mark, at_once=True)
    if (
        not alike
        or game.undone(seen, action)
        or (odds is not None and not chance.words)
        or len(done.told) > BUTTON
    ):
        return Variant((0.0,), False, other)
    return Variant(chance.order, chance.order < of_odds(game.odds(seen, before)).order, done)


def _of_last(game: AnyGame, seen: AnySeen, action: Any) -> Remark:
    """Return facts about the last thing that a whole order names."""
    named = [field for field in fields(type(action)) if field.required]
    return pieces.of_last(game, seen, action, named) if named else Remark()


def _label_of(game: AnyGame, seen: AnySeen, action: Any) -> str:
    """Name a whole order by its required things: "Shoot: 2nd Squad".

    An order without names has its sentence.
    """
    kind = type(action)
    if fields(kind) and first_of(kind) is None:
        return game.spoken(seen, action).removesuffix(".")
    told = [
        value_called(game, seen, field, getattr(action, field.name)) for field in fields(kind) if field.required
    ]
    return f"{spoken(kind)}: {', '.join(told)}" if told else game.button(seen, action) or spoken(kind)


def _always(way: Way, *, back: bool) -> list[Press]:
    return [
        *([_undo(way)] if back else []),
        _hint(way),
        Press(f"orders:{way.game}", "Standing orders", emoji="📜"),
        Press(f"plan:{way.game}", "Plan", emoji="🗒️"),
        Press(f"panel:{way.game}", "Refresh", emoji="🔄"),
    ]


def _hint(way: Way) -> Press:
    return Press(f"hint:{way.game}", "Hint", emoji="💡")


def _undo(way: Way) -> Press:
    return Press(f"undo:{way.game}:{way.moment}", "Undo", emoji="↩️")


@unbroken
def walk(table: Table, seat: Seat, way: Way) -> Page:
    """Continue an order, or begin again if it leads nowhere."""
    return go_on(table.game, eyes(table, seat, way), way) or panel(table, seat)
