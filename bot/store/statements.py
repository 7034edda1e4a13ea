"""The statements of the store, written once for both engines.

PostgreSQL compiles them when it first runs them. For SQLite they are compiled ahead into `bot.store.sql`, because
a bot at home does not load SQLAlchemy. `python -m tests.store.compiled` writes that file after a change here. A
statement has the name of its variable, and so has each parameter.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Executable,
    LargeBinary,
    Table,
    Text,
    and_,
    case,
    delete,
    exists,
    insert,
    literal_column,
    not_,
    or_,
    select,
    true,
    union,
    update,
)
from sqlalchemy import bindparam as given
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from bot.store.tables import (
    Number,
    absences,
    bursts,
    commands,
    consents,
    entries,
    games,
    instructions,
    interactions,
    lists,
    maps,
    notes,
    numbered,
    outbox,
    people,
    seats,
    sitters,
    states,
    waits,
)

Condition = ColumnElement[bool]


class ByDialect:
    """A statement that the engines write differently."""

    def __init__(self, sqlite: Executable, postgresql: Executable) -> None:
        self.sqlite = sqlite
        self.postgresql = postgresql


class in_bytes(FunctionElement[bytes]):  # noqa: N801 - it reads like a function of SQL
    """The bytes of a text, which are readable even if they are damaged."""

    type = LargeBinary()
    inherit_cache = True


@compiles(in_bytes, "sqlite")
def _cast(element: in_bytes, compiler: Any, **options: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **options)} AS BLOB)"


@compiles(in_bytes, "postgresql")
def _encoded(element: in_bytes, compiler: Any, **options: Any) -> str:
    return f"convert_to({compiler.process(element.clauses, **options)}, 'UTF8')"


def _word(text: str) -> ColumnElement[str]:
    """Return a constant text."""
    return literal_column(f"'{text}'", Text)


def _number(value: int) -> ColumnElement[int]:
    """Return a constant number."""
    return literal_column(str(value), Number)


def _add(table: Table, *but: str) -> Any:
    """Insert a row with all columns except these, which have their defaults."""
    return insert(table).values({each.name: given(each.name) for each in table.c if each.name not in but})


def _put(table: Table) -> ByDialect:
    """Insert a row, or replace the row of its key."""
    key = [each.name for each in table.primary_key]
    values: dict[str, Any] = {each.name: given(each.name) for each in table.c}
    rest = {name: value for name, value in values.items() if name not in key}
    return ByDialect(
        sqlite.insert(table).values(values).on_conflict_do_update(index_elements=key, set_=rest),
        postgresql.insert(table).values(values).on_conflict_do_update(index_elements=key, set_=rest),
    )


def _of(table: Table) -> Condition:
    return table.c.game == given("game")


def _of_seat(table: Table) -> Condition:
    return and_(_of(table), table.c.seat == given("seat"))


_OPEN = games.c.status.in_((_word("lobby"), _word("live")))
_ENDED = games.c.status.in_((_word("over"), _word("closed")))
_LIVE = games.c.status == _word("live")
_LOBBY = games.c.status == _word("lobby")
_UNSENT = outbox.c.message.is_(None)
_IS_GAME = games.c.id == given("game")

# Games and their seats.

game = select(games).where(_IS_GAME)
last_game_in = (
    select(games)
    .where(games.c.channel == given("channel"), games.c.status != _word("closed"))
    .order_by(games.c.status == _word("over"), games.c.id.desc())
    .suffix_with("LIMIT 1")
)
games_of_person = (
    select(games)
    .where(games.c.id.in_(select(seats.c.game).where(seats.c.person == given("person"))), _OPEN)
    .order_by(games.c.id.desc())
)
lobbies_of_host = select(games).where(_LOBBY, games.c.host == given("host"))
unfinished_games = select(games).where(_OPEN).order_by(games.c.id)
parked_games = select(games).where(_OPEN, games.c.parked != _word("")).order_by(games.c.id)
live_games_of_person = (
    select(games.c.id)
    .where(games.c.id.in_(select(seats.c.game).where(seats.c.person == given("person"))), _LIVE)
    .order_by(games.c.id)
    .with_for_update()
)
options_of_finished_games = (
    select(games.c.options)
    .join(seats, seats.c.game == games.c.id)
    .where(
        seats.c.person == given("person"), games.c.title == given("title"), games.c.status == _word("over"),
        games.c.options != _word("{}"),
    )
)  # fmt: skip
places_of_games = (
    select(games.c.id, games.c.title, games.c.guild, games.c.channel, seats.c.person, seats.c.seat)
    .join(seats, seats.c.game == games.c.id)
    .where(_OPEN)
    .order_by(games.c.id, seats.c.place)
)
add_game = (
    insert(games)
    .values(
        {name: given(name) for name in ("title", "scenario", "options", "seed", "guild", "channel", "host")}
        | {"status": _word("lobby")}
    )
    .returning(games.c.id)
)
set_status = update(games).values(status=given("status")).where(_IS_GAME)
set_start = update(games).values(start=given("start")).where(_IS_GAME)
set_options = update(games).values(options=given("options")).where(_IS_GAME)
set_options_of_lobby = update(games).values(options=given("options")).where(_IS_GAME, _LOBBY)
close_lobby = update(games).values(status=_word("closed")).where(_IS_GAME, _LOBBY)
advance = (
    update(games)
    .values(revision=games.c.revision + _number(1))
    .where(_IS_GAME, or_(games.c.revision == given("revision"), given("revision") < _number(0)))
)
lock_game = select(games.c.id).where(_IS_GAME).with_for_update()
"""Lets other transactions about the game wait, on a server."""
note_move = update(games).values(moved=given("now")).where(_IS_GAME)
paint_game = update(games).values(look=given("look")).where(_IS_GAME)
park_game = update(games).values(parked=given("why")).where(_IS_GAME, games.c.parked == _word(""))
move_game = (
    update(games)
    .values(channel=given("channel"), guild=given("guild"), parked=_word(""))
    .where(_IS_GAME)
)  # fmt: skip

seats_of_game = select(seats).where(_of(seats)).order_by(seats.c.place)
add_seat = _add(seats)
fill_seat = (
    update(seats)
    .values({name: given(name) for name in ("person", "computer", "word", "agreed")})
    .where(_of_seat(seats))
)
ask_agreement = (
    update(seats)
    .values(agreed=or_(seats.c.person.is_not_distinct_from(given("person")), seats.c.computer))
    .where(_of(seats))
)

seats_sat_on = select(sitters.c.seat).where(_of(sitters), sitters.c.person == given("person"))
sitters_of_game = select(sitters.c.person).distinct().where(_of(sitters))


def _note_sitters() -> ByDialect:
    found = (
        select(seats.c.game, seats.c.person, seats.c.seat)
        .join(games, games.c.id == seats.c.game)
        .where(_IS_GAME, _LIVE, seats.c.person.is_not(None))
    )
    columns = ["game", "person", "seat"]
    return ByDialect(
        sqlite.insert(sitters).from_select(columns, found).on_conflict_do_nothing(),
        postgresql.insert(sitters).from_select(columns, found).on_conflict_do_nothing(),
    )


note_sitters = _note_sitters()
"""Notes the people in the seats of a live game."""

# The log, and data that depend on its length.

add_entry = _add(entries)
lines_of_game = select(entries.c.line).where(_of(entries), entries.c.n >= given("since")).order_by(entries.c.n)
instructions_of_game = (
    select(instructions.c.line).where(_of(instructions)).order_by(instructions.c.seat, instructions.c.n)
)
add_instruction = _add(instructions)
kept_state = select(
    states.c.entries, in_bytes(states.c.edition).label("seal"), in_bytes(states.c.state).label("state")
).where(_of(states))
keep_state = _put(states)
consents_of_moment = select(consents.c.seat).where(
    _of(consents), consents.c.entry == given("entry"), consents.c.back_to == given("back_to")
)
_consent: dict[str, Any] = {each.name: given(each.name) for each in consents.c}
add_consent = ByDialect(
    sqlite.insert(consents).values(_consent).on_conflict_do_nothing(),
    postgresql.insert(consents).values(_consent).on_conflict_do_nothing(),
)
void_consents = delete(consents).where(_of(consents))

# The outbox, and the posts of a game.

add_interaction = _add(interactions)
place_interaction = update(interactions).values(game=given("game")).where(interactions.c.id == given("id"))
clear_interactions = delete(interactions).where(interactions.c.id < given("before"))

owe = insert(outbox).values({name: given(name) for name in ("game", "recipe", "since")})


def _owe_unless(*conditions: Condition, once: bool = False) -> Any:
    """Put a recipe into the outbox, unless it is there under these conditions."""
    values: dict[str, Any] = {"game": given("game", type_=Number), "recipe": given("recipe", type_=Text),
              "since": given("since", type_=Number)} | ({"once": true()} if once else {})  # fmt: skip
    there = exists().where(_of(outbox), outbox.c.recipe == given("recipe", type_=Text), *conditions)
    return insert(outbox).from_select(list(values), select(*values.values()).where(~there))


owe_once = _owe_unless(once=True)
owe_unless_owed = _owe_unless(_UNSENT)
owed_by_game = (
    select(outbox.c.id, outbox.c.game, outbox.c.recipe, outbox.c.tries)
    .where(_of(outbox), _UNSENT)
    .order_by(outbox.c.id)
)
debts = (
    select(outbox.c.game, outbox.c.recipe, outbox.c.since, (games.c.parked != _word("")).label("parked"))
    .join(games, games.c.id == outbox.c.game)
    .where(_UNSENT, not_(and_(games.c.parked != _word(""), _ENDED)))
    .order_by(outbox.c.id)
)
told = select(outbox.c.recipe, outbox.c.message).where(
    _of(outbox), or_(outbox.c.message > given("after"), _UNSENT)
)  # fmt: skip
note_try = update(outbox).values(tries=outbox.c.tries + _number(1)).where(outbox.c.id == given("id"))
late_row = select(outbox.c.id).where(outbox.c.id == given("id"), outbox.c.tries > _number(1))
note_sent = update(outbox).values(message=given("message")).where(outbox.c.id == given("id"))
clear_outbox = delete(outbox).where(
    outbox.c.message < given("before"),
    not_(and_(outbox.c.once, exists().where(games.c.id == outbox.c.game, _OPEN))),
)

burst_of_game = select(bursts).where(_of(bursts))
keep_burst = _put(bursts)
end_burst = update(bursts).values(message=_number(0), seat=_word("")).where(_of(bursts))
silent_games = (
    select(games.c.id)
    .join(bursts, bursts.c.game == games.c.id)
    .where(
        _LIVE, games.c.parked == _word(""), games.c.moved.between(given("from"), given("to")),
        bursts.c.message < given("before"),
    )
)  # fmt: skip

map_of_game = select(maps).where(_of(maps))
keep_map = _put(maps)
drop_map = delete(maps).where(_of(maps))
outdate_map = update(maps).values(shown=_number(-1)).where(_of(maps))


def _behind(*conditions: Condition) -> Any:
    """Find the games whose map message is incomplete, or is behind their last post."""
    shows_less = or_(maps.c.shown != bursts.c.last, maps.c.sending, maps.c.former != _number(0))
    joined = select(maps.c.game).join(bursts, bursts.c.game == maps.c.game)
    return joined.where(bursts.c.last >= _number(0), shows_less, *conditions)


outdated_map = _behind(_of(maps))
debtors = (
    select(games.c.id, games.c.guild)
    .where(
        games.c.id.in_(union(select(outbox.c.game).where(_UNSENT), _behind())),
        not_(and_(games.c.parked != _word(""), _ENDED)),
    )
    .order_by(games.c.id)
)

# Data of seats and people.

lists_of_game = select(lists).where(_of(lists))
keep_list = _put(lists)
notes_of_game = select(notes).where(_of(notes)).order_by(notes.c.n)
drop_notes = delete(notes).where(_of_seat(notes))
add_note = _add(notes)
numbers_of_notes = select(numbered).where(_of(numbered))
keep_number = _put(numbered)


def _drop_unless_of(table: Table) -> Any:
    """Delete the private data of a seat, unless this person already has the seat."""
    sits = exists().where(_of_seat(seats), seats.c.person == given("person"))
    return delete(table).where(_of_seat(table), ~sits)


drop_notes_of_others = _drop_unless_of(notes)
drop_numbers_of_others = _drop_unless_of(numbered)
drop_lists_of_others = _drop_unless_of(lists)

person = select(people).where(people.c.id == given("id"))
keep_person = _put(people)
_closed: dict[str, Any] = {"id": given("id"), "closed": given("closed")}
note_closed = ByDialect(
    sqlite.insert(people)
    .values(_closed)
    .on_conflict_do_update(index_elements=["id"], set_={"closed": given("closed")}),
    postgresql.insert(people)
    .values(_closed)
    .on_conflict_do_update(index_elements=["id"], set_={"closed": given("closed")}),
)
commands_of_scope = select(commands.c.hash).where(commands.c.scope == given("scope"))
keep_commands = _put(commands)

# The players that games wait for.

_began = case((waits.c.since == _number(0), games.c.moved), else_=waits.c.since)


def _waits(*conditions: Condition) -> Any:
    """Find waits for people.

    A wait counts only after the bot has posted the story that calls the player.
    """
    story = exists().where(outbox.c.game == games.c.id, _UNSENT, outbox.c.recipe.like(_word('{"type":"news"%')))
    return (
        select(
            waits.c.game, waits.c.seat, seats.c.person, _began.label("since"), waits.c.warned, waits.c.warned_at
        )
        .join(games, games.c.id == waits.c.game)
        .join(seats, and_(seats.c.game == waits.c.game, seats.c.seat == waits.c.seat))
        .where(_LIVE, games.c.moved > _number(0), games.c.parked == _word(""), seats.c.person.is_not(None), ~story)
        .where(*conditions)
    )


_asking_computers = (
    select(waits.c.game)
    .join(seats, and_(seats.c.game == waits.c.game, seats.c.seat == waits.c.seat))
    .where(seats.c.computer)
)
_agreed = select(games.c.id).where(_LOBBY, games.c.id.not_in(select(seats.c.game).where(not_(seats.c.agreed))))
_unnoted = select(games.c.id).where(
    _LIVE, games.c.id.not_in(select(waits.c.game)), games.c.id.in_(select(seats.c.game).where(seats.c.computer))
)
unattended_games = (
    select(games)
    .where(_OPEN, games.c.id.in_(union(_asking_computers, _agreed, _unnoted)))
    .order_by(games.c.id)
)  # fmt: skip
"""Games that wait for no person.

A lobby in which all agree begins. A release before 13 did not note which seats are asked.
"""
waits_of_game = _waits(_of(waits))
long_waits = _waits(_began <= given("before"), waits.c.warned < given("warnings"))
note_warning = (
    update(waits)
    .values(warned=given("warned"), warned_at=given("now"))
    .where(
        _of_seat(waits),
        waits.c.warned == given("warned", type_=Number) - _number(1),
        given("since", type_=Number)
        == select(_began).where(games.c.id == waits.c.game).correlate(waits).scalar_subquery(),
    )
)
games_without_waits = select(games.c.id).where(
    _LIVE, games.c.moved.between(_number(1), given("before")), ~exists().where(waits.c.game == games.c.id)
)
seats_waited_for = select(waits.c.seat).where(_of(waits))
drop_wait = delete(waits).where(_of_seat(waits))
date_wait = (
    update(waits)
    .values(since=select(games.c.moved).where(_IS_GAME).scalar_subquery())
    .where(_of_seat(waits), waits.c.since == _number(0))
)
add_wait = insert(waits).values(game=given("game"), seat=given("seat"))
_fresh: dict[str, Any] = {"since": given("now"), "warned": _number(0), "warned_at": _number(0)}
restart_waits = update(waits).values(_fresh).where(_of(waits))
restart_wait = update(waits).values(_fresh).where(_of_seat(waits))
absences_of_person = select(absences.c.since, absences.c.until).where(absences.c.person == given("person"))
change_absence = (
    update(absences)
    .values(until=given("until"))
    .where(absences.c.person == given("person"), absences.c.until > given("now"))
)
begin_absence = _add(absences)

ALL: dict[str, Executable | ByDialect] = {
    name: each
    for name, each in list(globals().items())
    if not name.startswith("_") and isinstance(each, Executable | ByDialect)
}
"""All statements by their names."""
