"""The setup of the table by a scenario."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.game import Options
from bot.kernel.rule import case
from bot.kernel.secret import private
from bot.titles.firefight import events as ev
from bot.titles.firefight.model.ids import GeneratorId, HexId, MapId, MarkerId, Sheet, Side, UnitId
from bot.titles.firefight.model.solo import Solo
from bot.titles.firefight.model.table import SEATS, WAITING, Control, Hits, Orders, Pile, Played, Player, Unit
from bot.titles.firefight.play import sheet
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.printed.agreed import agreed
from bot.titles.firefight.printed.cards import action_deck
from bot.titles.firefight.printed.guidelines import guidelines
from bot.titles.firefight.printed.hits import hits
from bot.titles.firefight.printed.scenarios import Ready, ReadyPlayer, ScenarioRecord, scenarios
from bot.titles.firefight.printed.units import counter_id


@case("COH-3.6d", "G-4.0.2a")
def lay_out(play: Play, key: str, options: Options) -> None:
    """Set up the scenario; a scenario without a battle begins with its cards."""
    record = scenarios().found[key]
    play.emit(ready(key, options, record, record.ready) if record.ready else bare(key, options, record))
    if record.solo and record.ready:
        sheet.lay(play, record.ready.sheet)


def piles() -> dict[Pile, Hits]:
    """Return the full piles of hit markers."""
    return {pile: private(hits().pile(pile)) for pile in ("soft", "armoured")}


def bare(key: str, options: Options, record: ScenarioRecord) -> ev.Opened:
    """Return a table without a battle, before any card is dealt."""
    name = options.get("guideline", record.guideline)
    guideline = agreed(name, tuple(sorted(options.items())))
    players = tuple(_player(Player(seat)) for seat in SEATS[: len(guideline.players)])
    if record.solo:
        sides = zip(players, guideline.players, strict=True)
        players = tuple(replace(player, side=each.side, force=n) for n, (player, each) in enumerate(sides))
    deck = action_deck(guideline.actions)
    return ev.Opened(
        key,
        dict(options),
        players,
        piles(),
        rounds=guideline.rounds,
        guideline=name,
        deck=private(deck),
        undrawn=len(deck),
        solo=Solo() if record.solo else None,
    )


def _player(player: Player) -> Player:
    """Return a player with an empty hand of action cards and default standing orders."""
    orders = private(Orders(), player.seat)
    return Player(
        player.seat, player.side, player.base, draws=player.draws, edges=player.edges,
        cards=private((), player.seat), hand=private((), player.seat), deck=private(()), orders=orders,
    )  # fmt: skip


@case("G-example-1")
def ready(key: str, options: Options, record: ScenarioRecord, battle: Ready) -> ev.Opened:
    """Return a table that is ready for battle."""
    deck = action_deck(guidelines().found[record.guideline].actions)
    players = [
        _player(Player(seat, each.side, each.base, draws=each.draws, edges=(each.edge,)))
        for seat, each in zip(SEATS, battle.players, strict=False)
    ]
    gave = {
        unit(battle.players[played.seat - 1].side, number): played.card
        for played in battle.record
        for number in played.units
    }
    units = [each for n, player in enumerate(battle.players) for each in _units(n, player, gave)]
    return ev.Opened(
        key,
        dict(options),
        tuple(players),
        piles(),
        rounds=battle.rounds,
        guideline=record.guideline,
        initiative=SEATS[battle.initiative - 1],
        field=tuple(Sheet(MapId(map), x) for x, map in enumerate(battle.maps)),
        units=tuple(units),
        control=tuple(
            Control(MarkerId(f"m{n}"), HexId(each.hex), each.side, each.card)
            for n, each in enumerate(battle.control, 1)
        ),
        record=tuple(_record(battle)),
        deck=private(deck),
        undrawn=len(deck),
        solo=Solo() if record.solo else None,
    )


def unit(side: Side, number: int) -> UnitId:
    """Return the id of a unit, which is the id of its counter."""
    return UnitId(counter_id(side, number))


def _units(n: int, player: ReadyPlayer, gave: dict[UnitId, GeneratorId]) -> Iterator[Unit]:
    """Yield a player's units: those on the map, and those that enter by its edge."""
    comers = {1: player.waiting, **{int(round): numbers for round, numbers in player.later.items()}}
    places = {each.unit: (HexId(each.hex), each.facing, 1) for each in player.placed}
    for round, numbers in comers.items():
        places.update(dict.fromkeys(numbers, (WAITING, "N", round)))
    for number, (hex, facing, round) in sorted(places.items()):
        id = unit(player.side, number)
        card = gave.get(id, GeneratorId(""))
        yield Unit(id, counter_id(player.side, number), SEATS[n], player.side, hex, facing, round=round, card=card)


def _record(battle: Ready) -> Iterator[Played]:
    for each in battle.record:
        side = battle.players[each.seat - 1].side
        units = tuple(unit(side, n) for n in each.units)
        yield Played(each.card, each.half, SEATS[each.seat - 1], each.zone, units, each.chosen)
