"""Sentences for the card game that makes a battle, and for action cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.kernel.secret import Seen
from bot.kit.by_kind import ByKind
from bot.kit.english import FACES, begun, count, join
from bot.titles.firefight.cards import hand
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import EDGES
from bot.titles.firefight.model import generator_events as ev
from bot.titles.firefight.model.ids import ConditionId, Field, GeneratorId, HexId, Sheet, UnitId
from bot.titles.firefight.model.solo import AI, HUMAN, NOBODY
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Control
from bot.titles.firefight.printed.cards import cards, named, number_of
from bot.titles.firefight.words.fights import thrown

TELL: ByKind[Seen[State], str] = ByKind()
_on = TELL.on


@_on(ev.GenerationRolled)
def _rolled(seen: Seen[State], e: ev.GenerationRolled) -> str:
    rolls = "; ".join(
        f"{names.player(seen.state, seat)} 🎲 {', then '.join(str(sum(roll.faces)) for roll in rolls)}"
        for seat, rolls in e.rolls.items()
    )
    first = begun(names.player(seen.state, e.order[0]))
    return f"{rolls}. **{first}** is the Initiative Player and goes first until the firefight is ready [G-2.0]."


@_on(ev.SideTaken)
def _side(seen: Seen[State], e: ev.SideTaken) -> str:
    return f"{names.player(seen.state, e.seat)} commands **{names.the_side(e.side)}**."


@_on(ev.HandDealt)
def _dealt(seen: Seen[State], e: ev.HandDealt) -> str:
    who = names.player(seen.state, e.seat)
    if not e.number:
        return f"-# {who} has {count(e.base, 'CAP')}, and draws {count(e.draws, 'action card')} a round."
    if e.hand.known:
        return f"You draw {join(names.generator_card(card) for card in e.hand.open())}."
    draws = count(e.draws, "action card")
    return f"-# {who} has {count(e.number, 'generator card')}, {count(e.base, 'CAP')}, and draws {draws} a round."


@_on(ev.FieldLaid)
def _field(seen: Seen[State], e: ev.FieldLaid) -> str:
    before, who = seen.state.field, names.player(seen.state, e.seat)
    new = [sheet for sheet in e.field if sheet.map not in {each.map for each in before}]
    gone = [sheet for sheet in before if sheet.map not in {each.map for each in e.field}]
    laid = join(names.map_sheet(sheet.map) for sheet in new) or "the maps anew"
    turned = ", the other way round" if any(sheet.turned for sheet in new) else ""
    if gone:
        old = join(names.map_sheet(sheet.map) for sheet in gone)
        moved = [f"{what} is at {names.hex_on(e.field, to)}" for what, to in _displaced(seen.state, e)]
        to = f"\n-# {begun(join(moved))} now, where there is room." if moved else ""
        return f"🗺️ {who} exchanges {old} for {laid}{turned}.{to}"
    if not before:
        return f"🗺️ {who} lays {laid}."
    return f"🗺️ {who} adds {laid} in the {join(_sides_of(new[0], before))}{turned}."


def _sides_of(new: Sheet, before: Field) -> list[str]:
    """Return the sides of the battlefield on which a map was added."""
    return [
        edge
        for edge, (x, y) in EDGES.items()
        if all(new.x * x + new.y * y > sheet.x * x + sheet.y * y for sheet in before)
    ]


def _displaced(state: State, e: ev.FieldLaid) -> Iterator[tuple[str, HexId]]:
    """Yield the visible counters whose hex number changes when maps are exchanged."""
    table = state.solo.rumours if state.solo is not None else {}
    went = [
        *((names.unit(state, id), state.units[id].hex, to) for id, to in e.units.items()),
        *((f"the {names.work(state.works[id])}", state.works[id].hex, to) for id, to in e.works.items()),
        *((_marker_of(state.control[id]), state.control[id].hex, to) for id, to in e.markers.items()),
        *(("a Rumored Enemy", table[each.id].hex, each.hex) for each in e.rumours),
    ]
    yield from ((what, to) for what, hex, to in went if hex.partition("-")[2] != to.partition("-")[2])


def _marker_of(marker: Control) -> str:
    return f"the {names.side(marker.side)} Control Marker"


@_on(ev.EdgeChosen)
def _edge(seen: Seen[State], e: ev.EdgeChosen) -> str:
    return f"The units of {names.player(seen.state, e.seat)} enter by {names.edges(e.edges)}."


# Cards.


@_on(ev.CardPlayed)
def _played(seen: Seen[State], e: ev.CardPlayed) -> str:
    who, record = names.player(seen.state, e.played.seat), cards().generator[e.played.card]
    card = named(e.played.card)
    if e.played.half == "top":
        return f"🃏 {who} plays **{card}** for its top, **{record.top.heading}**: {record.top.does}"
    return f"🃏 {who} plays **{card}** for its units."


@_on(ev.LastDiscarded)
def _discarded(seen: Seen[State], e: ev.LastDiscarded) -> str:
    what = names.generator_card(e.card.open()) if e.card.known else "the last generator card"
    return f"-# {names.player(seen.state, e.seat)} discards {what}, unplayed."


@_on(ev.NothingPlaced)
def _nothing_placed(seen: Seen[State], e: ev.NothingPlaced) -> str:
    if not e.number:
        return f"-# No units of a played card wait off the map: this part of {_title(e.card)} lapses [G-3.7a]."
    card = f" ({_title(e.card)})" if e.card else ""
    if e.why == "none left":
        left = "All maps are in use" if e.what == "map" else "There are no Defense Counters in the cup"
        return f"-# {left}: nothing comes of this{card}."
    if e.why == "not wanted":
        units = (
            "1 unit is not placed, and enters" if e.number == 1 else f"{e.number} units are not placed, and enter"
        )
        return "-# The maps stay as they are." if e.what == "map" else f"-# {units} by the edge{card}."
    what, are = (f"a {e.what}", "it is") if e.number == 1 else (count(e.number, e.what), "they are")
    return f"-# There is no hex for {what}: {are} not placed{card}."


@_on(ev.CardChosen)
def _chosen(seen: Seen[State], e: ev.CardChosen) -> str:
    return f"{_title(e.card)} concerns the units of {named(e.chosen)}."


def _title(card: GeneratorId) -> str:
    return cards().generator[card].top.title


@_on(ev.QuarryChosen)
def _quarry(seen: Seen[State], e: ev.QuarryChosen) -> str:
    return f"{_title(e.card)} is about {names.unit(seen.state, e.unit)}."


@_on(ev.UnitsGiven)
def _given(seen: Seen[State], e: ev.UnitsGiven) -> str:
    if not e.units:
        return "No units come."
    who = names.player(seen.state, e.units[0].owner)
    late = max(unit.round for unit in e.units)
    from_ = f", from round {late} on" if late > 1 else ""
    return f"{who} receives {names.row(e.units)}{from_}."


@_on(ev.BaseChanged)
def _base(seen: Seen[State], e: ev.BaseChanged) -> str:
    who, player = names.player(seen.state, e.seat), seen.state.players[e.seat]
    does = "gains" if e.by > 0 else "loses"
    now = max(0, player.base + e.by)
    why = f" ({e.why})" if e.why else ""
    if not e.by:
        return f"{who} has no CAPs to lose{why}."
    return f"{who} {does} {count(abs(e.by), 'CAP')}{why}: {now} a round."


@_on(ev.DrawsChanged)
def _draws(seen: Seen[State], e: ev.DrawsChanged) -> str:
    who = names.player(seen.state, e.seat)
    when = "before the first round" if e.first else "before each round"
    more = "more" if e.by > 0 else "fewer"
    return f"{who} draws {abs(e.by)} {more} action card{'s' * (abs(e.by) > 1)} {when}."


@_on(ev.WeaponTaken)
def _weapon(seen: Seen[State], e: ev.WeaponTaken) -> str:
    return f"{names.player(seen.state, e.seat)} takes the weapon card **{names.action_card(e.card)}**."


@_on(ev.RoundsAdded)
def _rounds(seen: Seen[State], e: ev.RoundsAdded) -> str:
    return f"The battle lasts {seen.state.rounds + e.rounds} rounds."


# Units, markers and defences.


@_on(ev.UnitsPlaced)
def _placed(seen: Seen[State], e: ev.UnitsPlaced) -> str:
    who, is_ = names.units(seen.state, e.units), names.does(e.units, "is", "are")
    into = [unit for unit in e.units if e.inside.get(unit) in seen.state.works]
    works = f"in the {join(sorted({names.work(seen.state.works[e.inside[unit]]) for unit in into}))}"
    hex, facing = names.place(seen.state, e.hex), f"facing {FACES[e.facing]}"
    if len(into) == len(e.units):
        return f"{who} {is_} placed at {hex}, {works}, {facing}."
    some = f"; {names.units(seen.state, into)} {names.does(into, 'is', 'are')} {works}" if into else ""
    return f"{who} {is_} placed at {hex}, {facing}{some}."


@_on(ev.UnitHid)
def _hid(seen: Seen[State], e: ev.UnitHid) -> str:
    where = f" at {names.place(seen.state, e.hiding.open())}" if e.hiding.known else ""
    if e.slipped:
        return f"-# {names.unit(seen.state, e.unit)} slips away{where.replace(' at ', ' to ', 1)}."
    return f"{names.unit(seen.state, e.unit)} is placed in hiding{where}."


@_on(ev.HiddenMoved)
def _hidden_moved(seen: Seen[State], e: ev.HiddenMoved) -> str:
    """Tell the owner of hidden pieces which of them made way; others read nothing."""
    units = ((seen.state.units[id].hiding, hiding, names.unit(seen.state, id)) for id, hiding in e.units.items())
    works = [
        (seen.state.works[id].hiding, hiding, f"The {names.work(seen.state.works[id])} that you hide")
        for id, hiding in e.works.items()
    ]
    moved = [
        f"-# {what} makes way to {names.place(seen.state, now.open())}."
        for before, now, what in (*units, *works)
        if now.known and before is not None and before.known and before.open() != now.open()
    ]
    return "\n".join(moved)


@_on(ev.UnitsDelayed)
def _delayed(seen: Seen[State], e: ev.UnitsDelayed) -> str:
    who = names.units(seen.state, e.units)
    return f"{who} {names.does(e.units, 'comes', 'come')} in round {e.round} at the earliest."


@_on(ev.EdgesGiven)
def _edges(seen: Seen[State], e: ev.EdgesGiven) -> str:
    return f"{names.units(seen.state, e.units)} may enter by {names.edges(e.edges)}."


@_on(ev.MarkerPlaced)
def _marker(seen: Seen[State], e: ev.MarkerPlaced) -> str:
    side, hex = names.side(e.control.side), names.place(seen.state, e.control.hex)
    return f"🚩 {names.player(seen.state, e.seat)} places a **{side} control marker** at {hex}."


@_on(ev.DefencesDrawn)
def _defences(seen: Seen[State], e: ev.DefencesDrawn) -> str:
    who = names.player(seen.state, e.seat)
    alike = Counter(map(names.defence, e.counters))
    drawn = "; ".join(f"{n} times {what}" if n > 1 else what for what, n in alike.items())
    return f"{who} draws {count(len(e.counters), 'Defense Counter')}: {drawn or 'the cup is empty'}."


@_on(ev.DefencePlaced)
def _defence(seen: Seen[State], e: ev.DefencePlaced) -> str:
    work = e.work
    if work.hiding is None:
        where = f" at {names.place(seen.state, work.hex)}"
    else:
        where = f" at {names.hex(seen.state, work.hiding.open())}" if work.hiding.known else ""
    inside = f"; {names.units(seen.state, e.inside)} {names.does(e.inside, 'is', 'are')} in it" if e.inside else ""
    where += f", facing {FACES[work.facing]}" if work.kind == "bunker" else ""
    does = "places" if work.hiding is None else "hides"
    return f"{names.player(seen.state, work.owner)} {does} {names.a(names.work(work))}{where}{inside}."


@_on(ev.WorkSlipped)
def _slipped(seen: Seen[State], e: ev.WorkSlipped) -> str:
    """Only the owner of the hidden work reads of it."""
    if not e.hiding.known:
        return ""
    what = names.work(seen.state.works[e.work])
    return f"The {what} that you hide makes way to {names.place(seen.state, e.hiding.open())}."


@_on(ev.SmokePlaced)
def _smoke(seen: Seen[State], e: ev.SmokePlaced) -> str:
    return f"🌫️ {names.player(seen.state, e.seat)} places heavy smoke at {names.hex(seen.state, e.hex)}."


@_on(ev.CupEmptied)
def _emptied(seen: Seen[State], e: ev.CupEmptied) -> str:
    return "All cards are played: **the firefight is ready.**"


# The solo game.


@_on(ev.OptionsDrawn)
def _options(seen: Seen[State], e: ev.OptionsDrawn) -> str:
    side = names.side(seen.state.players[e.seat].side)
    again = [card for card in e.hand.open() if card not in e.cards]
    drawn = [f"**{names.generator_card(card)}**{' again' * (card in again)}" for card in (*e.cards, *again)]
    left = "One of them is played." if len(drawn) > 1 else "It is the last card of the deck."
    return f"🃏 Drawn for the {side} side: {join(drawn)}. {left}"


@_on(ev.RumourPlaced)
def _rumour(seen: Seen[State], e: ev.RumourPlaced) -> str:
    return f"❔ A **Rumored Enemy** is placed at {names.place(seen.state, e.rumour.hex)}."


@_on(ev.CupFilled)
def _cup(seen: Seen[State], e: ev.CupFilled) -> str:
    units = names.units(seen.state, [UnitId(lot) for lot in e.lots if lot != NOBODY])
    empty = count(e.lots.count(NOBODY), "No Enemy counter")
    return f"Into the cup of Rumored Enemies go {units} and {empty}."


@_on(ev.SidesDealt)
def _sides(seen: Seen[State], e: ev.SidesDealt) -> str:
    ai = names.the_side("soviet" if e.side == "german" else "german")
    said = f"🎲 {e.roll.faces[0]}: you command **{names.the_side(e.side)}**, and the AI has {ai} [G-5.3]."
    rumours = seen.state.solo.rumours if seen.state.solo is not None else {}
    if rumours and not e.solo.rumours:
        said += " The rumoured units are yours: you place them hidden."
    elif len(e.solo.rumours) > len(rumours):
        said += " The hidden mines are one more Rumored Enemy."
    return f"{said}{_handicap(seen.state, e)}"


def _handicap(state: State, e: ev.SidesDealt) -> str:
    """Name the CAPs that the player gives up as a handicap."""
    had = next(player.base for player in state.players.values() if player.side == e.side)
    has = next(player.base for player in e.players if player.seat == HUMAN)
    return f" Your handicap takes {count(had - has, 'CAP')}: you have {has} a round." if has < had else ""


@_on(ev.SheetLaid)
def _sheet(seen: Seen[State], e: ev.SheetLaid) -> str:
    why = f"🎲 {e.roll.faces[0]}, for as many tiles are for either side: " if e.roll else ""
    tiles = join(f"{named(tile.card)} ({tile.track}, space {tile.space})" for tile in e.solo.tiles)
    lines = [f"{why}**the {e.solo.sheet} side** of the Solo Mission Sheet is face up [G-5.3.2a]."]
    lines.append(f"AI tiles: {tiles or 'none'}.{_left_out(seen.state, e)} The mission ends on space {e.solo.end}.")
    changes = [
        f"{join(cards)} {what}"
        for cards, what in (
            (e.added, "added for CAPs that the AI gained"),
            (e.dropped, "left out for CAPs that it lost"),
            (e.handicap, "left out as a handicap"),
        )
        if cards
    ]
    deck = f"{len(e.solo.orders)} Order Cards are shuffled"
    lines.append(f"{deck}: {'; '.join(changes)} [G-5.4b]." if changes else f"{deck} [G-5.4a].")
    return "\n".join(lines)


# FF-R126
def _left_out(state: State, e: ev.SheetLaid) -> str:
    """Name the tiles for which the sheet has no space."""
    lying = {tile.card for tile in e.solo.tiles}
    tops = (each.card for each in state.record if each.seat == AI and each.half == "top")
    out = sorted((card for card in tops if card not in lying), key=number_of)
    stay = names.does(out, "stays", "stay")
    return f" {join(map(named, out))} {stay} out of play: there is no space left." if out else ""


@_on(ev.RoadChosen)
def _road(seen: Seen[State], e: ev.RoadChosen) -> str:
    start, end = (names.hex(seen.state, hex) for hex in (e.road[0], e.road[-1]))
    who = names.unit(seen.state, e.unit)
    return f"{who} drives along the road from {start} to {end} as the mission continues."


# Condition cards and action cards.


def condition(card: ConditionId) -> str:
    """Name a condition card."""
    return cards().conditions[card].name


@_on(ev.ConditionsDrawn)
def _conditions(seen: Seen[State], e: ev.ConditionsDrawn) -> str:
    drawn = join(f"**{condition(card)}**" for card in e.cards) or "no condition card, since none is left"
    return f"🌦️ {names.player(seen.state, e.seat)} draws {drawn}."


@_on(ev.ConditionPlayed)
def _condition(seen: Seen[State], e: ev.ConditionPlayed) -> str:
    record, who = cards().conditions[e.condition.card], names.player(seen.state, e.condition.seat)
    if e.condition.half == "top":
        return f"🌦️ **{record.name}** holds for both sides: {record.text}"
    return f"{record.name} is for {who} alone: {record.benefit.text}"


@_on(ev.ActionCardPlayed)
def _action(seen: Seen[State], e: ev.ActionCardPlayed) -> str:
    state = seen.state
    on = f" on {names.units(state, e.units)}" if e.units else ""
    die = f": 🎲 {', '.join(map(str, e.roll.faces))}" if e.roll is not None else ""
    if e.card == hand.NCO and e.roll is not None:
        die = f": 🎲 {thrown(e.roll.faces)} is rolled again"
    return f"🃏 {names.player(state, e.seat)} plays **{names.action_card(e.card)}**{on}{die}."


@_on(ev.HitLifted)
def _lifted(seen: Seen[State], e: ev.HitLifted) -> str:
    return f"{names.unit(seen.state, e.unit)} is rid of its hit marker."


@_on(ev.TurnGranted)
def _again(seen: Seen[State], e: ev.TurnGranted) -> str:
    return f"{names.player(seen.state, e.seat)} takes the turn after this one too."


@_on(ev.Confused)
def _confused(seen: Seen[State], e: ev.Confused) -> str:
    return f"The next action of {names.player(seen.state, e.seat)} costs {e.by} more."


@_on(ev.Bogged)
def _bogged(seen: Seen[State], e: ev.Bogged) -> str:
    what = "is stuck for the rest of the round" if e.stuck else "drives on"
    return f"🎲 {thrown(e.roll.faces, e.caps)}, {e.need} or more: {names.unit(seen.state, e.unit)} {what}."
