"""The content of posts and letters: story, pictures, the turn, and a mark."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate

import msgspec
from discord import ButtonStyle
from discord.ui import View

from bot.chat.controls.buttons import Press, view
from bot.chat.controls.lessons import pointing
from bot.chat.desk import notes
from bot.chat.desk.answers import LIMIT, chunks, fit
from bot.chat.desk.guard import LOST, painted
from bot.chat.desk.names import named
from bot.chat.desk.order_text import AnySeen
from bot.chat.desk.table import Table
from bot.chat.posts import ending
from bot.chat.posts.narrative import SHORT, Moment, Narrative, counted, narrative, private_lines
from bot.chat.posts.news import Block, Line, block, choices
from bot.kernel.game import Prompt, Scene, Sketch
from bot.kernel.rule import case
from bot.kernel.secret import PUBLIC, Seat, see
from bot.kit.lessons import SET, Lesson, Step
from bot.kit.pieces import grouped
from render import LOOKS, Drawing, Look, Picture, paint
from render.drawings import Board, Cards, Crop, Dice, Hand

log = logging.getLogger(__name__)

MISSING = "-# ⚠️ A picture could not be drawn or shown here."
MOST_FIGHTS = 4
"""How many fights of one post get pictures; Discord takes 10 files."""
MOST_CARDS = 4
"""How many of the cards of one post are shown."""
MAP = "map.png"
"""The name of a picture of the whole map."""
CUT = "…"
"""Stands where the oldest lines of a long letter were."""
MARK = 60
"""Characters of a post that are left for its mark."""


class Post(msgspec.Struct, frozen=True):
    """A message: its text, pictures, called people, and whether it may grow.

    `spared` are named people who are not called, because they want calls later. `lacking` means that a picture
    could not be drawn, as the text also says.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    calls: tuple[int, ...] = ()
    open: bool = False
    lacking: bool = False
    spared: tuple[int, ...] = ()
    news: tuple[Line, ...] = ()
    """Lines of news for the called players, which lead to moves."""

    def sparing(self, resting: Collection[int]) -> Post:
        """The same post, without calls to resting people."""
        calls = tuple(person for person in self.calls if person not in resting)
        spared = tuple(person for person in self.calls if person in resting)
        return msgspec.structs.replace(self, calls=calls, spared=spared)

    @property
    def mark(self) -> str:
        """The last line, by which the post is found again."""
        return self.text.rpartition("\n")[2]

    @property
    def plain(self) -> Post:
        """The same post without its pictures."""
        bare = msgspec.structs.replace(self, pictures=())
        return bare if self.lacking else bare.saying_so

    @property
    def without_map(self) -> Post:
        """The same post without the whole map."""
        return msgspec.structs.replace(self, pictures=tuple(p for p in self.pictures if p.name != MAP))

    @property
    def saying_so(self) -> Post:
        """The same post, which says that a picture is missing."""
        text, _, last = self.text.rpartition("\n")
        return msgspec.structs.replace(self, text=f"{text}\n{MISSING}\n{last}".lstrip())


def mark(table: Table, last: int) -> str:
    """Return the last line of every post: the game, and the last reported move."""
    return f"-# Game {table.record.id} · move {last}"


def buttons_under(table: Table, news: Sequence[Line] = ()) -> View:
    """Return the buttons under public posts; a finished game takes no orders."""
    over = table.outcome() is not None
    return view(*ending.buttons(table)) if over else table_buttons(table.record.id, news)


def table_buttons(game: int, news: Sequence[Line] = ()) -> View:
    """Return the buttons under the posts of a running game."""
    return view(
        Press(f"panel:{game}", "Your orders", ButtonStyle.primary, emoji="🎖️"),
        Press(f"board:{game}", "Map", emoji="🗺️"),
        Press(f"film:{game}:lately", "Film", emoji="🎞️"),
        Press(f"hand:{game}", "Your hand", emoji="🖐️"),
        Press(f"status:{game}", "Situation", emoji="📋"),
        *choices(game, news),
    )


def compose(table: Table, first: int, last: int) -> list[Post]:
    """Make the posts that report a range of the log.

    The same stretch always makes the same texts. Without visible events or a new question there is no post.
    """
    told = narrative(table, first, last)
    prompts = table.prompts(told.seen, last + 1)
    shown = told.lines or told.moments
    if first and not shown and prompts == table.prompts(see(table.log.after(first), PUBLIC), first):
        return []
    calls, step = _called(table, first, last), table.step(last + 1) if prompts else None
    lines = [_whose_move(table, told.seen, seat, prompt) for seat, prompt in prompts.items()]
    if not prompts:
        over = table.game.outcome(told.seen.state) is not None
        calls = tuple(person for person in table.people() if not over or person != _doer(table, last))
        lines = _ended(table) if over else [f"{LOST} {_mentions(calls)}".rstrip()]
    drawn = _pictures(table, told, last, calls=bool(calls), step=step)
    lacking = None in drawn
    text = _told(told) if first or table.lesson is None else _introduced(table, table.lesson)
    head = _head(table, told)
    if not first and told.tip in text:  # A hint for the first order is placed beside the question.
        text.remove(told.tip)
        lines.insert(0, told.tip)
    closing = "\n".join([*lines, mark(table, last)])
    if len(closing) > LIMIT // 2:  # A very long question becomes part of the story.
        text, closing = [*text, *lines], mark(table, last)
    room = LIMIT - len(head) - max(len(closing), MARK) - len(MISSING) - 2
    story = chunks("\n".join(text), room)  # A missing picture does not change how the text is divided.
    if not first:  # The opening story is a post of its own, so that the first order is next to the map.
        story.append("")
    about = _news(table, first, last, room - len(story[-1]) - 1)
    small = all(moment.scene.kind == "card" for moment in told.moments) and not calls and step is None
    ends = [f"{mark(table, last)} · part {n} of {len(story)}" for n in range(1, len(story))]
    story[-1] = head + "\n".join(filter(None, [story[-1], *about.text]))  # The last post calls.
    *parts, end = [Post(f"{text}\n{end}".lstrip()) for text, end in zip(story, [*ends, closing], strict=True)]
    pictures = tuple(picture for picture in drawn if picture is not None)
    whole = Post(end.text, pictures, calls, small and not lacking, lacking, news=about.leading)
    return [*parts, whole.saying_so if lacking else whole]


def _head(table: Table, told: Narrative) -> str:
    """Return the first line of a post that ends a game, "" for every other post."""
    outcome = table.game.outcome(told.seen.state) if table.lesson is None else None
    return f"🏁 {ending.told(table, outcome)}\n" if outcome is not None else ""


def _news(table: Table, first: int, last: int, room: int) -> Block:
    """Return the news for called players; a lesson tells everything itself."""
    seats = _turns(table, first, last) if table.lesson is None else ()
    return block(table, seats, first, last, room)


def _introduced(table: Table, lesson: Lesson) -> list[str]:
    """Say what a lesson is about, instead of its opening."""
    told = "-# A green button gives its order at once. Every other order is confirmed with “Do it”."
    return [f"## {table.name}", lesson.text, told, f"-# A lesson is a real game, but its dice are set: {SET}"]


def _told(told: Narrative) -> list[str]:
    """Return the lines of a story; a long one begins with its outcome."""
    text = counted(told.story)
    return [f"**{told.result}**", *text] if told.result and len(text) > SHORT else text


def _ended(table: Table) -> list[str]:
    """Call everybody to the end of a game, and publish the seed of its dice."""
    outcome = table.outcome()
    if table.lesson is not None and outcome is not None:
        return [f"🏅 **{outcome.why}**"]
    seed, people = table.record.seed.hex(), _mentions(table.people())
    checked = f"-# The seed of the dice was `{seed}`. `/game show dice` checks them; `file:True` gives the game."
    return [*([f"🏁 {people}"] if people else []), checked]


def _mentions(people: Iterable[int]) -> str:
    return " ".join(f"<@{person}>" for person in people)


@case("FP-call")
def late_call(table: Table, people: Collection[int], since: int, row: int) -> Post | None:
    """Call players among these that the game waits for, or that missed its end.

    `since` is in Unix seconds, 0 if unknown; `row` marks the post.
    """
    prompts, over = table.prompts(table.seen()), table.outcome() is not None
    calls = tuple(person for person in table.people(None if over else prompts) if person in people)
    if not calls:
        return None
    about = Block()
    if over:
        lines = [f"🏁 {' '.join(f'<@{person}>' for person in calls)} This game has ended."]
    else:
        waiting = {seat: prompt for seat, prompt in prompts.items() if table.person_at(seat) in calls}
        about = block(table, waiting, len(table.log), len(table.log) - 1, LIMIT // 2)
        asked = [_whose_move(table, table.seen(), seat, prompt) for seat, prompt in waiting.items()]
        lines = [*about.text, *asked]
        lines += [f"-# The game has waited since <t:{since}:R>."] if since else []
    text = "\n".join([*lines, f"-# Game {table.record.id} · call {row}"])
    return Post(text, calls=calls, news=about.leading)


def _whose_move(table: Table, seen: AnySeen, seat: Seat, prompt: Prompt) -> str:
    record = next(each for each in table.seats if each.seat == seat)
    free = "The computer" if record.computer else "Nobody"
    who = f"<@{record.person}>" if record.person is not None else free
    return f"▶️ {who} ({named(table, seat, seen.state)}): {prompt.text}"


def _doer(table: Table, last: int) -> int | None:
    """Return the last person to act, apart from standing orders and forced moves."""
    entries = (table.log[n] for n in range(last, -1, -1))
    return table.person_at(next(entry for entry in entries if entry.chosen).seat)


def _called(table: Table, first: int, last: int) -> tuple[int, ...]:
    """Return the players whose turn begins in this range and has not ended since."""
    return table.people(_turns(table, first, last) & table.asked_after(len(table.log)))


def _turns(table: Table, first: int, last: int) -> set[Seat]:
    """Return the seats whose turn begins in this range of moves."""
    asked = table.asked_after(first)
    called: set[Seat] = set()
    doer: int | None = None
    for n, entry in enumerate(table.log[first : last + 1], start=first):
        if entry.chosen:
            doer = table.person_at(entry.seat)
        before, asked = asked, table.asked_after(n + 1)
        called = (called | (asked - before)) & asked
        called -= {seat for seat in asked - before if table.person_at(seat) == doer}
    return called


def _pictures(table: Table, told: Narrative, last: int, *, calls: bool, step: Step | None) -> list[Picture | None]:
    """Draw the pictures of a post; `None` is a failed picture.

    Called players see the map. A step of a lesson has a picture of its place instead.
    """
    title, look = table.record.title, LOOKS[table.record.look]
    made: list[Picture | None] = []
    dice = 0
    for n, moments in enumerate(by_place(worth_seeing(told.moments)), start=1):
        last_one, scene = moments[-1], moments[-1].scene
        made.append(_drawn(f"fight-{n}.png", Crop(title, last_one.seen, sketched(scene), look, scene.title)))
        for rolled in (moment.scene for moment in moments if moment.scene.rolls):
            dice += 1
            ending = "webp" if table.rolls_dice else "png"
            made.append(_drawn(f"dice-{dice}.{ending}", Dice(rolled, look, table.rolls_dice)))
    if step is not None:
        return [*made, _drawn("step.png", Crop(title, told.seen, pointing(step), look))]
    if calls or told.turns:
        made.append(_map(table, told.seen, last))
    faces = dict.fromkeys(moment.scene.card for moment in told.moments if moment.scene.kind == "card")
    if faces:
        made.append(_drawn("cards.png", Cards(title, tuple(faces)[-MOST_CARDS:], look)))
    return made


def worth_seeing(moments: Sequence[Moment]) -> list[Moment]:
    """Return the fights to draw: of many the least likely results, of equals the last."""
    fights = [moment for moment in moments if moment.scene.kind == "fight"]
    rare = sorted(range(len(fights)), key=lambda n: (fights[n].scene.chance or 0.0, -n))[:MOST_FIGHTS]
    return [fights[n] for n in sorted(rare)]


def by_place(fights: Iterable[Moment]) -> Iterable[tuple[Moment, ...]]:
    """Group fights in the same hexes: they share a picture, with the dice of each."""
    return grouped(fights, lambda moment: (frozenset(moment.scene.places), moment.scene.path)).values()


def sketched(scene: Scene) -> Sketch:
    """Return the sketch of a fight: its line or way, or a frame around a place."""
    bare = scene.line is None and not scene.path
    return Sketch(scene.places, scene.line, scene.path, next(iter(scene.places), None) if bare else None)


def _map(table: Table, seen: AnySeen, last: int) -> Picture | None:
    """Draw the public map after an entry.

    The last one is kept: a post and the map message show the same.
    """
    key = (last, table.record.look)
    if table.map is None or table.map[0] != key:
        picture = _drawn(MAP, Board(table.record.title, seen, LOOKS[table.record.look]))
        if picture is None:
            return None
        table.map = (key, picture)
    return table.map[1]


def map_mark(table: Table) -> str:
    """Return the line that a map message ends with."""
    return f"-# Game {table.record.id} · map"


def map_post(table: Table, last: int, *, picture: bool = True) -> Post:
    """Make the map message as it is after an entry: the map, and whose move it is."""
    seen = see(table.log.after(last + 1), PUBLIC)
    head = f"🗺️ **{table.name}**, after move {last}"
    lines = [_whose_move(table, seen, seat, prompt) for seat, prompt in table.prompts(seen, last + 1).items()]
    outcome = table.game.outcome(seen.state)
    if outcome is not None or not lines:
        lines = ["🏁 The game is over."] if outcome is not None else [LOST]
    text = fit("\n".join([head, *lines]), LIMIT - MARK - len(MISSING) - 1)
    drawn = _map(table, seen, last) if picture else None
    whole = Post(f"{text}\n{map_mark(table)}", (drawn,) if drawn else (), lacking=picture and drawn is None)
    return whole.saying_so if whole.lacking else whole


def same_map(table: Table, one: int, other: int) -> bool:
    """Say whether the public sees the same map after both entries."""
    before, after = (see(table.log.after(n + 1), PUBLIC).state for n in (one, other))
    return bool(before == after)


def moved_map(table: Table, message: int) -> str:
    """Return the text of an old map message: a link to the new one."""
    record = table.record
    place = f"https://discord.com/channels/{record.guild or '@me'}/{record.channel}/{message}"
    return f"🗺️ The map has come down to {place}"


def _drawn(name: str, drawing: Drawing[Picture]) -> Picture | None:
    """Draw a picture of this name, `None` where that fails."""
    picture = painted(drawing)
    return msgspec.structs.replace(picture, name=name) if picture is not None else None


@case("FP-secret")
def letter(table: Table, seat: Seat, first: int, last: int, look: Look) -> Post | None:
    """Make the letter with a seat's secrets; `None` without any."""
    lines = private_lines(table, first, last, seat)
    seen = see(table.log.after(last + 1), seat)
    hand = table.game.hand(seen)
    before = table.game.hand(see(table.log.after(first), seat)) if first else ""
    if not lines and hand in ("", before):
        return None
    picture, lacking = drawn_hand(table, seen, look)
    whose = f"**Game {table.record.id}, {named(table, seat, seen.state)}**"
    title = f"🔒 {whose} · only you read this. `/game hand` shows it again."
    text = fit("\n".join(filter(None, [title, *_newest(lines), hand])), LIMIT - MARK - len(MISSING) - 1)
    end = f"-# Game {table.record.id} · {seat.title()} · move {last}"
    whole = Post(f"{text}\n{end}", (picture,) if picture is not None else (), lacking=lacking)
    return whole.saying_so if lacking else whole


def reminder(table: Table, seat: Seat, number: int) -> Post:
    """Make the direct message with a player's notes, now that it is their move."""
    record = table.record
    title = f"🔒 **Game {record.id}, {named(table, seat)}** · it is your move in <#{record.channel}>."
    end = f"-# Game {record.id} · {seat.title()} · reminder {number}"
    return Post(f"{title}\n{notes.told(table.notes.get(seat, {}))}\n{end}")


def _newest(lines: Sequence[str]) -> list[str]:
    """Return the last lines of a letter that leave room for the hand."""
    room = LIMIT // 2 - len(CUT)
    kept = sum(length <= room for length in accumulate(map(len, reversed(lines))))
    return list(lines) if kept == len(lines) else [CUT, *lines[len(lines) - kept :]]


def drawn_hand(table: Table, seen: AnySeen, look: Look) -> tuple[Picture | None, bool]:
    """Draw the hidden hand of a seat, if any, and report a failure."""
    try:
        return paint(Hand(table.record.title, seen, look)), False
    except Exception:
        log.exception("a hand of game %s cannot be drawn", table.record.id)
        return None, True
