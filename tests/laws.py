"""The laws that every title obeys, against nothing but the kernel's protocol.

A law takes a match at some moment, the title's `Hooks`, and its own randomness. It raises `AssertionError` if it
is broken. `tests/kernel/test_laws.py` applies the laws to every title, `tests/kernel/test_teeth.py` shows that
each can fail, and `python -m tests.soak` runs them at length.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice, takewhile
from random import Random
from typing import Any, NamedTuple
from unittest import TestCase

import msgspec

from bot.chat.desk import order_completion, order_reading
from bot.chat.panel.walk import walked
from bot.chat.panel.way import Way, picked
from bot.kernel.dice import Dice, SeededDice
from bot.kernel.fields import Field, fields
from bot.kernel.game import Case, Effect, Sketch, decide, forced, kind_of, legal, open_kinds, verb, well_formed
from bot.kernel.log import Entry, after, drawn, fold, live
from bot.kernel.rule import Modifier, Refusal
from bot.kernel.secret import PUBLIC, Seat, Seen, redact, secrets, see
from bot.kit.codec import decode, encode
from bot.kit.data_files import Problem, rows
from bot.kit.effects import MOST, outcome_line
from bot.kit.instructions import STANDING, folded, moves, standing
from bot.kit.lots import rolls
from bot.kit.parts import parts
from bot.store.history import History, undo
from tests.forgery import anybody, forged, meant
from tests.hooks import Hooks
from tests.losses import untold
from tests.match import AnyGame, AnySeen, Match, play, sample
from tests.secrecy import OtherDice, assert_alike, told, told_of_absence, watch


def goes_on(match: Match, hooks: Hooks, rnd: Random) -> None:
    """The game is over and asks nobody, or each seat it asks has a legal action."""
    game = match.game
    assert match.over == (not match.asked), f"over: {match.over}, asked: {match.asked}"
    for seat in match.asked:
        seen = match.seen(seat)
        kinds = open_kinds(game, seen)
        assert kinds, f"{seat} is asked for nothing"
        assert any(True for kind in kinds for _ in legal(game, seen, kind)), f"{seat} cannot answer {kinds}"


def ends(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Random legal play ends, never gets stuck, and never breaks."""
    rest = play(match.cut(len(match.log)), rnd, moves=hooks.longest)
    assert rest.over, f"the game is not over after {len(rest.log)} entries"


def offers_what_it_takes(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Every offered action is accepted, offered once, and only to seats asked."""
    game = match.game
    for seat in match.viewers:
        seen = match.seen(seat)
        open_now = (*open_kinds(game, seen), *hooks.anytime)
        for kind in game.actions:
            offered = list(game.candidates(seen, kind, {}))
            twice = [action for action, n in Counter(offered).items() if n > 1]
            assert not twice, f"{seat} is offered twice: {twice[0]}"
            allowed = [action for action in offered if game.judge(seen, action) is None]
            assert kind in open_now or not allowed, f"{seat!r} is not asked for {allowed[:1]}"
            for action in sample(rnd, allowed, 25):
                after = _state_after(match, seat, action)
                left = game.undone(seen, action)
                assert not (left and fields(kind)), f"{action} leaves {left}: it is asked for by its verb alone"
                assert not left.endswith("."), f"{left!r} is a clause"
                outcome = game.outcome(after)
                asked = game.prompts(see(after, seat))
                assert bool(asked) == (outcome is None), f"after {action}: {outcome}, asked {list(asked)}"


def completes_what_it_takes(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Suggested values for required and some other options are accepted, in any order."""
    game = match.game
    for seat in match.asked:
        seen = match.seen(seat)
        for kind in (*open_kinds(game, seen), *hooks.anytime):
            if next(legal(game, seen, kind), None) is None:
                continue
            texts = _completed(game, seen, kind, rnd)
            action = order_reading.read(game, seen, kind, texts)
            assert isinstance(action, kind), (
                f"{seat} completes {texts} for {verb(kind)}, and it is not read: {action}"
            )
            refusal = game.judge(seen, action)
            assert refusal is None, f"{seat} completes {texts} for {verb(kind)}, and it is refused: {refusal}"


def _completed(game: AnyGame, seen: AnySeen, kind: type[Any], rnd: Random) -> dict[str, str]:
    """Fill in an action from suggestions, option by option in random order."""
    options = [field for field in fields(kind) if field.required or rnd.random() < 0.2]
    rnd.shuffle(options)
    texts: dict[str, str] = {}
    for field in options:
        offered = order_completion.suggest(game, seen, kind, field.name, "", texts)
        assert all(choice.value for choice in offered), f"an empty value for {field.name} of {verb(kind)}"
        assert offered or not field.required, f"nothing for {field.name} of {verb(kind)} after {texts}"
        if offered:
            texts[field.name] = rnd.choice(offered).value
    return texts


def answers_what_it_offers(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Offered topics of a question are answered."""
    game = match.game
    for seen in map(match.seen, match.viewers):
        for kind in game.questions:
            offered = {field.name: list(game.topics(seen, kind, field)) for field in fields(kind)}
            for _ in range(10 if all(offered.values()) else 0):
                question = kind(**{name: rnd.choice(values) for name, values in offered.items()})
                assert game.ask(seen, question).found, f"{question} is offered, and there is nothing to tell"


def presses_what_it_takes(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Picks from the panel for each question, and perhaps another, make a legal order."""
    for seat in match.asked:
        seen = match.seen(seat)
        for kind in (*open_kinds(match.game, seen), *hooks.anytime):
            if next(legal(match.game, seen, kind), None) is None:
                continue
            whole = walked(match.game, seen, _picked(match.game, seen, kind, rnd))
            assert whole.asks is None, f"{seat} has picked all of {verb(kind)}, and is asked for {whole.asks}"
            other = [name for name, value in whole.known.items() if getattr(whole.action, name) != value]
            assert not other, f"{seat} picks {whole.known}, and it becomes {whole.action}"
            refusal = match.game.judge(seen, whole.action)
            assert refusal is None, f"{seat} picks {whole.action}, and it is refused: {refusal}"


def _picked(game: AnyGame, seen: AnySeen, kind: type[Any], rnd: Random) -> Way:
    """Go through the panel at random, and perhaps an option further."""
    way = Way(0, 0, verb(kind))
    while True:
        at = walked(game, seen, way)
        if at.asks is None:
            break
        assert at.asks.shown, f"nothing to pick for {at.asks.field.name} of {verb(kind)}"
        way = picked(at.way, at.asks.at, [str(rnd.choice(at.asks.shown)[0])])
    if at.more and rnd.random() < 0.5:
        option = rnd.choice(at.more)
        return picked(at.way, option.at, [str(rnd.choice(option.shown)[0])])
    return at.way


def sound_at_every_question(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Nothing on the table is ever as it must not be."""
    for n, state in enumerate(match.states):
        faults = list(hooks.faults(state))
        assert not faults, f"after entry {n}: {faults}"


def conserves(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Pieces, cards and points change only by events, and as they say."""
    state = match.game.blank()
    for n in live(match.log):
        for at, event in enumerate(match.log[n].events):
            before, state = state, match.game.evolve(state, event)
            if n == at == 0:
                continue
            expected = +Counter(hooks.stock(before))
            expected.update(hooks.change(before, event))
            differs = Counter(hooks.stock(state))
            differs.subtract(expected)
            assert not any(differs.values()), f"entry {n}: {event} makes {_nonzero(differs)} out of nothing"


def _nonzero(counter: Counter[str]) -> dict[str, int]:
    return {key: n for key, n in counter.items() if n}


def folds(match: Match, hooks: Hooks, rnd: Random) -> None:
    """The log folds to the live state, and each prefix to the state of its time."""
    game = match.game
    assert folded(game, match.log, match.instructions) == match.state
    for n in sample(rnd, range(len(match.log)), 5):
        earlier = match.cut(n + 1)
        again = folded(game, earlier.log, earlier.instructions)
        assert again == match.states[n], f"{n + 1} entries fold to another state"


def encodes(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Log and states survive writing and reading, with the order of their mappings."""
    game = match.game
    log = [decode(game, encode(entry)) for entry in match.log]
    for n, (entry, again) in enumerate(zip(match.log, log, strict=True)):
        assert again == entry, f"entry {n} is read as {again}, it was {entry}"
        assert encode(again) == encode(entry), f"entry {n} is written otherwise when it has been read"
    assert encode(folded(game, log, match.instructions)) == encode(match.state), (
        "a log that was read folds to another order of things"
    )
    for state in sample(rnd, match.states, 5):
        read = msgspec.json.decode(encode(state), type=game.state)
        assert read == state, "a state is read otherwise than it was written"


def takes_back(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Only the seat's last act without a die can be undone, to the exact state before."""
    game, log = match.game, match.log
    for seat in match.viewers:
        first = undo(History(game, log), seat)
        if isinstance(first, Refusal):
            _assert_worded(game, first)
            continue
        gone = [log[n] for n in live(log) if n >= first]
        assert all(entry.seat == seat for entry in gone), f"{seat} takes back what {gone[-1].seat} did"
        assert gone[0].by == "person"
        assert not any(True for entry in gone for _ in rolls(entry.events)), "a die is taken back"
        before = fold(game, log[:first])
        for viewer in match.viewers:
            assert viewer == seat or not _revealed(match, before, gone, viewer), f"{viewer} has seen a secret"
        again = [*log, Entry(seat, "person", back_to=first, drawn=drawn(log))]
        assert fold(game, again) == before, f"the undo of {gone[0].action} leads to another state"


def leaves_orders_unseen(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Standing orders are no move: unseen by others, without dice, and kept by undo."""
    kind = kind_of(match.game, STANDING)
    if kind is None:
        return
    for seat in match.seats:
        for action in sample(rnd, legal(match.game, match.seen(seat), kind), 2):
            later = _after(match, seat, action)
            _assert_unseen(match, later, seat, action)
            given = match.game.orders(later.seen(seat))
            assert later.act(seat, action) is None
            assert match.game.orders(later.seen(seat)) == given, f"{action} is something else the second time"
            play(later, rnd, moves=3)
            _assert_ordered(later, seat, given)
            if numbers := moves(later.log)[1:]:
                later.rewind(rnd.choice(numbers))
            _assert_ordered(later, seat, given)


def _assert_unseen(match: Match, later: Match, seat: Seat, action: Any) -> None:
    """A seat's instruction changes no view of others, and no question."""
    assert later.dice.drawn == match.dice.drawn, f"{action} draws a die"
    assert match.game.prompts(later.seen(seat)) == match.game.prompts(match.seen(seat)), f"{action} is a move"
    for viewer in match.viewers:
        here, there = (encode(redact(each.state, viewer)) for each in (match, later))
        assert viewer == seat or here == there, f"{viewer!r} sees that {seat} gives {action}"


def _assert_ordered(match: Match, seat: Seat, given: str) -> None:
    """A seat has these standing orders, and the log and instructions lead to them."""
    assert folded(match.game, match.log, match.instructions) == match.state, (
        "standing orders fold to another state"
    )
    assert match.over or match.game.orders(match.seen(seat)) == given, f"the orders of {seat} do not last"


def takes_back_no_news(match: Match, hooks: Hooks, rnd: Random) -> None:
    """An act that can be undone told its seat nothing, whatever the secrets."""
    for seat in match.asked:
        other = redealt(match, hooks, seat, rnd)
        for kind in (*open_kinds(match.game, match.seen(seat)), *hooks.anytime):
            for action in sample(rnd, legal(match.game, match.seen(seat), kind), 4):
                if match.game.judge(see(other, seat), action) is None and _undoable(match, seat, action):
                    events = _events(match, match.state, seat, action)
                    twin = _events(match, other, seat, action, OtherDice(events, seat, match.dice.drawn, rnd))
                    one = watch(match.game, match.state, events, seat)
                    assert one == watch(match.game, other, twin, seat), f"{seat} takes back what {action} has told"


def _undoable(match: Match, seat: Seat, action: Any) -> bool:
    """Say whether a seat could take an action back at once."""
    history = History(match.game, match.log, (len(match.log), match.state))
    later = _after(match, seat, action)
    history.extend(later.log[len(match.log) :], later.state)
    return not isinstance(undo(history, seat), Refusal)


def _revealed(match: Match, state: Any, entries: Sequence[Entry[Any, Any]], viewer: Seat) -> bool:
    events = [event for entry in entries for event in entry.events]
    return watch(match.game, state, events, viewer).reveals is not None


def rolls_once(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Draws are numbered from 0; each is in one event, whatever was undone since."""
    numbers: list[int] = []
    for n, entry in enumerate(match.log):
        numbers += sorted(roll.draw for roll in dict.fromkeys(rolls(entry.events)))
        assert numbers == list(range(entry.drawn)), f"entry {n} of {entry.drawn} draws: {numbers[-8:]} in events"


def keeps_secrets(match: Match, hooks: Hooks, rnd: Random) -> None:
    """With other secrets a viewer reads the same, to the byte."""
    for viewer in match.viewers:
        tells_no_difference(match, hooks, viewer, redealt(match, hooks, viewer, rnd), rnd.random())


def tells_no_difference(match: Match, hooks: Hooks, viewer: Seat, other: Any, luck: float) -> None:
    """A viewer reads the same of the match and of another state with the same view."""
    here, there = (_told_after(match, hooks, state, viewer, Random(luck)) for state in (match.state, other))
    for (name, mine), (_, theirs) in zip(here, there, strict=True):
        assert mine == theirs, f"{viewer!r} can tell by {name}: {mine!r} or {theirs!r}"


def _told_after(match: Match, hooks: Hooks, state: Any, viewer: Seat, rnd: Random) -> list[tuple[str, Any]]:
    """Yield a viewer's texts when the title has just handled this very state.

    Play continues from there, so that a title that caches beside its state shows it.
    """
    for seat in match.asked[:1]:
        seen, after = see(state, seat), state
        actions = (action for kind in open_kinds(match.game, seen) for action in legal(match.game, seen, kind))
        for event in _events(match, state, seat, next(actions)):
            after = match.game.evolve(after, event)
    return list(told(match.game, hooks, see(state, viewer), rnd))


def redealt(match: Match, hooks: Hooks, viewer: Seat, rnd: Random) -> Any:
    """Return the state with other secrets, which looks the same to the viewer."""
    other = hooks.redeal(match.state, viewer, rnd)
    mine, theirs = redact(match.state, viewer), redact(other, viewer)
    assert encode(mine) == encode(theirs), f"{viewer!r} sees what is not theirs"
    return other


def shows_no_more_than_it_says(match: Match, hooks: Hooks, rnd: Random) -> None:
    """An action looks the same to viewers without its secrets, unless it reveals one.

    Another side's action afterwards is its own, in an entry or from its start. A search looks the same until a
    discovery, and so does an action that reveals by choice.
    """
    for viewer in match.viewers:
        other = redealt(match, hooks, viewer, rnd)
        for seat in match.asked:
            seen, there = match.seen(seat), see(other, seat)
            for kind in (*open_kinds(match.game, seen), *hooks.anytime):
                for action in sample(rnd, legal(match.game, seen, kind), 4):
                    tells = hooks.tells(seen, action)
                    if match.game.judge(there, action) is None and not (tells and viewer != seat):
                        events = _events(match, match.state, seat, action)
                        dice = OtherDice(events, viewer, match.dice.drawn, rnd)
                        twin = _events(match, other, seat, action, dice)
                        one, two = (_until(hooks.acting, each) for each in (events, twin))
                        courses = (match.state, one), (other, two)
                        either = tells or kind in hooks.finding
                        assert_alike(match.game, viewer, str(action), *courses, either=either)


def keeps_news_secret(match: Match, hooks: Hooks, rnd: Random) -> None:
    """News of others are the same with other secrets, until one is revealed.

    That includes another hidden choice."""
    for viewer in match.viewers:
        other = redealt(match, hooks, viewer, rnd)
        for seat in (seat for seat in match.asked if seat != viewer):
            for action in _some_orders(match, hooks, seat, other, rnd):
                events = _events(match, match.state, seat, action)
                dice = OtherDice(events, viewer, match.dice.drawn, rnd)
                mine = _Course(match.state, events, action)
                theirs = [_Course(other, _events(match, other, seat, action, dice), action)]
                for twin in hooks.twins(match, seat, action, rnd):
                    theirs += [_Course(match.state, _events(match, match.state, seat, twin), twin)]
                for each in theirs:
                    _assert_same_news(match, viewer, seat, mine, each)


class _Course(NamedTuple):
    """The events of an order in a state."""

    state: Any
    events: Sequence[Any]
    action: Any


def _assert_same_news(match: Match, viewer: Seat, seat: Seat, one: _Course, two: _Course) -> None:
    """A viewer reads the same news of two courses, unless one reveals a secret."""
    if [watch(match.game, each.state, each.events, viewer).reveals for each in (one, two)] == [None, None]:
        here, there = (_news(match, viewer, seat, each) for each in (one, two))
        for what in here:
            assert here[what] == there[what], f"{viewer!r} can tell secrets apart by {what} of {one.action}"


def _some_orders(match: Match, hooks: Hooks, seat: Seat, other: Any, rnd: Random) -> Iterator[Any]:
    """Yield orders that are legal in both states and tell no secret themselves."""
    seen, there = match.seen(seat), see(other, seat)
    for kind in open_kinds(match.game, seen):
        for action in sample(rnd, legal(match.game, seen, kind), 2):
            if match.game.judge(there, action) is None and not hooks.tells(seen, action):
                yield action


def _news(match: Match, viewer: Seat, seat: Seat, course: _Course) -> dict[str, Any]:
    """Return a viewer's news after the order of a seat."""
    history = History(match.game, match.log, (len(match.log), course.state), match.instructions)
    entry = Entry(seat, "person", course.action, tuple(course.events), drawn(match.log))
    history.extend([entry], after(match.game, course.state, course.events))
    return told_of_absence(match, history, viewer)


def hides_who_gave_orders(match: Match, hooks: Hooks, rnd: Random) -> None:
    """News of others do not show whether an order came by hand."""
    unseen = ("person", "plan", "orders")
    for viewer in match.viewers:
        log = [
            msgspec.structs.replace(entry, by=rnd.choice(unseen))
            if entry.by in unseen and entry.seat != viewer and entry.back_to is None
            else entry
            for entry in match.log
        ]
        known = (len(log), match.state)
        here, there = (
            told_of_absence(match, History(match.game, each, known, match.instructions), viewer)
            for each in (match.log, log)
        )
        for what in here:
            assert here[what] == there[what], f"{viewer!r} can tell who gave orders by {what}"


def _until(kinds: tuple[type[Any], ...], events: Sequence[Any]) -> list[Any]:
    return list(takewhile(lambda event: not isinstance(event, kinds), events))


def waits_alike(match: Match, hooks: Hooks, rnd: Random) -> None:
    """A forced answer of a seat does not depend on secrets hidden from others."""
    for viewer in match.viewers:
        other = redealt(match, hooks, viewer, rnd)
        for seat in match.asked:
            one, two = (forced(match.game, see(state, seat)) for state in (match.state, other))
            assert (one is None) == (two is None), f"{viewer!r} can tell secrets apart by {one or two} of {seat}"


def hides_what_is_chosen(match: Match, hooks: Hooks, rnd: Random) -> None:
    """A bystander cannot tell hidden choices apart, until they are found."""
    for seat in match.seats:
        for kind in (*open_kinds(match.game, match.seen(seat)), *hooks.anytime):
            for action in sample(rnd, legal(match.game, match.seen(seat), kind), 2):
                for twin in hooks.twins(match, seat, action, rnd):
                    for viewer in match.viewers:
                        if viewer != seat:
                            one, two = (
                                (match.state, _events(match, match.state, seat, a)) for a in (action, twin)
                            )
                            either = kind in hooks.finding
                            assert_alike(match.game, viewer, f"{action} or {twin}", one, two, either=either)


def opens_in_secret(match: Match, hooks: Hooks, rnd: Random) -> None:
    """With other hidden dice at the opening, viewers without them see the same."""
    game, blank = match.game, match.game.blank()
    events = match.log[0].events
    for viewer in match.viewers:
        twin = game.open(match.scenario, match.options, OtherDice(events, viewer, 0, rnd))
        assert_alike(match.game, viewer, "the opening", (blank, events), (blank, twin))


def folds_as_it_is_read(match: Match, hooks: Hooks, rnd: Random) -> None:
    """A seat's log folds to its view of the state, which is enough to follow."""
    game = match.game
    for viewer in match.viewers:
        state = game.blank()
        for n in live(match.log):
            for event in match.log[n].events:
                state = game.evolve(state, redact(event, viewer))
        state = after(game, state, (redact(event, viewer) for event in standing(match.instructions)))
        seen = redact(match.state, viewer)
        assert redact(state, viewer) == seen, f"{viewer!r} sees another state than they can fold"


def tells_once(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Equal events read the same for all but the actor; views follow from events."""
    game, state = match.game, match.game.blank()
    for n in live(match.log):
        views = {viewer: redact(state, viewer) for viewer in match.viewers}
        for event in match.log[n].events:
            public = redact(event, PUBLIC)
            text = game.tell(Seen(PUBLIC, views[PUBLIC]), public)
            for viewer, view in views.items():
                shown = redact(event, viewer)
                alike = shown == public and viewer != match.log[n].seat
                told = text if alike else game.tell(Seen(viewer, view), shown)
                assert game.tell(see(state, viewer), shown) == told, f"{viewer!r} is told otherwise of {shown}"
            state = game.evolve(state, event)
            views = {seat: game.evolve(view, redact(event, seat)) for seat, view in views.items()}
            if n:
                assert views == {seat: redact(state, seat) for seat in views}, f"{event} shows more than it says"


def tells_what_comes_of_it(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Losses and changes of hands are effects, and every reader gets one line."""
    game, state = match.game, match.game.blank()
    for n in live(match.log):
        effects: dict[Seat, list[Effect]] = {viewer: [] for viewer in match.viewers}
        for at, event in enumerate(match.log[n].events):
            lost = untold(game, state, event) if n or at else []
            assert not lost, f"entry {n}: {event} has no effect for {lost}"
            for viewer in match.viewers:
                effects[viewer] += game.effects(see(state, viewer), redact(event, viewer))
            state = game.evolve(state, event)
        for viewer, found in effects.items():
            line = outcome_line(found, game.fights(state, viewer) if viewer else "")
            assert len(line) <= 2 * MOST, f"too long for a line: {line}"
            assert HOLE.search(line) is None, f"a hole in {line!r}"
            assert "\n" not in line, line


def hides_the_lots(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Nobody reads the draw from a hidden pile.

    Its position would reveal earlier draws of others.
    """
    state = match.game.blank()
    for n in live(match.log):
        for event in match.log[n].events:
            before, state = state, match.game.evolve(state, event)
            if not n:
                continue
            now = dict(secrets(state))
            for path, pile in secrets(before):
                if not pile.readers and now.get(path) != pile:
                    left = now[path].value if path in now else ()
                    assert not _readable_lots(event), f"{event} says where in {path} it lay"
                    shown = _is_lot(event, pile.value, left) and not isinstance(event, hooks.open_lots)
                    assert not shown, f"{event} shows where in {path} it lay"


def _readable_lots(event: Any) -> bool:
    return any(secret.readers and any(rolls(secret.value)) for _, secret in secrets(event))


def _is_lot(event: Any, before: Any, after: Any) -> bool:
    """Return whether a public die has the size of a pile that has lost an item."""
    lost = isinstance(before, tuple) and isinstance(after, tuple) and len(after) < len(before)
    return lost and any(roll.sides == len(before) for roll in rolls(redact(event, PUBLIC)))


def withstands_forgery(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Forged actions change nothing unless legal, and nothing breaks."""
    for _ in range(40):
        seat = anybody(match, rnd)
        judged_forgery(match, hooks, seat, forged(match.game, match.seen(rnd.choice(match.seats)), rnd))
    for said in (None, "stop", {"do": "stop"}, Seat("german"), object()):
        judged_forgery(match, hooks, match.seats[0], said)
    for kind in match.game.questions:
        seen = match.seen(anybody(match, rnd))
        question = forged(match.game, seen, rnd, kind)
        judged_forgery(match, hooks, match.seats[0], question)
        with suppress(msgspec.ValidationError):
            match.game.ask(seen, well_formed(question))


def judged_forgery(match: Match, hooks: Hooks, seat: Seat, action: Any) -> None:
    """Let the referee judge an action: a reasoned refusal, or a legal action."""
    game, before = match.game, encode(match.state)
    try:
        result = decide(game, match.state, seat, action, match.cut(len(match.log)).dice)
    except msgspec.ValidationError:
        result = None
    assert encode(match.state) == before, f"{seat!r} changes the state by asking for {action}"
    if isinstance(result, Refusal):
        _assert_worded(game, result)
    elif result is not None:
        assert seat in match.seats, f"{seat!r} has no seat, but may {action}"
        open_now = (*open_kinds(game, match.seen(seat)), *hooks.anytime)
        assert type(action) in open_now, f"{seat} was not asked, but may {action}"
        encode(Entry(seat, "person", action, result))
        goes_on(_after(match, seat, action), hooks, Random(0))


def gives_reasons(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Refusals and modifiers cite existing cases, and refusals suggest a remedy."""
    game = match.game
    for rule in game.rules:
        assert set(rule.cites) <= cases(game), f"{rule} cites what does not exist"
    for seat in match.seats:
        seen = match.seen(seat)
        for kind in game.actions:
            likely = list(islice(game.candidates(seen, kind, {}), 200))
            for action in [*sample(rnd, likely, 25), *(forged(game, seen, rnd, kind) for _ in range(5))]:
                with suppress(msgspec.ValidationError):
                    refusal = game.judge(seen, well_formed(action))
                    if refusal is not None:
                        _assert_worded(game, refusal)
                    else:
                        _assert_cited(game, game.odds(seen, action))
    for entry in match.log:
        _assert_cited(game, entry.events)


def answers_any_order(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Any question about any order, from any seat or none, is answered in full words."""
    past = rnd.choice(match.states)
    views = [see(state, viewer) for state in (match.state, past) for viewer in match.viewers]
    for seen in map(match.seen, (*match.viewers, Seat("nobody"))):
        for kind in sample(rnd, match.game.actions, 10):
            for action in (meant(match.game, views, rnd, kind), forged(match.game, seen, rnd, kind)):
                with suppress(msgspec.ValidationError):
                    _assert_answered(match.game, seen, well_formed(action))


def _assert_answered(game: AnyGame, seen: AnySeen, action: Any) -> None:
    """Ask everything about an order that can be asked before it is given."""
    texts = dict(_answers(game, seen, action))
    known = all(_is_known(game, seen, field, getattr(action, field.name)) for field in fields(type(action)))
    for what, text in texts.items() if known else ():
        assert HOLE.search(text) is None, f"{seen.seat!r} is told {what} of {action}: there is a hole in {text!r}"
    given = {field.name: getattr(action, field.name) for field in fields(type(action))}
    for field in fields(type(action)):
        others = {name: value for name, value in given.items() if name != field.name}
        assert len(game.weigh(seen, type(action), others, field, [given[field.name]])) == 1
    assert isinstance(game.sketch(seen, action), Sketch | None)
    assert isinstance(game.why(seen, action), str)
    assert all(isinstance(each, type(action)) for each in game.fewer(seen, action))
    with TestCase().assertNoLogs():  # An error ends the preview, and is only logged.
        game.foresee(seen, [action])


def _answers(game: AnyGame, seen: AnySeen, action: Any) -> Iterator[tuple[str, str]]:
    if (refusal := game.judge(seen, action)) is not None:
        yield "the refusal", f"{refusal.why}. {refusal.mend}."
    if (odds := game.odds(seen, action)) is not None:
        yield "the odds", "\n".join((odds.title, *(name for name, _ in odds.chances), *odds.notes))
        assert all(0 <= chance < 1.000001 for _, chance in odds.chances), f"{odds} of {action}"
    yield "the sentence", game.spoken(seen, action)
    yield "what to know", "\n".join(game.beforehand(seen, action))
    yield "what is left undone", game.undone(seen, action)


def _is_known(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> bool:
    """Return whether a field of an order names a known thing, or has its default."""
    if not field.is_name or (not field.required and value == field.default):
        return True
    named = value if field.many else (value,)
    return bool(named) and set(named) <= set(game.values(seen, field))


def advises_with_reason(match: Match, hooks: Hooks, rnd: Random) -> None:
    """The computer's advice is legal and has a reason in a sentence."""
    for seat in match.asked:
        seen = match.seen(seat)
        action = match.game.advise(seen)
        assert match.game.judge(seen, action) is None, f"{seat} cannot do what is advised: {action}"
        said = match.game.why(seen, action)
        assert re.fullmatch(r"(?s)\S.*[.]", said), f"{seat} is told {said!r} of {action}"


def says_why(match: Match, hooks: Hooks, rnd: Random) -> None:
    """Refusals are true, and the refusal of an untimely order names its moment.

    So two orders that are open at different moments are never turned away with the same words.
    """
    game, moments = match.game, _moments(match, rnd)
    for seat in match.seats:
        seen, closed = match.seen(seat), {}
        open_now = (*open_kinds(game, seen), *hooks.anytime)
        for kind in game.actions:
            likely = sample(rnd, islice(game.candidates(seen, kind, {}), 100), 10)
            for action in [*likely, *(forged(game, seen, rnd, kind) for _ in range(6))]:
                with suppress(msgspec.ValidationError):
                    action = well_formed(action)
                    refusal = game.judge(seen, action)
                    if refusal is None:
                        continue
                    untrue = hooks.untrue(seen, action, refusal.why)
                    assert not untrue, f"{seat} is told {refusal.why!r} of {action}: {untrue}"
                    if kind not in open_now and not match.over:
                        closed[kind] = refusal.why
        for one, other in combinations(closed, 2):
            apart = moments[one] and moments[other] and moments[one].isdisjoint(moments[other])
            same = closed[one] == closed[other]
            assert not (apart and same), f"{seat} is told the same of {verb(one)} and {verb(other)}: {closed[one]}"


def _moments(match: Match, rnd: Random) -> Mapping[type[Any], set[tuple[str, ...]]]:
    """Return for each class of actions the prompts of the match that it was open at."""
    moments: defaultdict[type[Any], set[tuple[str, ...]]] = defaultdict(set)
    kinds = {verb(kind): kind for kind in match.game.actions}
    for state in sample(rnd, match.states, 30):
        for prompt in match.game.prompts(see(state, PUBLIC)).values():
            for word in prompt.verbs:
                moments[kinds[word]].add(prompt.verbs)
    return moments


HOLE = re.compile(
    r"(?<=\S) [.,;:!?](?=\s|$)|\b(?:at|of|the|an|and|or)[.,;!?](?=\s|$)|[,:;] ?[.,;](?=\s|$)"
    r"|\(\s*\)|\*{4}|(?<=\S)  +(?=\S)|^\s*-\s*$|\bNone\b",
    re.MULTILINE,
)
"""An empty name, or a program's text for nothing."""


def leaves_no_hole(match: Match, hooks: Hooks, rnd: Random) -> None:
    """No text for a player has an empty name in it."""
    game = match.game
    for viewer in match.viewers:
        for what, text in _texts(match, match.seen(viewer), rnd):
            hole = HOLE.search(text)
            at = slice(max(0, hole.start() - 60), hole.end() + 20) if hole else slice(0)
            assert hole is None, f"{what}: there is a hole in {text[at]!r}"
    state = game.blank()
    for n in live(match.log):
        for event in match.log[n].events:
            for viewer in match.viewers:
                text = game.tell(see(state, viewer), redact(event, viewer))
                assert HOLE.search(text) is None, f"a hole in {text!r} of {event}"
            state = game.evolve(state, event)


def _texts(match: Match, seen: AnySeen, rnd: Random) -> Iterator[tuple[str, str]]:
    """Yield a seat's texts at a moment, also for half-named actions."""
    game = match.game
    yield "status", game.status(seen)
    yield "hand", game.hand(seen)
    yield "what is held", game.held(seen)
    if seen.seat in match.seats:
        yield "orders", game.orders(seen)
    for prompt in game.prompts(seen).values():
        yield "prompt", prompt.text
    for kind in game.actions:
        for field in fields(kind):
            if field.is_name:
                for value in sample(rnd, game.values(seen, field), 5):
                    yield f"label of {value}", game.label(seen, field, value)
        likely = sample(rnd, islice(game.candidates(seen, kind, {}), 200), 5)
        for action in [*likely, *(_halved(action, rnd) for action in likely), _empty(kind)]:
            refusal = game.judge(seen, action)
            if refusal is not None:
                yield f"refusal of {action}", f"{refusal.why}. {refusal.mend}."
            else:
                odds = game.odds(seen, action)
                for each in (odds.title, *(name for name, _ in odds.chances), *odds.notes) if odds else ():
                    yield f"odds of {action}", each
                yield f"what {action} leaves undone", game.undone(seen, action)


def _halved(action: Any, rnd: Random) -> Any:
    """Return an action without some of its names."""
    empty = {
        field.name: (() if field.many else "")
        for field in fields(type(action))
        if field.is_name and rnd.random() < 0.5
    }
    return msgspec.structs.replace(action, **empty)


def _empty(kind: type[Any]) -> Any:
    """Return an action that names nothing."""
    blank = {int: 1, bool: False}
    return kind(
        **{
            field.name: () if field.many else (*field.choices, blank.get(field.type, ""))[0]
            for field in fields(kind)
            if field.required
        }
    )


def cases(game: AnyGame) -> set[str]:
    """Return the ids of the cases a title can cite: its own, and the table's."""
    problems: list[Problem] = []
    found = {case.id for case in rows("table/cases.tsv", Case, problems)}
    assert not problems
    return found | set(game.cases)


def _assert_worded(game: AnyGame, refusal: Refusal) -> None:
    assert refusal.cite in cases(game), f"{refusal} cites what does not exist"
    for text in (refusal.why, refusal.mend):
        assert text.strip(), f"{refusal} leaves something unsaid"
        assert not text.endswith("."), f"{refusal} ends with a full stop"


def _assert_cited(game: AnyGame, tree: Any) -> None:
    for part in parts(tree, Modifier):
        assert part.cite in cases(game), f"{part} cites what does not exist"


def _events(match: Match, state: Any, seat: Seat, action: Any, dice: Dice | None = None) -> tuple[Any, ...]:
    dice = dice or SeededDice(match.dice.key, match.dice.drawn)
    result = decide(match.game, state, seat, action, dice)
    assert not isinstance(result, Refusal), f"{action} is offered and refused: {result}"
    return result


def _state_after(match: Match, seat: Seat, action: Any) -> Any:
    state = match.state
    for event in _events(match, state, seat, action):
        state = match.game.evolve(state, event)
    return state


def _after(match: Match, seat: Seat, action: Any) -> Match:
    later = match.cut(len(match.log))
    assert later.act(seat, action) is None
    return later


Law = Callable[[Match, Hooks, Random], None]
MOMENTS: tuple[Law, ...] = (
    ends, goes_on, offers_what_it_takes, completes_what_it_takes, presses_what_it_takes, takes_back,
    takes_back_no_news, leaves_orders_unseen, keeps_secrets, shows_no_more_than_it_says, waits_alike,
    hides_what_is_chosen, keeps_news_secret, withstands_forgery, gives_reasons, says_why, answers_any_order,
    advises_with_reason, leaves_no_hole,
    answers_what_it_offers,
)  # fmt: skip
"""Laws about the present moment of a match."""
COURSES: tuple[Law, ...] = (
    sound_at_every_question, conserves, folds, encodes, rolls_once, folds_as_it_is_read, tells_once,
    opens_in_secret, hides_the_lots, hides_who_gave_orders, tells_what_comes_of_it,
)  # fmt: skip
"""Laws that look at all that has happened in it."""
