"""The orders of pieces in a place: verbs and goals as buttons, map and list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Any

from discord import ButtonStyle, SelectOption

from bot.chat.controls.buttons import Pick, Press
from bot.chat.desk.order_text import LONGEST, MOST, AnyGame, AnySeen
from bot.chat.panel import in_words
from bot.chat.panel.along import along
from bot.chat.panel.changes import better
from bot.chat.panel.in_words import Told
from bot.chat.panel.page import A_ROW, ROWS, Choice, Page, Shown, buttons, laid, rows_of, select, taps, tinted
from bot.chat.panel.pieces import (
    Begun,
    Subject,
    able,
    begun,
    called,
    choice,
    goals,
    names,
    naming_pieces,
    stacked,
    value_called,
    way_of,
    weighed,
)
from bot.chat.panel.values import one_for_each, possible
from bot.chat.panel.walk import walked
from bot.chat.panel.way import Way, picked
from bot.kernel.fields import fields
from bot.kit.pieces import grouped

VERB_ROWS = 2
"""The rows for verbs and their neighbours, if choices are spelled out."""
BEST = 10
"""The most goal buttons while other pieces could act, unless words describe goals."""
AN_ANSWER = 2
"""The most kinds of orders that make a question; a turn has more."""


def page(
    game: AnyGame, seen: AnySeen, way: Way, subject: Subject, head: str = "",
    besides: Sequence[Pick] = (), others: Sequence[Press] = (), rest: Sequence[Choice] = (),
    spare: Sequence[Press] = (), answers: Sequence[Choice] = (), wanted: Collection[str] = (),
) -> Page:  # fmt: skip
    """Show the orders of some pieces: verbs and best goals as buttons, others listed.

    Several pieces show their joint orders, and each of them alone. `rest` are other pieces to begin with, as
    buttons if there is room, else in a list. `answers` to a question about the pieces come first. Goals in
    `wanted` places come before other goals.
    """
    kinds = possible(game, seen)
    together = _together(game, seen, kinds, subject)
    begins = list(begun(game, seen, way, kinds, together)) if together.pieces else []
    ranked = sorted(_aims(game, seen, way, subject, begins), key=lambda each: each.place not in wanted)
    best, orders = in_words.green(game, seen, [] if way.page else ranked[: in_words.MOST])
    listed = ranked if len(ranked) + len(rest) <= MOST else ()
    ones = [*_ones(game, seen, way, subject), *_and(game, seen, way, kinds, subject)]
    spare_rows = ROWS - rows_of(ones) - len(besides) - VERB_ROWS
    spells = rows_of(ranked[:A_ROW]) + 1 <= spare_rows or not ranked
    verbs, further = _verbs(game, seen, begins, listed, None if way.page else orders, spells=spells)
    if orders or any(each.at_once for each in verbs):
        verbs.append(Choice(way_of(game, seen, way, subject).careful.path("more"), "", "With options …"))
    always = [*others, Press(f"panel:{way.game}", "All orders")]
    rows = max(0, ROWS - rows_of(answers, ones, [*verbs, *always]) - len(besides))
    plain, near = _as_buttons(ranked, rest, rows, len(orders))
    shown = [*best, *ranked[len(best) :]][: len(plain)]
    fill = [*buttons(_listed(begins, verbs, ranked, plain)), *spare][: -(len(verbs) + len(always)) % A_ROW]
    last = [*buttons(verbs), *fill, *always]
    # A tap on these only shows them.
    aims = [aim for aim, button in zip(ranked, shown, strict=False) if button.at_once]
    lists = _left(game, seen, way, subject, [*aims, *ranked[len(plain) :]], rest[len(near) :]) if rows else []
    seen_to = orders[: sum(each.at_once for each in shown)]
    words = in_words.lines(game, seen, [*seen_to, *(each for each in further if each not in seen_to)])
    mixed = rows_of(shown, near) > rows_of([*shown, *near])
    first, second = ([*shown, *near], []) if mixed else (shown, near)
    view = laid(buttons(answers), buttons(first), ones, buttons(second), lists, besides, last)
    picks = taps([*ranked, *rest], lists[0].path if lists else "", [*shown, *near])
    text = "\n".join([*_about(game, seen, subject, together, begins, head), *words])
    return Page(text, view, Shown(seen, tinted(ranked, subject.place), picks))


def _together(game: AnyGame, seen: AnySeen, kinds: Sequence[type[Any]], subject: Subject) -> Subject:
    """Return as many of some pieces as can be given an order together."""
    pieces = stacked(game, seen, kinds, subject.pieces) if len(subject.pieces) > 1 else subject.pieces
    return Subject(pieces, subject.place)


def _aims(game: AnyGame, seen: AnySeen, way: Way, subject: Subject, begins: Sequence[Begun]) -> list[Choice]:
    """Return the goals of orders.

    An answer to a question also has the goals of each piece alone.
    """
    kinds, ranked = possible(game, seen), _ranked(begins, [goals(game, seen, order) for order in begins])
    alone = len(subject.pieces) > 1 and len(kinds) <= AN_ANSWER
    return ranked + (_of_each(game, seen, way, kinds, subject, ranked) if alone else [])


def _of_each(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], subject: Subject, known: Sequence[Choice]
) -> list[Choice]:
    """Return goals that a piece can reach alone but not with the others."""
    found: list[list[Choice]] = []
    for piece in subject.pieces:
        name = names(game, seen, (piece,))
        for order in begun(game, seen, way, kinds, Subject((piece,), subject.place)):
            verb = order.name
            found.append(
                [
                    aim._replace(label=aim.label.replace(f"{verb}: ", f"{verb}: {name}, ", 1))
                    for aim in goals(game, seen, order)
                ]
            )
    taken = {each.place for each in known}
    aims = [aim for row in zip_longest(*found) for aim in row if aim is not None and aim.place not in taken]
    return aims[: max(0, in_words.MOST - len(known))]


def _about(
    game: AnyGame, seen: AnySeen, subject: Subject, together: Subject, begins: Sequence[Begun], head: str
) -> list[str]:
    """Name the pieces, those unable to join the others, and their threats."""
    danger = _dangers(game, seen, subject.pieces)
    field, (piece, *more) = naming_pieces(game), subject.pieces
    name = called(game, seen, subject) if more or field is None else game.label(seen, field, piece)
    apart = [each for each in subject.pieces if each not in together.pieces] if together.pieces else []
    alone = (
        [f"The orders below are not for {names(game, seen, apart)}: press a name for its own."] if apart else []
    )
    lines = [head or f"**{name}**", *alone, *danger]
    return [*lines, *(["Nothing can be ordered here now."] if not begins and not more else [])]


def _dangers(game: AnyGame, seen: AnySeen, pieces: Sequence[Any]) -> list[str]:
    """Return the threats to pieces, by name unless all are threatened alike."""
    threatened = grouped(pieces, lambda piece: game.threats(seen, piece))
    told = {said: some for said, some in threatened.items() if said}
    if len(threatened) == 1:
        return list(told)
    return [f"{names(game, seen, some)}: {said}" for said, some in told.items()]


def _left(
    game: AnyGame, seen: AnySeen, way: Way, subject: Subject, aims: Sequence[Choice], rest: Sequence[Choice]
) -> list[Pick]:
    """Return the list of goals and pieces that are no buttons, if there are any."""
    verbs = {each.label.partition(":")[0] for each in aims}
    caption = f"{verbs.pop()} …" if len(verbs) == 1 else "Choose a goal or a target"
    if rest:
        caption = "Another goal, or another of your units"
    path = way_of(game, seen, way, subject).path("goal")
    return [select(path, [*aims[: MOST - len(rest)], *rest], caption)] if aims or rest else []


def _spelled(game: AnyGame, seen: AnySeen, order: Begun) -> list[Choice]:
    """Return a few choices off the map, such as facings, if they complete the order."""
    asked, named = order.to.asks, [field for field in fields(order.kind) if field.required]
    if asked is None or asked.several or asked.field != named[-1] or len(asked.shown) > A_ROW:
        return []
    found = weighed(game, seen, order.kind, order.to, asked)
    if any(remark.place for _, _, remark in found):
        return []
    return [
        choice(picked(order.to.way, asked.at, [str(n)]),
               f"{order.name}: {value_called(game, seen, asked.field, value)}", remark)
        for n, value, remark in found
    ]  # fmt: skip


def _verbs(
    game: AnyGame,
    seen: AnySeen,
    begins: Sequence[Begun],
    aims: Sequence[Choice],
    told: Sequence[Told] | None,
    *,
    spells: bool,
) -> tuple[list[Choice], list[Told]]:
    """Return the choices of verbs, plain ones first, with the orders to describe.

    Nothing is spelled out if that leaves no room for goals.

    A verb covered by its goals needs no button, unless several pieces can have their own goals. A careful player
    sees each order before it is given, so none is described.
    """
    careful, green = told is None, {type(each.action) for each in told or ()}
    words: list[Choice] = []
    spelled: list[Choice] = []
    orders: list[Told] = []
    for order in begins:
        way, name = order.to.way, order.name
        whole = in_words.told(game, seen, way) if not careful else None
        if each := _spelled(game, seen, order) if spells else []:
            choices, more = in_words.green(game, seen, [] if careful else each)
            spelled += choices or each
            orders += more
        elif whole is not None:
            choices, more = _whole(game, seen, order, whole, aims, told or ())
            words += choices
            orders += more
        elif not _says_all(order, aims) or (one_for_each(order.kind) and order.kind not in green):
            words.append(Choice(way.path("more"), "", name))
    return [*words, *spelled], orders


def _listed(
    begins: Sequence[Begun], verbs: Sequence[Choice], aims: Sequence[Choice], pressed: Sequence[Choice]
) -> list[Choice]:
    """Return the verbs of orders whose goals are only in the list."""
    known = {each.path for each in verbs}
    found = [
        Choice(order.to.way.path("more"), "", order.name)
        for order in begins
        if any(_leads_on(aim, order) for aim in aims) and not any(_leads_on(aim, order) for aim in pressed)
    ]
    return [each for each in found if each.path not in known]


def _whole(
    game: AnyGame, seen: AnySeen, order: Begun, whole: Told, aims: Sequence[Choice], told: Sequence[Told]
) -> tuple[list[Choice], list[Told]]:
    """Return the buttons of a complete order: its own, if no goal is it, and a change."""
    way, name = order.to.way, order.name
    words: list[Choice] = []
    orders: list[Told] = []
    given = [each.button for each in told if each.button is not None and each.action == whole.action]
    aim = next((each for each in (*given, *aims) if _leads_on(each, order)), None)
    if aim is None:
        words.append(Choice(way.path("act"), "", name, whole.chance.words, at_once=True))
        orders.append(whole._replace(button=words[0]))
    to = walked(game, seen, way) if whole.chance.words else None
    if to is not None and to.more:
        changed, more = better(game, seen, to, along(game, seen, to), aim.label if aim else name, 1)
        words += [*changed, Choice(way.path("more"), "", f"{name} …")]
        orders += more
    return words, orders


def _as_buttons(
    goals: Sequence[Choice], rest: Sequence[Choice], rows: int, told: int
) -> tuple[Sequence[Choice], Sequence[Choice]]:
    """Return the goals and pieces that are buttons in this number of rows.

    A row is a list of the rest, if there is any or if some goals are `told`. If room is short, other pieces come
    before goals that are not.
    """
    if rows_of(goals, rest) + bool(told) <= rows:
        return goals, rest
    room = A_ROW * max(0, rows - 1)
    most = max(told or BEST, room - len(rest))
    shown = goals[: min(room, most)]
    return shown, rest[: room - len(shown)]


def _ranked(begins: Sequence[Begun], aims: Sequence[list[Choice]]) -> list[Choice]:
    """Return the goals of orders by turns, those first that make an order whole."""
    found: dict[bool, list[list[Choice]]] = {True: [], False: []}
    for order, shown in zip(begins, aims, strict=True):
        asks, named = order.to.asks, [field for field in fields(order.kind) if field.required]
        found[asks is None or asks.field == named[-1]].append(shown)
    return [each for lists in found.values() for row in zip_longest(*lists) for each in row if each is not None]


def _says_all(order: Begun, aims: Sequence[Choice]) -> bool:
    """Say whether the goals of an order are all that its verb could lead to."""
    asks, own = order.to.asks, [each for each in aims if _leads_on(each, order)]
    return len(own) == (1 if asks is None else len(asks.shown)) > 0


def _leads_on(aim: Choice, order: Begun) -> bool:
    """Say whether a goal is one of this order, and of all its pieces."""
    verb, _, picks = aim.value.partition(":")
    return verb == order.to.way.verb and picks.split(".")[:1] == list(order.to.way.picks[:1])


def _and(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], subject: Subject
) -> list[Press | Pick]:
    """Return buttons that take another piece of the same place along."""
    there = [piece for piece, place in able(game, seen, kinds).items() if place == subject.place]
    found = []
    for piece in [each for each in there if each not in subject.pieces][:A_ROW]:
        more = Subject((*subject.pieces, piece), subject.place)
        if len(stacked(game, seen, kinds, more.pieces)) == len(more.pieces):
            to = way_of(game, seen, way, more)
            found.append(Press(to.path("more"), f"+ {names(game, seen, (piece,))}", ButtonStyle.primary))
    return [*found]


def _ones(game: AnyGame, seen: AnySeen, way: Way, subject: Subject) -> list[Press | Pick]:
    """Return a button for each of a few pieces; more are ticked in a list."""
    if len(subject.pieces) < 2:
        return []
    singles = [Subject((piece,), subject.place) for piece in subject.pieces]
    ways = [way_of(game, seen, way, one) for one in singles]
    told = [names(game, seen, one.pieces) for one in singles]
    if len(singles) <= A_ROW:
        return [Press(to.path("more"), each, ButtonStyle.primary) for to, each in zip(ways, told, strict=True)]
    options = [
        SelectOption(label=each[:LONGEST], value=to.picks[0]) for to, each in zip(ways[:MOST], told, strict=False)
    ]
    return [
        Pick(way_of(game, seen, way, singles[0]).path("some"), options, "Only some of them", most=len(options))
    ]
