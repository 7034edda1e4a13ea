"""From `/game new` to the first question: seats, words of luck, options, start."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec
from discord.utils import escape_markdown

from bot.chat.absentees import Absentees
from bot.chat.desk.answers import sentence
from bot.chat.desk.desk import OVER, UNOPENED, Asked, Desk, Notice, Personal, Word
from bot.chat.desk.draft import Stale, Unchanged
from bot.chat.desk.names import named, side, sits
from bot.chat.desk.naming import Names
from bot.chat.desk.table import Table, Tables, Unplayable, in_turn, offered_options
from bot.chat.desk.work import whole
from bot.chat.posts import ending
from bot.chat.posts.postman import Postman
from bot.kernel.game import Scenario
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import PUBLIC, Seat
from bot.kit.codec import encode
from bot.kit.english import sentences
from bot.store.games import GameRecord, SeatRecord, Taken

log = logging.getLogger(__name__)

NOTICE = encode(Notice())
TO_END = -1
"""Stands for the end of the game in agreements to go back."""
LONGEST_WORD = 40
"""Characters of a word of luck."""
Said = str | Refusal | Stale | Unchanged

TAKEN = Refusal(
    "FP-channel",
    "this channel already has a game",
    "play it to its end, resign it, close its lobby with /game table close, or use another channel or thread",
)


class Lobby:
    """The actions at a table before its game begins.

    Each step says what it did, or refuses.

    A step is judged and taken under the table's lock. `at` is the moment of a pressed button: the presser agrees
    only to the options its post named.
    """

    def __init__(self, tables: Tables, desk: Desk, postman: Postman) -> None:
        self.tables = tables
        self.absentees = Absentees(tables, postman.wake)
        self.desk = desk
        self.postman = postman

    def scenario(self, title: str, scenario: str) -> Scenario | Refusal:
        """Return a scenario that can be played."""
        game = self.tables.titles.get(title)
        if game is None:
            known = ", ".join(self.tables.titles)
            return Refusal("FP-start", f"there is no title {title!r}", f"choose one of: {known}")
        meant = Names({key: each.name for key, each in game.scenarios.items()}).named(scenario)
        if len(meant) != 1:
            known = ", ".join(game.scenarios) or "none; the host must look at the data files"
            return Refusal("FP-start", f"{game.name} has no scenario {scenario!r}", f"choose one of: {known}")
        return game.scenarios[meant[0]]

    @case("FP-channel")
    async def open(
        self, title: str, scenario: Scenario, guild: int, channel: int, person: int, interaction: int,
        options: Mapping[str, str] = MappingProxyType({}), taken: Sequence[SeatRecord] = (),
    ) -> Table | Refusal:  # fmt: skip
        """Open a table in a channel.

        The `options` are agreed from the start, and some seats are `taken`.
        """
        try:
            record = await self.tables.games.new_game(
                title, scenario.key, secrets.token_bytes(32), guild, channel, person, scenario.seats, interaction,
                NOTICE, options, taken,
            )  # fmt: skip
        except Taken:
            return TAKEN
        table = await self.tables.table(record.id)
        assert table is not None
        self.postman.wake(record.id)
        return table

    @case("FP-seat")
    async def again(
        self, table: Table, person: int, how: str, guild: int, channel: int, interaction: int
    ) -> Table | Refusal:
        """Open a table for the players of a finished game, who agree to it as usual.

        `how` is one of `ending.AGAIN`.
        """
        scenario = ending.next_scenario(table) if how == "next" else table.game.scenarios[table.record.scenario]
        if table.outcome() is None:
            return Refusal("FP-start", "this game is not over", "play it to its end")
        if scenario is None:
            return Refusal("FP-start", "this was the last scenario", "choose one with /game new")
        if person not in table.people():
            return Refusal("FP-seat", "that is for the players of this game", "begin your own with /game new")
        offered = {option.name: option.values for option in offered_options(scenario)}
        options = {name: v for name, v in table.record.options.items() if v in offered.get(name, ())}
        seats = _seated_again(table, scenario, person, exchanged=how == "sides")
        return await self.open(table.record.title, scenario, guild, channel, person, interaction, options, seats)

    @case("FP-seat")
    @in_turn
    async def join(self, table: Table, person: int, seat: Seat, word: str, at: str | None = None) -> Said:
        """Sit down, with a word of luck if there is one."""
        if len(word) > LONGEST_WORD:
            return Refusal("FP-dice", "that word of luck is too long", f"use up to {LONGEST_WORD} characters")
        found = await self._offered(table, seat, at)
        if not isinstance(found, SeatRecord):
            return found
        if found.person not in (None, person):
            return Refusal("FP-seat", f"{side(table, seat)} is taken", "choose a free seat")
        if word and table.record.status != "lobby":
            return Refusal("FP-dice", "the dice are already fixed", "join without a word")
        if found.person == person:
            if word in ("", found.word):
                return f"{sits(table, 'You already', seat)}."
            await self._sit(table, msgspec.structs.replace(found, word=word))
            return f"Your word of luck goes into the dice: **{escape_markdown(word)}**."
        known = await self.tables.games.sat(table.record.id, person)
        if known and seat not in known and not await self._rescues(table, seat):
            own = side(table, *sorted(known), last="or")
            return Refusal("FP-seat", "you would see the secrets of others", f"stay with {own}")
        return await self._sit(table, SeatRecord(seat, person, False, word, True))

    async def against_computers(self, table: Table, person: int, seat: Seat) -> list[Said]:
        """Seat a person, and the computer in all other seats."""
        said = [await self.join(table, person, seat, "")]
        return [
            *said,
            *[await self.computer(table, person, other, True) for other in table.sides if other != seat],
        ]

    @in_turn
    async def computer(self, table: Table, person: int, seat: Seat, plays: bool, at: str | None = None) -> Said:
        """Let the computer play a side, or free it again."""
        found = await self._offered(table, seat, at)
        if not isinstance(found, SeatRecord):
            return found
        gives_back = plays and found.person == person and table.seats_of(person) != [seat]
        if found.person is not None and not gives_back:
            return await self._replace(table, person, found, computer=plays)
        if person not in self._voices(table):
            return Refusal("FP-seat", "only the players at this table may do that", "take a seat with /game join")
        if plays == found.computer and not self.desk.stuck(table, seat):
            free = f"{sentences(side(table, seat))} is free already"
            return Unchanged(f"{sits(table, 'The computer already', seat) if plays else free}.")
        said = await self._sit(table, SeatRecord(seat, None, plays, "", plays))
        return said if plays else f"{sentences(side(table, seat))} is free again."

    @case("FP-absent")
    async def _replace(self, table: Table, by: int, absent: SeatRecord, *, computer: bool) -> Said:
        """Give the seats of a long-absent player to the computer, or free them."""
        taken, person = f"{side(table, absent.seat)} is taken", absent.person
        assert person is not None
        if table.record.status != "live" or by not in table.people() or by == person:
            return Refusal("FP-seat", taken, "the player there must leave first")
        wrong = await self.absentees.barred(table, absent.seat)
        if wrong is not None:
            return wrong
        seats = table.seats_of(person)
        now = f"the computer plays {side(table, *seats)} now" if computer else f"{side(table, *seats)} is free"
        back = " or ".join(f"`/game join side:{seat}`" for seat in seats)
        text = (
            f"🪑 <@{person}> has not answered for a long time. <@{by}> has decided: {now}. (FP-absent)\n"
            f"➜ <@{person}>, you can take it back with {back}, unless somebody else has it."
        )
        told: tuple[Word | Personal, ...] = (Word(text, (person,)), Personal(person, text))
        for n, seat in enumerate(seats):
            await self._sit(table, SeatRecord(seat, None, computer, "", computer), *(told if n == 0 else ()))
        return f"{sentences(now)}."

    async def asked_to_end(self, table: Table, person: int, at: int) -> tuple[int, ...]:
        """Return the other players who must agree before a game ends by a player's wish."""
        present = await self.absentees.present(table)
        if person not in present or _not_to_end(table, at) is not None:
            return ()
        return await self.desk.still_asked(table, TO_END, [each for each in present if each != person])

    @case("FP-absent")
    @in_turn
    async def end(
        self, table: Table, person: int, interaction: int, *, manages: bool, at: int | None = None
    ) -> Said | Asked:
        """End a running game without a loser, once all present players agree.

        `at` is the moment of the question.
        """
        if (wrong := _not_to_end(table, at)) is not None:
            return wrong
        present = await self.absentees.present(table)
        if person not in present and (present or not (manages or person == table.record.host)):
            return Refusal("FP-absent", "only the players of this game may do that", "ask one of them")
        held = table.seats_of(person)
        waiting = await self.desk.consent(table, held, TO_END, present) if held else ()
        if waiting:
            return Asked(waiting)
        absent = [seat.seat for seat in table.seats if seat.person not in present and not seat.computer]
        why = f"{side(table, *absent)} has stopped playing" if absent else "the players have agreed to end it"
        await self.desk.call_off(table, f"{sentence(why)} Nobody has lost.", interaction)
        return "The game is over, without a loser."

    @case("FP-place")
    @in_turn
    async def bring(self, table: Table, person: int, channel: int, guild: int) -> str | Refusal:
        """Move a game to another channel."""
        if table.record.status in ("over", "closed"):
            return OVER
        if person not in self._voices(table):
            return Refusal("FP-place", "only the players at this table may do that", "ask one of them")
        if table.record.channel == channel and not table.record.parked:
            return Refusal("FP-place", "the game is here already", "type that in the new channel of the game")
        try:
            await self.postman.move_game(table, channel, guild)
        except Taken:
            return TAKEN
        return f"Game {table.record.id} continues here."

    async def _rescues(self, table: Table, seat: Seat) -> bool:
        """Return whether the lone human may also play a computer's side that is stuck."""
        return self.desk.stuck(table, seat) and await self.desk.alone(table)

    async def _offered(self, table: Table, seat: Seat, at: str | None) -> SeatRecord | Refusal | Stale:
        """Return a seat of the table, or `Stale` if the button is from another moment."""
        return Stale() if await self._gone(table, at) else _seat(table, seat)

    @case("FP-seat")
    @in_turn
    async def leave(self, table: Table, person: int, at: str | None = None) -> Said:
        """Give up a seat.

        A lobby that its last player leaves is closed; a running game keeps the seat free.
        """
        if table.record.status in ("over", "closed"):
            return OVER
        if await self._gone(table, at):
            return Stale()
        held = table.seats_of(person)
        host_alone = person == table.record.host and not any(seat.person for seat in table.seats)
        if not held and not (host_alone and table.record.status == "lobby"):
            return Refusal("FP-seat", "you have no seat in this game", "there is nothing to leave")
        for seat in held:
            await self._sit(table, SeatRecord(seat))
        if table.record.status == "lobby" and not any(seat.person for seat in table.seats):
            await self._close(table)
            return "You have left; the table is closed, because it has no players."
        return f"You have left {side(table, *held)}. Anybody may take it."

    @in_turn
    async def why_not_close(self, table: Table, person: int, *, manages: bool) -> Said | None:
        """Say why a person may not close a lobby, `None` if they may."""
        return await self._may_clear(table, person, manages, None)

    @case("FP-lobby")
    @in_turn
    async def close(self, table: Table, person: int, *, manages: bool, at: str | None = None) -> Said:
        """Close a lobby; `manages` says whether the person may manage the channel."""
        wrong = await self._may_clear(table, person, manages, at)
        if wrong is not None:
            return wrong
        others = tuple(each for each in table.people() if each != person)
        await self._close(table, Word(f"🗺️ <@{person}> has closed this table.", others))
        return "The lobby is closed."

    @case("FP-lobby")
    @in_turn
    async def unseat(self, table: Table, person: int, seat: Seat, *, manages: bool, at: str | None = None) -> Said:
        """Free the seat of a player who has not agreed to the options, or is long absent."""
        running = _seat(table, seat) if table.record.status == "live" else None
        if isinstance(running, SeatRecord) and running.person is not None:
            return await self._replace(table, person, running, computer=False)
        wrong = await self._may_clear(table, person, manages, at)
        found = wrong if wrong is not None else _seat(table, seat)
        if not isinstance(found, SeatRecord):
            return found
        if found.person is None:
            return Refusal("FP-lobby", f"no player has {side(table, seat)}", "the lobby's post shows the players")
        if found.agreed:
            return Refusal(
                "FP-lobby",
                f"<@{found.person}> has agreed to the options",
                "close the lobby with /game table close",
            )
        told = (
            f"🪑 <@{person}> has freed {side(table, seat)}, since <@{found.person}> had not agreed to the"
            f" options. <@{found.person}> may take it again with `/game join side:{seat}`."
        )
        await self._sit(table, SeatRecord(seat), Word(told, (found.person,)), Personal(found.person, told))
        return f"{sentences(side(table, seat))} is free again."

    async def _may_clear(self, table: Table, person: int, manages: bool, at: str | None) -> Refusal | Stale | None:
        """Say why a person may not close a lobby or free a seat of it."""
        wrong = _unclear(table.record, manages or person in self._voices(table))
        return wrong or (Stale() if await self._gone(table, at) else None)

    @case("FP-lobby")
    async def close_unreadable(self, record: GameRecord, person: int, *, manages: bool) -> str | Refusal:
        """Close a lobby with an unreadable scenario, to free its channel."""
        seats = await self.tables.games.seats(record.id)
        voices = [record.host, *(seat.person for seat in seats)]
        wrong = _unclear(record, manages or person in voices)
        if wrong is None:
            await self.tables.games.dissolve(record.id)
        return wrong or "The lobby is closed."

    @in_turn
    async def choose(self, table: Table, person: int, name: str, value: str, at: str | None = None) -> Said:
        """Set an option of the scenario."""
        wrong = await self._may_agree(table, person, at)
        if wrong is not None:
            return wrong
        option = next((each for each in table.options if each.name == name), None)
        if option is None or value not in option.values:
            return Refusal("FP-start", "there is no such option", "choose one of those in the panel")
        if value == table.record.options.get(name, option.values[0]):
            return Unchanged(f"{name} is {value} already.")
        await self._set(table, {**table.record.options, name: value}, person)
        return f"{sentence(option.text)} Now: **{value}**."

    @in_turn
    async def agree(self, table: Table, person: int, at: str | None = None) -> Said:
        """Agree to the options as they are."""
        wrong = await self._may_agree(table, person, at)
        if wrong is not None:
            return wrong
        waiting = [seat for seat in table.seats if seat.person == person and not seat.agreed]
        if not waiting:
            return Unchanged("You agree to the options already.")
        for seat in waiting:
            await self._sit(table, msgspec.structs.replace(seat, agreed=True))
        return "You agree to the options."

    @case("FP-start")
    async def start(self, table: Table, by: int) -> str | Refusal:
        """Begin the game if every seat is filled and every player agrees.

        If it cannot be set up, all players read why.

        `by` is the id of the press that begins it, unknown while words of luck can change.
        """
        refusal = await self.desk.open(table, _not_ready, by)
        if refusal is UNOPENED:
            await self.desk.tell(table, f"⚠️ {sentence(UNOPENED.why)}\n➜ {sentence(UNOPENED.mend)}")
        return refusal or "The game begins."

    def waits(self, table: Table) -> str:
        """Say what a game that has not begun waits for."""
        wrong = _not_ready(table)
        more = "" if wrong is None else f"{sentence(wrong.why)} ➜ {sentence(wrong.mend)}"
        return f"🗺️ **The game has not begun.** {more or 'Begin it with `/game table start`.'} (FP-start)"

    async def start_if_ready(self, table: Table, by: int) -> bool:
        """Begin automatically when the last seat is taken and everybody agrees."""
        return not isinstance(await self.start(table, by), Refusal)

    @whole
    async def _sit(self, table: Table, record: SeatRecord, *told: Word | Personal) -> str:
        """Fill or empty a seat.

        A player's plan goes with them; a word of luck stays once the dice are made.
        """
        if table.person_at(record.seat) != record.person:
            await self.desk.drop_plan(table, record.seat)
        if table.record.status == "live":
            record = msgspec.structs.replace(record, word=table.words[record.seat])
        game = table.record
        await self.tables.games.sit(game.id, record, NOTICE, *map(encode, told), revision=game.revision)
        table.advance()
        table.reseat(record)
        self.postman.wake(table.record.id)
        if table.record.status == "live":
            self.desk.go_on(table)
        return f"{sits(table, 'The computer' if record.computer else 'You', record.seat)}."

    @whole
    async def _set(self, table: Table, options: dict[str, str], person: int) -> None:
        """Set the options; players that agreed to other options must agree again."""
        record = table.record
        await self.tables.games.choose(record.id, options, person, NOTICE, revision=record.revision)
        table.advance(options=options)
        table.seats = await self.tables.games.seats(table.record.id)
        self.postman.wake(table.record.id)

    @whole
    async def _close(self, table: Table, *told: Word) -> None:
        """Close a lobby."""
        record = table.record
        await self.tables.games.dissolve(record.id, NOTICE, *map(encode, told), revision=record.revision)
        table.advance(status="closed")
        self.postman.wake(table.record.id)

    async def settle(self, concerns: Callable[[int], bool] = lambda guild: True) -> None:
        """Begin games that wait for nobody, and let computers play.

        `concerns` says for which servers.

        A game that cannot continue does not stop another. It is tried again by a later call.
        """
        for record in await self.tables.games.unattended():
            if not concerns(record.guild) or self.desk.thinking(record.id) or self.desk.has_given_up(record):
                continue
            try:
                table = await self.tables.table(record.id)
                if table is not None and not await self.start_if_ready(table, secrets.randbits(62) + 1):
                    self.desk.go_on(table)
            except Unplayable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("game %s cannot continue", record.id)

    @case("FP-moved")
    async def _gone(self, table: Table, at: str | None) -> bool:
        """Return whether the moment of a button is past.

        A lobby's post then gets new buttons.
        """
        if at is None or at == table.moment:
            return False
        if table.record.status == "lobby":
            await self.tables.games.owe(table.record.id, NOTICE)
            self.postman.wake(table.record.id)
        return True

    async def _may_agree(self, table: Table, person: int, at: str | None) -> Refusal | Stale | None:
        if table.record.status != "lobby":
            return Refusal("FP-start", "the game has begun", "options are agreed before it")
        if person not in self._voices(table):
            return Refusal("FP-seat", "options are for the players at this table", "take a seat with /game join")
        return Stale() if await self._gone(table, at) else None

    def _voices(self, table: Table) -> Sequence[int]:
        return [*table.people(), table.record.host]


def _seated_again(table: Table, scenario: Scenario, person: int, *, exchanged: bool) -> list[SeatRecord]:
    """Return the seats of a new table for the players of a finished game.

    Only the person has agreed. If the new scenario lacks a player's seat, the player gets a free one.
    """
    before = table.seats
    by = _exchange(scenario) if exchanged else 0
    holders = [before[(n + by) % len(before)] for n in range(len(before))]
    held = {seat.seat: holder for seat, holder in zip(before, holders, strict=True)}
    found = {seat: held.pop(seat) for seat in scenario.seats if seat in held}
    left = [holder for holder in held.values() if holder.person is not None]
    found |= dict(zip((seat for seat in scenario.seats if seat not in found), left, strict=False))
    return [
        SeatRecord(seat, holder.person, holder.computer, "", holder.computer or holder.person == person)
        for seat, holder in found.items()
        if holder.taken
    ]


def _exchange(scenario: Scenario) -> int:
    """Return how many seats further players go so that all change sides."""
    sides = [scenario.sides.get(seat, seat) for seat in scenario.seats]
    many = len(sides)
    moved = (by for by in range(1, many) if all(sides[n] != sides[(n + by) % many] for n in range(many)))
    return next(moved, 0)


def _not_ready(table: Table) -> Refusal | None:
    """Say what a game still waits for before it can begin."""
    if table.record.status in ("over", "closed"):
        return OVER
    if table.record.status != "lobby":
        return Refusal("FP-start", "the game has begun", "see /game status")
    free = [named(table, seat.seat) for seat in table.seats if not seat.taken]
    if free:
        return Refusal(
            "FP-start", f"these seats are free: {', '.join(free)}", "join them, or let the computer play them"
        )
    waiting = [seat for seat in table.seats if seat.person is not None and not seat.agreed]
    if waiting:
        names = ", ".join(f"<@{seat.person}>" for seat in waiting)
        return Refusal(
            "FP-start",
            f"the table waits for {names} to agree to the options",
            "press “I agree” under the lobby's post, or free the seat with /game table unseat",
        )
    return None


def _unclear(record: GameRecord, has_voice: bool) -> Refusal | None:
    """Say why a lobby cannot be closed, or a seat of it freed."""
    if record.status in ("over", "closed"):
        return OVER
    if record.status != "lobby":
        return Refusal("FP-lobby", "the game has begun", "leave it, or give it up with /game resign")
    if not has_voice:
        why = "only the players at this table, its host and managers of the channel may do that"
        return Refusal("FP-lobby", why, "ask one of them")
    return None


def _not_to_end(table: Table, at: int | None) -> Refusal | Stale | None:
    """Return why nobody can agree now to end a game, or `None`.

    `at` is the moment of the question.
    """
    if table.record.status != "live":
        return OVER if table.log else Refusal("FP-lobby", "the game has not begun", "close its lobby")
    return Stale() if at is not None and not table.is_as_at(at, PUBLIC) else None


def _seat(table: Table, seat: Seat) -> SeatRecord | Refusal:
    """Return a seat of a table at which people can still sit down."""
    if table.record.status in ("over", "closed"):
        return OVER
    known = ", ".join(named(table, each) for each in table.sides)
    missing = Refusal("FP-seat", f"there is no side {seat!r}", f"choose one of: {known}")
    return next((each for each in table.seats if each.seat == seat), missing)
