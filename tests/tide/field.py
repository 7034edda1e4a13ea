"""An open field of one board with a few readable lines, and facts about any table.

The lines are listed in `transcripts/README.md`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.kernel.dice import SeededDice
from bot.kernel.secret import EVERYONE, PUBLIC, Seat, Seen, private
from bot.kit.events import evolve
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import flames, names, units
from bot.titles.tide.field.board import map_of, scenario, works_at
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Turn
from bot.titles.tide.model.table import (
    Base,
    Boon,
    CardId,
    DeckId,
    Figure,
    HexId,
    Morale,
    Munition,
    MunitionKind,
    Orders,
    SabotageCard,
    SabotageId,
    ShelterId,
    Speciality,
    Squad,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)
from bot.titles.tide.play.laying_out import lay_out
from bot.titles.tide.play.sequence import STAGES
from bot.titles.tide.printed.tables import card, tables
from bot.titles.tide.words import vocabulary
from bot.titles.tide.words.situation import names_of_lost

SCENARIO = """
name = "The Field"
text = "Two sides, one field."
source = "ours"
rounds = 6
initiative = "german"
map = [["field"]]
[victory]
text = "The Soviets win unless they lose."
default = "soviet"
conditions = []
[sides.german]
name = "Germans"
actions = 2
start = ["A1", "A2", "A3"]
divisions = []
[sides.soviet]
name = "Soviets"
actions = 2
start = ["I1", "I2", "I3"]
divisions = []
"""


class Unset(Exception):
    """A line of a set-up says nothing that is known."""


def set_up(lines: Iterable[str], folder: Path, forget: Callable[[], None]) -> State:
    """Set a field up in the Action Phase of round 1.

    Its files go into an overlay folder.
    """
    lines = list(lines)
    told = [line for line in lines if not _ground_of(line) and line[:2] != "| "]
    _lay(lines, folder)
    forget()
    options = dict(line.split(" ", 2)[1:] for line in told if line.startswith("option "))
    play = Play(evolve, State(), SeededDice(b"field"))
    lay_out(play, "field", options)
    state = play.state
    orders = {seat: replace(given, value=Orders()) for seat, given in state.orders.items()}
    state = replace(state, orders=orders)
    state = replace(state, round=1, phase="action", stage=_stage("action"), steps=(Turn(Seat("german"), 2),))
    for line in told:
        if not line.startswith("option "):
            state = _apply(state, line)
    return state


def _stage(name: str) -> int:
    return next(n for n, stage in enumerate(STAGES) if stage.name == name)


def merged(below: Any, above: Any) -> Any:
    """Return one table laid over another, key by key."""
    if isinstance(below, dict) and isinstance(above, dict):
        return below | {key: merged(below.get(key), value) for key, value in above.items()}
    return above


def _lay(lines: list[str], folder: Path) -> None:
    extra = "\n".join(line[2:] for line in lines if line[:2] == "| ")
    scenario = merged(tomllib.loads(SCENARIO), tomllib.loads(extra))
    board: dict[str, Any] = {"name": "Field", "source": "ours", "terrain": {}, "levels": {}, "roads": []}
    board["snow"] = "winter" in lines
    for line in lines:
        if found := _ground_of(line):
            what, hexes = found
            digits = [_digits(hex) for hex in hexes]
            if what == "road":
                board["roads"].append(digits)
            elif what.startswith("level "):
                board["levels"] |= dict.fromkeys(digits, int(what[6:]))
            else:
                board["terrain"] |= dict.fromkeys(digits, what)
    for place, content in (("boards", board), ("scenarios", scenario)):
        file = folder / "tide" / place / "field.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content), encoding="utf-8")


def _hexes(text: str) -> list[str]:
    return re.findall(r"\b[A-Z]\d+\b", text)


def _ground_of(line: str) -> tuple[str, list[str]] | None:
    """Read "woods at C4, D4", "level 1 at C4" or "road along C4, D4"."""
    found = re.fullmatch(r"(?:(level \d)|([a-z ]+)) at ((?:[A-Z]\d+(?:, )?)+)|(road) along (.*)", line)
    if found is None:
        return None
    if found[4]:
        return "road", _hexes(found[5])
    what = found[1] or _kinds().get(found[2], "")
    return (what, _hexes(found[3])) if what else None


@cache
def _kinds() -> dict[str, str]:
    """Return the keys of terrain by name, cached because reading the data is slow."""
    return {record.name: key for key, record in tables().terrain.items()}


def _digits(hex: str) -> str:
    column, row = ord(hex[0]) - ord("A") + 1, int(hex[1:])
    return f"{column:02}{row if column & 1 else row - 1:02}"


def _apply(state: State, line: str) -> State:
    for pattern, apply in _LINES:
        if found := re.fullmatch(pattern, line):
            return apply(state, *found.groups())
    raise Unset(line)


def _with(state: State, unit: Squad | Vehicle) -> State:
    return replace(state, units={**state.units, unit.id: unit})


def figures(text: str) -> tuple[Figure, ...]:
    """Read "officer, 3 regulars" as it is written on the table."""
    kinds = {word: kind for words in (names.SINGULARS, names.PLURALS) for kind, word in words.items()}
    found: list[Any] = []
    for part in filter(None, text.split(", ")):
        count, _, word = part.rpartition(" ")
        found += [kinds[word]] * int(count or 1)
    return tuple(found)


def _squad(state: State, side: str, number: str, hidden: str, base: str, special: str, rest: str) -> State:
    seat = Seat(side.lower())
    content = Base("", figures(base), msgspec.convert(special or "", Speciality))
    secret = private(content, seat) if hidden else private(content, EVERYONE)
    where, *words = rest.split(", ")
    squad = Squad(
        id=UnitId(f"{seat[0]}{number}"), side=seat, number=int(number), hex=HexId(where), base=secret,
        concealed=bool(hidden),
    )  # fmt: skip
    for word in words:
        squad = _conditioned(state, squad, word)
    hq = state.hq[seat]
    state = replace(state, hq={**state.hq, seat: replace(hq, squads=max(hq.squads, int(number)))})
    return _with(state, squad)


def _conditioned(state: State, squad: Squad, word: str) -> Squad:
    if word in ("pinned", "disrupted"):
        return replace(squad, morale=msgspec.convert(word, Morale))
    if word in ("on Op Fire", "fatigued"):
        return replace(squad, activity="op fire" if word == "on Op Fire" else "fatigued")
    inside = word.removeprefix("in ")
    for work in works_at(state, squad.hex):
        if inside == f"the {tables().works[work.kind].name}" and not units.inside(state, ShelterId(work.id)):
            return replace(squad, within=ShelterId(work.id))
    for unit in units.at(state, squad.hex):
        if isinstance(unit, Vehicle) and inside == names.unit(unit):
            return replace(squad, within=ShelterId(unit.id))
    raise Unset(word)


def _vehicle(state: State, side: str, name: str, number: str, rest: str) -> State:
    seat = Seat(side.lower())
    kind = next(key for key, record in tables().vehicles.items() if record.name == name)
    where, *words = rest.split(", ")
    id = UnitId(f"{seat[0]}v{1 + sum(isinstance(unit, Vehicle) for unit in state.units.values())}")
    unit = Vehicle(id=id, side=seat, number=int(number), hex=HexId(where), kind=kind)
    for word in words:
        if word in ("lightly damaged", "heavily damaged"):
            unit = replace(unit, damage="light" if word == "lightly damaged" else "heavy")
        elif word in ("on Op Fire", "fatigued"):
            unit = replace(unit, activity="op fire" if word == "on Op Fire" else "fatigued")
        elif word.endswith(" round face down"):
            kind = _munition(word.removesuffix(" round face down"))
            laid = Munition(seat, private(kind, seat), state.round)
            state = replace(state, munitions={**state.munitions, id: laid})
        else:
            raise Unset(word)
    return _with(state, unit)


def _munition(name: str) -> MunitionKind:
    kind: MunitionKind = msgspec.convert(
        next(key for key, each in names.ROUNDS.items() if each == name), MunitionKind
    )
    return kind


def _fougasse(state: State, side: str, hex: str, toward: str) -> State:
    seat, id = Seat(side.lower()), WorkId(f"w{state.serial + 1}")
    direction = map_of(state).direction(HexId(hex), HexId(toward))
    work = flames.fougasse(id, seat, HexId(hex), direction, state.round)
    return replace(state, works={**state.works, id: work}, serial=state.serial + 1)


def _molotovs(state: State, side: str, throws: str) -> State:
    boon = Boon("molotovs", Seat(side.lower()), int(throws), scenario(state).rounds)
    return replace(state, boons=(*state.boons, boon))


def _works(state: State, name: str, hexes: str) -> State:
    kind = next((key for key, record in tables().works.items() if record.name == name), None)
    if kind is None:
        raise Unset(name)
    for hex in _hexes(hexes):
        work = Work(WorkId(f"w{state.serial + 1}"), kind, HexId(hex), state.round)
        state = replace(state, works={**state.works, work.id: work}, serial=state.serial + 1)
    return state


def _pool(state: State, side: str, rest: str) -> State:
    fields = {"command": "command", "on the initiative card": "on_initiative", "points": "points"}
    hq = state.hq[Seat(side.lower())]
    for part in rest.split(", "):
        n, _, what = part.partition(" ")
        hq = replace(hq, **{fields[what]: int(n)})
    return replace(state, hq={**state.hq, Seat(side.lower()): hq})


def card_ids(text: str) -> tuple[CardId, ...]:
    """Return the cards of these names; the second of a name is its second copy."""
    keys = {record.name: key for key, record in tables().cards.items()}
    copies: Counter[str] = Counter()
    found = []
    for name in re.findall("|".join(map(re.escape, keys)), text):
        copies[name] += 1
        found.append(CardId(f"{keys[name]}.{copies[name]}"))
    return tuple(found)


def _cards(state: State, side: str, place: str, text: str) -> State:
    seat, taken = Seat(side.lower()), card_ids(text)
    hq = state.hq[seat]
    hq = replace(hq, cards=taken) if place == "cards" else replace(hq, in_play=taken)
    decks = {
        key: replace(deck, cards=tuple(card for card in deck.cards if card not in taken))
        for key, deck in state.decks.items()
    }
    return replace(state, hq={**state.hq, seat: hq}, decks=decks)


def _top(state: State, name: str, deck_name: str) -> State:
    key = next(DeckId(key) for key, record in tables().decks.items() if record.name == deck_name)
    deck, [top] = state.decks[key], card_ids(name)
    cards = tuple(card for card in (*deck.cards, *filter(None, [deck.top])) if card != top)
    return replace(state, decks={**state.decks, key: replace(deck, cards=cards, top=top)})


def _sabotage(state: State, side: str, text: str) -> State:
    seat = Seat(side.lower())
    keys = {record.name: key for key, record in tables().sabotage.items()}
    hand = {
        SabotageId(f"{seat[0]}-sabotage-{n}"): SabotageCard(seat, private(keys[name], seat))
        for n, name in enumerate(text.split(", "), start=1)
    }
    others = {back: card for back, card in state.sabotage.items() if card.owner != seat}
    return replace(state, sabotage={**others, **hand})


def _lost(state: State, side: str, text: str) -> State:
    return replace(state, lost={**state.lost, Seat(side.lower()): figures(text)})


def _out(state: State, side: str) -> State:
    seat = Seat(side.lower())
    return replace(state, hq={**state.hq, seat: replace(state.hq[seat], out=True)})


_SIDE = r"(German|Soviet)"
_LINES: tuple[tuple[str, Callable[..., State]], ...] = (
    (rf"{_SIDE} (\d+)\w\w Squad(, concealed)? \(([^);]*)(?:; ([\w-]+))?\), (.*)", _squad),
    (rf"{_SIDE} (.+) (\d+), ([A-Z]\d.*)", _vehicle),
    (rf"{_SIDE} flame fougasse at ([A-Z]\d+) towards ([A-Z]\d+)", _fougasse),
    (rf"{_SIDE} throws of Molotov cocktails: (\d+)", _molotovs),
    (r"([a-z ]+) at ((?:[A-Z]\d+(?:, )?)+)", _works),
    (rf"{_SIDE}: (.*)", _pool),
    (rf"{_SIDE} (cards|in play): (.*)", _cards),
    (rf"{_SIDE} sabotage: (.*)", _sabotage),
    (rf"{_SIDE} lost: (.*)", _lost),
    (rf"{_SIDE} is out", _out),
    (r"(.+) lies open on (.+)", _top),
    (
        rf"([A-Z]\d+) is {_SIDE}",
        lambda state, hex, side: replace(state, control={**state.control, HexId(hex): Seat(side.lower())}),
    ),
    (r"winter", lambda state: state),
    (r"round (\d+)", lambda state, n: replace(state, round=int(n))),
    (
        rf"{_SIDE} turn: (\d+) actions?",
        lambda state, side, n: replace(state, steps=(Turn(Seat(side.lower()), int(n)),)),
    ),
)
"""The pattern of each line of a set-up, and its effect."""


def facts(state: State) -> Iterator[str]:
    """Yield all that there is to see on a table, a line each, with nothing hidden."""
    everything = Seen(PUBLIC, state)
    yield from (names.label_unit(everything, unit) for unit in state.units)
    for seat, hq in state.hq.items():
        side = names.nation(seat)
        yield f"{side}: {hq.command} command, {hq.on_initiative} on the initiative card, {hq.points} points"
        for place, held in (("cards", hq.cards), ("in play", hq.in_play)):
            yield f"{side} {place}: {', '.join(card(each).name for each in held) or 'none'}"
        yield f"{side} lost: {names_of_lost(state.lost[seat]) or 'nothing'}"
    yield from (f"{tables().works[work.kind].name} at {work.hex}" for work in state.works.values())
    yield from (f"{hex} is {names.nation(seat)}" for hex, seat in state.control.items())
    yield from (vocabulary.label_deck(everything, deck) for deck in state.decks)
    yield f"round {state.round}, {state.phase} phase, {names.nation(state.initiative)} initiative"
    if state.discards:
        yield f"discarded: {', '.join(card(each).name for each in state.discards)}"
    yield from (f"boon: {_boon(state, boon)}" for boon in state.boons)


def _boon(state: State, boon: Any) -> str:
    whose = names.full(state.units[boon.unit]) if boon.unit in state.units else names.nation(boon.side)
    return f"{whose} {boon.kind} {boon.n:+} through round {boon.through}"
