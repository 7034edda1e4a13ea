"""The news of an absence in at most twelve lines, for a seat or for the public.

They are cut from the account that the reader saw: first hits, then losses, then the next decision, then all other
events. Each line leads to a move and a place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from discord import SelectOption
from msgspec import Struct

from bot.chat.controls.buttons import Pick
from bot.chat.desk.answers import sentence
from bot.chat.desk.names import named, side, waited_for
from bot.chat.desk.order_text import LONGEST, clip
from bot.chat.desk.table import Absence, Table
from bot.chat.posts.narrative import SMALL, Told, tell
from bot.kernel.game import Effect
from bot.kernel.secret import PUBLIC, Seat, see
from bot.kit.effects import HARM, MISSED, PLACES, Change, about, changes
from bot.kit.english import begun, count
from bot.kit.pieces import grouped

MOST = 12
"""The most lines of the news."""
MOST_OF_A_KIND = 4
"""The most lines about hits, and about losses."""
MOST_PHASES = 3
"""The most phases that are named; more are counted."""
SPECTATED = 20
"""How many moves are news to a spectator, who gives no orders."""
LONGEST_LINE = 160
"""The most characters of a quoted line."""
MOST_CHOICES = 25
"""The most options of a list (Discord)."""
GIVEN = ("person", "plan", "orders")
"""The origins of moves that other players cannot tell apart."""
END = re.compile(r"(?<=[.!?]) +(?=[A-Z0-9])")
"""The space between two sentences."""
MORE = "-# `/game news` tells more."
"""The last line of news that a post has no room for."""
PHASES = "Phases since then: "
NOTHING = "Nothing that you can see has happened"


class Line(Struct, frozen=True):
    """A line of the news, and the first and last move that it is about."""

    text: str
    first: int = 0
    move: int = 0
    place: str = ""
    """The place of that move, if it had one."""


class News(Struct, frozen=True):
    """The news for a reader since their last own move, which is 0 if there was none."""

    since: int
    last: int
    lines: tuple[Line, ...]
    seated: bool = True

    @property
    def head(self) -> str:
        """The time that the news cover, in words."""
        if not self.seated:
            return f"In the last {count(self.last - self.since, 'move')}" if self.since else "Since the game began"
        return "Since your last order" if self.since else "Since the game began"

    @property
    def leading(self) -> list[Line]:
        """The lines that lead to a move."""
        return [line for line in self.lines if line.move]


class Block(NamedTuple):
    """News under a post, and the lines of it that lead to a move."""

    text: tuple[str, ...] = ()
    leading: tuple[Line, ...] = ()


class _At(NamedTuple):
    """Where the effects of one kind about one thing came from."""

    first: int
    last: int
    place: str


class _Move(NamedTuple):
    """A move of another seat: its first news, and whether another line reports it."""

    seat: Seat
    line: Line
    changed: bool


class _Account(NamedTuple):
    """The visible moves that were not undone, and how far the game went back."""

    told: Sequence[tuple[int, Told]]
    back: Sequence[int]


def news(table: Table, seat: Seat, last: int | None = None, *, public: bool = False) -> News:
    """Return the news for a seat, or for a spectator, after the move `last`.

    With `public` they hold only public knowledge, for a post that calls the seat.
    """
    until = len(table.log) - 1 if last is None else last
    reader = PUBLIC if public else seat
    own = _seats(table, seat)
    absence = _absence(table, own, until, GIVEN if public else ("person",))
    since, account = absence.since, _Account([(n, tell(table, n, reader)) for n in absence.moves], absence.back)
    told = [*_changed(table, account, seat, reader, until), *([] if public else _decided(table, seat))]
    touched = [line for touch, line in told if touch != "else"]
    rest = [line for touch, line in told if touch == "else"]
    others = list(_others(table, account, own, public=public))
    more = _filled(table, rest, others, _moves(table, account, own), MOST - len(touched))
    return News(since, until, (*touched, *more), bool(own))


def _seats(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats of the person in a seat; () for a spectator."""
    person = table.person_at(seat)
    return (tuple(table.seats_of(person)) if person is not None else (seat,)) if seat else ()


def _absence(table: Table, own: tuple[Seat, ...], until: int, by: tuple[str, ...]) -> Absence:
    """Return the moves since the last own one; only new moves are scanned again."""
    log, known = table.log, table.absences.get((own, by)) if own else None
    if known is None or known.until > until:
        mine = (n for n in range(until, 0, -1) if log[n].seat in own and log[n].by in by)
        since = next(mine, 0) if own else max(0, until - SPECTATED)
        known = Absence(since, since)
    since, moves, back = known.since, list(known.moves), list(known.back)
    for n in range(known.until + 1, until + 1):
        entry = log[n]
        if entry.seat in own and entry.by in by:
            since, moves, back = n, [], []
        elif (to := entry.back_to) is not None:
            moves = [each for each in moves if each < to]
            back += [to] if to <= since else []
        elif entry.events:
            moves.append(n)
    found = table.absences[own, by] = Absence(since, until, tuple(moves), tuple(back))
    return found


# Hits, losses and other changes.


def _changed(table: Table, account: _Account, seat: Seat, reader: Seat, until: int) -> Iterator[tuple[str, Line]]:
    """Yield a line for each kind of change, with its meaning to the reader."""
    state = see(table.log.after(until + 1), reader).state
    sides = [table.game.fights(state, each) for each in table.sides]
    own = table.game.fights(state, seat) if seat else ""
    where: dict[tuple[str, ...], _At] = {}
    found: list[Effect] = []
    place = ""
    for n, told in account.told:
        place = _target(told) or (place if any(each.kind in HARM for each in told.effects) else "")
        for each in told.effects:
            found.append(each)
            before = where.get(about(each))
            at = place or (each.key if each.kind in PLACES else "")
            where[about(each)] = _At(before.first if before else n, n, at)
    lines = [(each.touches, _line(each, where)) for each in changes(found, own, alone=sides.count(own) == 1)]
    for touch in ("hit", "lost"):
        yield from ((touch, line) for line in _few([each for is_, each in lines if is_ == touch]))
    yield from (each for each in lines if each[0] == "else")


def _target(told: Told) -> str:
    """Return the place of an entry's last fight."""
    scenes = [moment.scene for moment in told.moments if moment.scene.places]
    if not scenes:
        return ""
    return scenes[-1].line[1] if scenes[-1].line else scenes[-1].places[0]


def _line(change: Change, where: dict[tuple[str, ...], _At]) -> Line:
    found = [where[key] for key in change.about if key in where]
    last = max(found, key=lambda at: at.last)
    return Line(change.text, min(at.first for at in found), last.last, last.place)


def _few(lines: Sequence[Line], most: int = MOST_OF_A_KIND) -> list[Line]:
    """Put the last lines together if they are too many."""
    if len(lines) <= most:
        return list(lines)
    left = lines[most - 1 :]
    last = max(left, key=lambda line: line.move)
    text = f"And {count(len(left), 'more change')}, the last in move {last.move}."
    return [*lines[: most - 1], Line(text, min(line.first for line in left), last.move, last.place)]


# Decisions.


def _decided(table: Table, seat: Seat) -> Iterator[tuple[str, Line]]:
    """Yield what the game waits for, or how it ended, and stopped plans."""
    outcome = table.outcome()
    prompt = table.prompts(table.seen(seat)).get(seat) if seat else None
    if outcome is not None:
        yield "decide", Line(f"🏁 **The game is over.** {sentence(outcome.why)}")
    elif prompt is not None:
        yield "decide", Line(f"▶️ **You decide:** {clip(_first(prompt.text), LONGEST_LINE)}")
    else:
        yield "decide", Line(f"▶️ The game waits for {waited_for(table)}.")
    plan = table.log.plans.get(seat)
    if plan is not None and plan.stopped:
        yield "decide", Line(f"🗒️ **Your plan has stopped:** {plan.stopped}.")


# Other events.


def _others(table: Table, account: _Account, own: Sequence[Seat], *, public: bool) -> Iterator[Line]:
    """Yield lines about phases, automatic own moves, and going back."""
    for to in account.back[-1:]:
        yield Line(f"↩️ The game went back to before move {to}.")
    phases = [(n, m.scene.title) for n, told in account.told for m in told.moments if m.scene.kind == "phase"]
    if phases:
        few, (last, title) = len(phases) <= MOST_PHASES, phases[-1]
        names = "; ".join(title for _, title in phases) if few else f"{len(phases)}, the last “{title}”"
        yield Line(f"{PHASES}{names}.", phases[0][0], last)
    for by, words in (("plan", "Your plan gave {}."), ("orders", "Your standing orders gave {}.")):
        mine = [n for n, _ in account.told if table.log[n].seat in own and table.log[n].by == by]
        if mine and not public:
            yield Line(words.format(count(len(mine), "order")), mine[0], mine[-1])


def _moves(table: Table, account: _Account, own: Sequence[Seat]) -> list[_Move]:
    """Return the moves of others that the reader can see."""
    found = []
    for n, told in account.told:
        text, seat = headline(told.lines), table.log[n].seat
        if text and seat and seat not in own:
            if MISSED in told.effects and "miss" not in text:
                text = f"{text} {MISSED.what}"
            phase = any(moment.scene.kind == "phase" for moment in told.moments)
            changed = phase or any(each.kind != "missed" for each in told.effects)
            found.append(_Move(seat, Line(text, n, n, _target(told)), changed))
    return found


def headline(lines: Iterable[str]) -> str:
    """Return the first sentence that is neither a tip nor small print, without marks."""
    line = next((line for line in lines if not line.startswith(SMALL)), "")
    return _first(END.split(line.replace("*", ""))[0])


def _first(text: str) -> str:
    """Return the first line of a text, cut if it is long."""
    return clip(text.partition("\n")[0], LONGEST_LINE)


def _filled(
    table: Table, rest: Sequence[Line], others: Sequence[Line], moves: Sequence[_Move], room: int
) -> list[Line]:
    """Fill the room: moves without a change one by one if they fit, else their number."""
    plain = {move.line.text: move.line for move in moves if not move.changed}
    if len(rest) + len(others) + len(plain) <= room:
        return [*rest, *plain.values(), *others]
    counts = [_number(table, seat, some) for seat, some in grouped(moves, lambda move: move.seat).items()]
    return [*_few(rest, max(1, room - len(others) - len(counts))), *counts, *others][:room]


def _number(table: Table, seat: Seat, moves: Sequence[_Move]) -> Line:
    """Count the moves of a seat."""
    last = moves[-1].line
    text = f"{begun(side(table, seat))} gave {count(len(moves), 'order')}."
    return Line(text, moves[0].line.first, last.move, last.place)


# The news as players read them.


def told(found: News) -> str:
    """Return the news as an answer to a reader."""
    moves = f", moves {found.since + 1} to {found.last}" if found.last > found.since else ""
    lines = [f"- {line.text}" for line in found.lines]
    if found.leading:
        return "\n".join([f"📰 **{found.head}**{moves}", *lines])
    nothing = f"{NOTHING} {found.head[:1].lower()}{found.head[1:]}."
    return "\n".join([f"📰 **{nothing}**", *lines])


def block(table: Table, seats: Collection[Seat], first: int, last: int, room: int) -> Block:
    """Return the public news for a post that calls seats, in `room` characters.

    Lines are left out if the post reports all that they are about, because it tells the moves from `first` on.
    """
    said: list[tuple[str, Line | None]] = []
    for seat in (seat for seat in table.sides if seat in seats):
        found = news(table, seat, last, public=True)
        lines = [line for line in found.lines if line.first < first]
        if any(not line.text.startswith(PHASES) for line in lines):
            since = f"{found.head[:1].lower()}{found.head[1:]}"
            head = f"{named(table, seat)}, {since}" if len(seats) > 1 else found.head
            said += [(f"**{head}:**", None), *((f"- {line.text}", line) for line in lines)]
    kept = _fitting(said, room)
    leading = tuple(line for _, line in kept if line is not None and line.move)
    return Block(tuple(text for text, _ in kept), leading)


def _fitting(said: Sequence[tuple[str, Line | None]], room: int) -> list[tuple[str, Line | None]]:
    """Return the lines that fit into a post.

    If some are cut, the last line says so."""
    lengths = list(accumulate(len(text) + 1 for text, _ in said))
    if not said or lengths[-1] <= room:
        return list(said)
    kept = [each for each, length in zip(said, lengths, strict=True) if length <= room - len(MORE) - 1]
    if kept and kept[-1][1] is None:  # A head needs a line below it.
        kept.pop()
    return [*kept, (MORE, None)] if room > len(MORE) else []


def choices(game: int, lines: Iterable[Line]) -> list[Pick]:
    """Return the list that leads from lines to their moves; [] without lines."""
    options = [
        SelectOption(label=clip(f"{line.text}", LONGEST), value=f"{n}:{line.move}:{line.place}")
        for n, line in enumerate(lines)
    ]
    return [Pick(f"news:{game}", options[:MOST_CHOICES], "See one of these on the map")] if options else []
