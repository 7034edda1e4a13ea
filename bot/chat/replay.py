"""The replay of a stretch of the game: stills of the map, as a seat saw them.

A still is the map after a part of a move: after a fight, along a way, or after another visible change. The page
draws ways, shots and dice over the map that it shows. So the files hold only the parts of the map that changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

import msgspec
from msgspec import Struct

from bot.chat.desk.answers import fit
from bot.chat.desk.order_text import AnySeen
from bot.chat.desk.table import Table
from bot.chat.posts.film import MARKS, SENTENCES, lately
from bot.chat.posts.narrative import SMALL, closes_lesson, result_of, tell
from bot.chat.posts.sending import Upload
from bot.kernel.game import Effect, Scene
from bot.kernel.secret import Seat, see
from bot.kit.english import begun, percent
from render import Look, paint, pictures_of
from render.drawings import Replay

MOST = 12
"""The most stills of a replay; of a longer stretch the last are shown."""
FAR = 60
"""The most moves that are searched for stills."""
AT_ONCE = 4
"""How many pictures an answer brings."""
LETTERS = 200
"""The length of the words of a still."""
SCRIPT = "moments.json"
"""The name of the file with the words, ways and dice."""
LATELY = "lately"
GAINS = ("place", "ground", "scored")
"""The effects that a still names if it is no fight: its own words tell the others."""
SPACES = re.compile(r"(?<=\() +| +(?=[ )])")
"""Spaces that are too many, where an emoji was."""
ASKED = re.compile(rf"(\d{{1,7}}|{LATELY})-(\d{{1,7}})\.(\d{{1,3}})")


class Asked(NamedTuple):
    """The stretch that a page asks for: the moves after `since` up to `last`.

    Without `since` it begins with the last order of the asker before others moved. The answer brings pictures from
    number `begin` on.
    """

    since: int | None
    last: int
    begin: int


def asked(text: str) -> Asked | None:
    """Read what a page asks for; `None` if it asks for something else."""
    found = ASKED.fullmatch(text)
    if found is None:
        return None
    return Asked(None if found[1] == LATELY else int(found[1]), int(found[2]), int(found[3]))


class Throw(Struct, frozen=True, omit_defaults=True):
    """A roll in a still: its purpose, its faces, and the lowest face that counts."""

    title: str
    sides: int
    faces: tuple[int, ...]
    least: int = 0


class Still(Struct, frozen=True, omit_defaults=True):
    """The words of a still, and its signs on the map. Places have the names of orders."""

    move: int
    words: str
    places: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    line: tuple[str, str] | None = None
    dice: tuple[Throw, ...] = ()
    chance: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it shows nothing on the map but changes."""
        return not (self.places or self.way or self.line or self.dice)


class Change(Struct, frozen=True, omit_defaults=True):
    """The changed part of the map, and the place of its upper left corner.

    Without a file nothing changed. A `fresh` change is one of the present map, and not of the still before. A
    `bare` still has no picture, because the map had another size.
    """

    file: str = ""
    x: int = 0
    y: int = 0
    fresh: bool = False
    bare: bool = False


class Script(Struct, frozen=True, omit_defaults=True):
    """The answer to a page. `changes` are those from number `begin` on.

    The first change, of number 0, leads from the present map back to the beginning of the stretch.
    """

    since: int
    last: int
    size: tuple[int, int]
    stills: tuple[Still, ...]
    begin: int
    changes: tuple[Change, ...]
    earlier: int = 0
    """How many moves of the stretch are left out at its beginning."""


class Shown(NamedTuple):
    """A still, and the view after it."""

    still: Still
    seen: AnySeen


class Stretch(NamedTuple):
    """The stills of a stretch, the view before them, and the moves left out before."""

    before: AnySeen
    stills: Sequence[Shown]
    earlier: int


def answer(table: Table, seat: Seat, look: Look, wanted: Asked) -> list[Upload]:
    """Return the files that answer a page."""
    last = min(wanted.last, len(table.log) - 1)
    since = wanted.since if wanted.since is not None else lately(table, seat)[0] - 1
    stretch = stretch_of(table, seat, max(since, 0), last)
    views = (stretch.before, *(each.seen for each in stretch.stills))
    now, count = see(table.log.after(last + 1), seat), AT_ONCE if stretch.stills else 0
    made = paint(Replay(table.record.title, now, views, wanted.begin, count, look))
    uploads, changes = list[Upload](), list[Change]()
    for n, step in enumerate(made.steps, start=wanted.begin):
        if step.part is None:
            changes.append(Change(fresh=step.fresh, bare=step.bare))
        else:
            uploads.append(Upload(f"{n}.webp", step.part.file))
            changes.append(Change(f"{n}.webp", step.part.x, step.part.y, step.fresh))
    script = Script(
        max(since, 0), last, made.size, tuple(each.still for each in stretch.stills), wanted.begin, tuple(changes),
        stretch.earlier,
    )  # fmt: skip
    return [Upload(SCRIPT, msgspec.json.encode(script)), *uploads]


def stretch_of(table: Table, seat: Seat, since: int, last: int) -> Stretch:
    """Return the stills of the moves after `since` up to `last`, as a seat saw them.

    It goes back from the last move until there are enough stills. The opening, which sets the pieces up, has
    none, nor have the orders that lead to the position of a lesson, and its end.
    """
    if table.lesson is not None and table.step_number(last + 1) == 0:
        since = last
    moves = [n for n in table.log.moves if since < n <= last and not closes_lesson(table, n)]
    left, stills = len(moves), list[Shown]()
    while left and len(stills) < MOST and len(moves) - left < FAR:
        left -= 1
        stills = _gathered([*_stills(table, moves[left], seat), *stills])
    before = see(table.log.after(moves[left] if moves else last + 1), seat)
    if len(stills) > MOST:
        before, stills = stills[-MOST - 1].seen, stills[-MOST:]
    return Stretch(before, stills, left)


def _gathered(stills: Sequence[Shown]) -> list[Shown]:
    """Join adjacent stills that show only words, if the words fit."""
    found: list[Shown] = []
    for each in stills:
        words = f"{found[-1].still.words} {each.still.words}" if found else ""
        if found and len(words) < LETTERS and found[-1].still.is_plain and each.still.is_plain:
            found[-1] = Shown(msgspec.structs.replace(each.still, words=words), each.seen)
        else:
            found.append(each)
    return found


class _Part:
    """A still in the making: the events since the last one."""

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self.went: Went | None = None
        self.lines: list[str] = []
        self.effects: list[Effect] = []
        self.places: list[str] = []

    @property
    def shows(self) -> bool:
        """Whether there is anything to show or to say."""
        return bool(self.scene or self.went or self.lines)

    def ends_before(self, scene: Scene | None, went: Went | None) -> bool:
        """Return whether a fight, a card or another way needs a still of its own."""
        apart = scene is not None and (scene.kind != "phase" or self.scene is not None)
        return self.shows and (apart or (went is not None and not went.follows(self.went)))

    def still(self, table: Table, move: int, seen: AnySeen) -> Shown:
        """Return the still as it is shown to the reader of this view."""
        scene, way = self.scene, self.went.way if self.went is not None else ()
        fight = scene if scene is not None and scene.rolls else None
        where = pictures_of(table.record.title).places(seen.state)
        places = scene.places if scene is not None and scene.places else dict.fromkeys(self.places)
        shown = Still(
            move,
            _words(table, seen, self),
            tuple(place for place in places if place in where),
            tuple(place for place in (scene.path if scene is not None else ()) or way if place in where),
            scene.line if scene is not None else None,
            tuple(_throws(fight)) if fight is not None else (),
            f"{fight.likely}: {percent(fight.chance)}" if fight is not None and fight.chance is not None else "",
        )
        return Shown(shown, seen)


class Went(NamedTuple):
    """Pieces that went along a way together."""

    pieces: frozenset[str]
    way: tuple[str, ...]

    def follows(self, before: Went | None) -> bool:
        """Return whether the same pieces continue their way."""
        return before is not None and before.pieces == self.pieces and before.way[-1] == self.way[0]


def _stills(table: Table, move: int, seat: Seat) -> Iterator[Shown]:
    """Yield the stills of a move: each fight, each card and each way begins one."""
    game, told = table.game, tell(table, move, seat)
    seen, knowing = see(table.log.after(move), seat), game.knowing(told.events)
    pictures = pictures_of(table.record.title)
    standing, part = pictures.standings(seen.state), _Part()
    for event, text in zip(told.events, told.texts, strict=True):
        scene, effects = game.scene(seen, event), list(game.effects(knowing(seen), event))
        after = seen.then(game.evolve(seen.state, event))
        there = pictures.standings(after.state)
        went = _went(event, standing, there)
        if part.ends_before(scene, went):
            yield part.still(table, move, seen)
            part = _Part()
        part.scene = scene or part.scene
        if went is not None:
            before = part.went.way[:-1] if part.went is not None and went.follows(part.went) else ()
            part.went = Went(went.pieces, (*before, *went.way))
        part.lines += [line for line in text.split("\n") if line and not line.startswith(SMALL)]
        part.effects += effects
        part.places += _touched(effects, standing, there)
        seen, standing = after, there
    if part.shows:
        yield part.still(table, move, seen)


def _went(event: object, before: Mapping[str, str], after: Mapping[str, str]) -> Went | None:
    """Return the way of the pieces that an event moved; of several ways the most used."""
    moved: dict[tuple[str, str], set[str]] = {}
    for piece, place in after.items():
        if before.get(piece, place) != place:
            moved.setdefault((before[piece], place), set()).add(piece)
    if not moved:
        return None
    (start, end), pieces = max(moved.items(), key=lambda each: len(each[1]))
    path = getattr(event, "path", ())
    way = tuple(map(str, path)) if isinstance(path, tuple) and path and path[-1] == end else (end,)
    return Went(frozenset(pieces), way if way[0] == start else (start, *way))


def _touched(effects: Iterable[Effect], before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Return the places of new pieces, and of pieces and places that an event changed."""
    came = [place for piece, place in after.items() if piece not in before]
    return [*came, *(after.get(each.key) or before.get(each.key) or each.key for each in effects if each.key)]


def _throws(scene: Scene) -> Iterator[Throw]:
    """Yield the rolls of a fight."""
    for roll, title, least in zip_longest(scene.rolls, scene.titles, scene.hits):
        if roll is not None:
            yield Throw(begun(title or roll.purpose), roll.sides, roll.faces, least or 0)


def _words(table: Table, seen: AnySeen, part: _Part) -> str:
    """Say what a still shows: the first sentence, and the outcome or what follows."""
    lines = table.game.run_on(table.game.gather(part.lines))
    found = [
        each for line in lines for each in SENTENCES.split(SPACES.sub("", MARKS.sub("", line)).strip()) if each
    ]
    fought = part.scene is not None and part.scene.kind == "fight"
    result = result_of(table, seen, [each for each in part.effects if fought or each.kind in GAINS])
    if not found:
        found = [part.scene.title if part.scene is not None else "A unit moves."]
    return _fitting([found[0], result] if result else found)


def _fitting(sentences: Sequence[str]) -> str:
    """Join as many whole sentences as fit; the first is cut if it is too long."""
    words = fit(sentences[0], LETTERS)
    for more in sentences[1:]:
        if len(words) + len(more) >= LETTERS:
            break
        words = f"{words} {more}"
    return words
