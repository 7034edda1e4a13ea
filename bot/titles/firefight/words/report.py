"""The whole situation in words, a player's holdings, and standing orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from bot.kernel.game import Prompt
from bot.kernel.rule import case
from bot.kernel.secret import Seat, Seen
from bot.kit import pieces
from bot.kit.english import begun, count, join
from bot.kit.standing import Report
from bot.titles.firefight.events.fights import effect, marker
from bot.titles.firefight.field import names
from bot.titles.firefight.field.economy import ceiling, checks
from bot.titles.firefight.field.solo import is_ai, options
from bot.titles.firefight.field.units import at, of_side, on_map, rumoured, side_of, team, where
from bot.titles.firefight.model.ids import SIDES, CardId, GeneratorId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import DESTROYED, HIDDEN, WAITING, Orders, Played, Unit, Zone
from bot.titles.firefight.printed.cards import cards, counters_of, named
from bot.titles.firefight.printed.maps import maps
from bot.titles.firefight.printed.scenarios import scenarios
from bot.titles.firefight.printed.units import named as counter
from bot.titles.firefight.words.sheet import described

ZONES: dict[Zone, str] = {"victory": "Victory points", "rules": "Rules and events", "units": "Units"}

here = pieces.here(at)
"""The pieces in a hex."""


def status(seen: Seen[State], prompts: Mapping[Seat, Prompt]) -> str:
    """Describe the whole situation."""
    state = seen.state
    lines = [*_course(seen, prompts), *_sides(state), *described(state), *_ground(state)]
    return "\n".join(lines) or "The table is empty."


def _course(seen: Seen[State], prompts: Mapping[Seat, Prompt]) -> Iterator[str]:
    """Name the round, the players to act, and the maps with their weather.

    Only the asked player reads the question; other players read only whose move it is.
    """
    state = seen.state
    if state.scenario:
        now = names.in_round(state, state.round) if state.round else "the firefight is being generated"
        yield f"**{scenarios().found[state.scenario].name}**, {now}."
    for seat, prompt in prompts.items():
        yield f"To act: {names.player(state, seat)}.{f' {prompt.text}' if seat == seen.seat else ''}"
    if state.outcome is not None:
        yield f"The battle is over. {state.outcome.why}"
    if state.field:
        yield f"Maps: {join(f'{sheet.map} ({maps().maps[sheet.map].name})' for sheet in state.field)}."
    yield from conditions(state)


def _sides(state: State) -> Iterator[str]:
    for side in SIDES if state.scenario else ():
        yield ""
        yield f"**{names.side(side)}**: {count(state.points.get(side, 0), 'victory point')}"
        yield from _side(state, side)


@case("G-3.9b")
def conditions(state: State) -> Iterator[str]:
    """Describe condition cards: effects on both sides, and benefits for a player."""
    for each in state.conditions:
        record = cards().conditions[each.card]
        if each.half == "top":
            yield f"{record.name}: {record.text}"
        else:
            yield f"{record.name}, for {names.player(state, each.seat)} alone: {record.benefit.text}"


def _side(state: State, side: Side) -> Iterator[str]:
    """Describe a side: players, record board, units by hex, and units off the map."""
    players = team(state, side)
    for seat in players:
        yield f"- {_purse(state, seat)}"
    for zone, title in ZONES.items():
        shown = [card(state, each) for each in state.record if each.zone == zone and _of(state, each) == side]
        if zone == "victory":
            yield from (f"- {title}: {each}" for each in shown)
        elif shown:
            yield f"- {title}: {'; '.join(each.removesuffix('.') for each in shown)}"
    units = list(of_side(state, side))
    for hex in dict.fromkeys(map(where, units)):
        here = ", ".join(_unit(state, unit) for unit in units if where(unit) == hex)
        yield f"- {names.place(state, hex)}: {here}"
    hidden = [unit for unit in state.units.values() if unit.side == side and where(unit) == HIDDEN]
    if hidden:
        yield f"- In hiding: {names.row(hidden)}"
    for seat in players:
        if len(players) > 1:
            yield from _commanded(state, seat)
        yield from _coming(state, seat)
    lost = [unit for unit in state.units.values() if unit.side == side and unit.hex == DESTROYED]
    if lost:
        yield f"- Lost: {names.row(lost)}"


def _of(state: State, played: Played) -> Side | str:
    return state.players[played.seat].side


def _purse(state: State, seat: Seat) -> str:
    """Describe the resources of a player."""
    player = state.players[seat]
    if is_ai(state, seat):
        has = "its CAPs are order cards, and it draws no action cards and notes no artillery"
        return f"{begun(names.player(state, seat))}: {has}"
    parts = [*holds(state, seat)]
    if player.active:
        active = names.row([state.units[id] for id in player.active])
        parts.append(f"active: {active} with {player.ap} AP")
    return f"{begun(names.player(state, seat))}: {', '.join(parts)}"


def holds(state: State, seat: Seat) -> Iterator[str]:
    """Name a player's CAPs and cards."""
    player, most = state.players[seat], ceiling(state, seat)
    yield f"{player.caps} of {count(most, 'CAP')}" if state.round else f"{count(most, 'CAP')} a round"
    yield count(player.card_count, "action card")
    if player.hand_count:
        yield count(player.hand_count, "generator card")


def card(state: State, played: Played) -> str:
    """Describe a card on the record board, with its subject."""
    record = cards().generator[played.card]
    caps = names.caps(record.option(played.half).cap)
    if played.half == "top":
        text = f": {record.top.text}" if record.top.kind in ("victory", "rule") else ""
        return f"{named(played.card)} {record.top.title}{caps}{_about(state, played)}{text}"
    return f"{named(played.card)} {join(map(counter, counters_of(played.card, 'bottom'))) or 'no units'}{caps}"


def _about(state: State, played: Played) -> str:
    """Name the card or the unit that was chosen for a top."""
    about = named(played.chosen) if played.chosen else names.unit(state, played.quarry)
    return f" (about {about})" if about else ""


def _unit(state: State, unit: Unit) -> str:
    return f"{names.one(unit)} ({', '.join(notes(state, unit))})"


def notes(state: State, unit: Unit) -> Iterator[str]:
    """Describe the condition of a unit."""
    if unit.aboard:
        yield f"with {names.one(state.units[unit.aboard])}"
    elif unit.hiding is not None:
        yield "hidden"
    else:
        yield unit.facing
    if unit.status != "fresh":
        yield {"used": "active", "spent": "spent"}[unit.status]
    if unit.hit is not None:
        yield marker(unit.hit.marker.open()) if unit.hit.marker.known else "hit marker"
    if unit.inside in state.works:
        yield f"in {names.a(names.work(state.works[unit.inside]))}"
    if unit.bogged:
        yield "bogged down"


@case("G-4.2b")
def _commanded(state: State, seat: Seat) -> Iterator[str]:
    """Name the player who commands each of a side's units on the map."""
    mine = [unit for unit in state.units.values() if unit.owner == seat and (on_map(unit) or unit.hex == HIDDEN)]
    if mine:
        yield f"- {begun(names.player(state, seat))} commands {names.row(mine)}"


def _coming(state: State, seat: Seat) -> Iterator[str]:
    """Name a player's units off the map, by round; in a team, also their player."""
    mine = (unit for unit in state.units.values() if unit.owner == seat and unit.hex == WAITING)
    off = [unit for unit in mine if not rumoured(state, unit.id)]
    whose = f"{names.player(state, seat)}, " if len(team(state, side_of(state, seat))) > 1 else ""
    for round in sorted({max(unit.round, state.round, 1) for unit in off}):
        those = [unit for unit in off if max(unit.round, state.round, 1) == round]
        when = "May enter now" if round == state.round else f"Enter in round {round}"
        ways = {unit.edges or state.players[unit.owner].edges for unit in those}
        by = f" by {names.edges(next(iter(ways)))}" if len(ways) == 1 and all(ways) else ""
        yield f"- {whose}{when[:1].lower() if whose else when[:1]}{when[1:]}{by}: {names.row(those)}"


def _ground(state: State) -> Iterator[str]:
    """List the pieces on the map."""
    if state.control:
        held = (f"{names.hex(state, each.hex)} {names.side(each.side)}" for each in state.control.values())
        yield f"\nControl markers: {', '.join(held)}."
    works = [work for work in state.works.values() if where(work) != HIDDEN]
    if works:
        yield f"Works: {', '.join(f'{names.work(work)} {names.at(state, where(work))}' for work in works)}."
    if state.smoke:
        yield f"Smoke: {', '.join(f'{names.hex(state, hex)} {smoke}' for hex, smoke in state.smoke.items())}."


# A player's hand.


def hand(seen: Seen[State]) -> str:
    """Describe a player's secrets: cards, hit markers, hidden units and plots."""
    state, player = seen.state, seen.state.players.get(seen.seat)
    if player is None:
        return ""
    lines = []
    if held := options(state, seen.seat):
        lines += ["**Generator cards**", *(f"- {_generator(card)}" for card in held)]
    if actions := player.cards.open():
        copies = Counter(actions)
        lines += ["**Action cards**", *(f"- {_action(card, copies[card])}" for card in copies)]
    own = [unit for unit in state.units.values() if unit.owner == seen.seat]
    if hit := [unit for unit in own if unit.hit is not None and unit.hit.marker.known]:
        lines += ["**Hit markers**", *_hits(state, hit)]
    hidden = [(names.one(unit), where(unit)) for unit in own if unit.hiding is not None]
    laid = [work for work in state.works.values() if work.owner == seen.seat and work.hiding is not None]
    hidden += [(begun(names.work(work)), where(work)) for work in laid]
    if hidden:
        lines += ["**In hiding**", *(f"- {name} at {names.place(state, hex)}" for name, hex in hidden)]
    noted = [strike.hex.open() for strike in state.strikes if strike.seat == seen.seat and strike.hex.known]
    lines += [f"Artillery is noted on {names.place(state, hex)}." for hex in noted if hex]
    return "\n".join(lines)


def _hits(state: State, units: Iterable[Unit]) -> Iterator[str]:
    for unit in units:
        if unit.hit is not None:
            which = unit.hit.marker.open()
            yield f"- {names.one(unit)}: {marker(which)}, {effect(state, which)}"


def _generator(key: GeneratorId) -> str:
    """Describe a generator card in a line."""
    record = cards().generator[key]
    units = join(map(counter, counters_of(key, "bottom"))) or "no units"
    top, bottom = (names.caps(half.cap) for half in (record.top, record.bottom))
    return f"{named(key)}: **{record.top.title}**{top}, or {units}{bottom}"


def _action(key: CardId, copies: int) -> str:
    record = cards().actions[key]
    return f"{f'{copies} × ' if copies > 1 else ''}{record.name}: {record.text}"


def held(seen: Seen[State]) -> str:
    """Describe the player's holdings beside the map."""
    player = seen.state.players.get(seen.seat)
    if player is None or not player.side:
        return ""
    lines = [f"- {_purse(seen.state, seen.seat)}", *_coming(seen.state, seen.seat)]
    if checks(seen.state) and player.acted:
        lines.append(f"- Under stress: {names.row([seen.state.units[id] for id in player.acted])}")
    return "\n".join(lines)


STANDING = Report(
    Orders,
    {
        "bid": {
            "ask": "You are asked how many CAPs you add to the roll for the first turn.",
            "none": "You add no CAPs to the roll for the first turn.",
            "one": "You add 1 CAP to the roll for the first turn.",
            "two": "You add 2 CAPs to the roll for the first turn.",
        },
        "passing": {
            "ask": "You are asked in each of your turns, as long as you hold a card that can be played; without "
            "one only until you have passed.",
            "on": "Once you have passed with all units spent and no CAPs, you pass until the round is over; "
            "before that you are asked.",
        },
    },
)


def orders(seen: Seen[State]) -> str:
    """Describe the player's standing orders."""
    player = seen.state.players.get(seen.seat)
    return STANDING.tell(player.orders.open()) if player is not None else ""
