"""What strategy cards do, but for those that bombard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat
from bot.titles.tide.cards import targets as on
from bot.titles.tide.combat import hits
from bot.titles.tide.combat.works import build
from bot.titles.tide.field import units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.play import Play
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    Boon,
    CardId,
    HexId,
    Mode,
    ShelterId,
    Squad,
    UnitId,
    Vehicle,
)
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import card as printed

Act = Callable[[Play, Seat, CardId, str], None]
Needs = Literal["", "hex", "unit", "against"]
"""Which field of the action names the target of a card."""


class Effect(NamedTuple):
    """What a strategy card asks for and does."""

    act: Act
    needs: Needs = ""
    fits: Callable[[State, Seat, str], Wrong | None] = lambda state, seat, target: None
    barrage: tuple[int, Mode, int] | None = None
    """For an area attack: its dice, mode and lowest face that hits."""
    calls: int = 0
    """The lowest face that establishes contact with the guns, where the card calls them."""
    softened: int = 0
    """How many dice fewer vehicles defend with."""
    aims: bool = False
    """Whether the action also names a direction, which is hidden from others; it follows the target."""


def gain(effect: does.Gain) -> Effect:
    """Make a card that pays command from the bank."""
    return Effect(
        lambda play, seat, card, target: play.emit(ev.Gained(seat, effect.command, why=printed(card).name))
    )


def bid(effect: does.Bid) -> Effect:
    """Make a card that puts command from the bank on the initiative card."""
    return Effect(lambda play, seat, card, target: play.emit(ev.Bid(seat, effect.command, printed(card).name)))


def cut(effect: does.Cut) -> Effect:
    """Make a card that takes command off an opponent's initiative card."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        enemy = units.other(play.state, seat)
        if there := min(effect.command, play.state.hq[enemy].on_initiative):
            play.emit(ev.Bid(enemy, -there, printed(card).name))

    return Effect(act)


def march(effect: does.MoreMovement) -> Effect:
    """Make a card that lets one unit move farther in this round."""
    return Effect(_boon("move", effect.points), "unit", on.marching(effect.who, snow=effect.snow))


def strengthen(effect: does.Strengthen) -> Effect:
    """Make a card that strengthens one unit in its next attack, or one squad in assaults."""
    if effect.what == "attack":
        return Effect(_boon("firepower", effect.firepower), "unit", on.own_unit)
    return Effect(_boon("assault", effect.firepower), "unit", on.own_squad)


def _boon(kind: Literal["move", "firepower", "assault"], n: int) -> Act:
    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Given(Boon(kind, seat, n, play.state.round, UnitId(target))))

    return act


def nothing(effect: object) -> Effect:
    """Make a card that stays in play; what it changes is asked where it counts."""
    return Effect(lambda play, seat, card, target: None)


def more_actions(effect: does.MoreActions) -> Effect:
    """Make a card that lengthens the turn that is under way."""
    return Effect(lambda play, seat, card, target: play.emit(ev.ActionsAdded(seat, effect.actions)))


def fewer_actions(effect: does.FewerActions) -> Effect:
    """Make a card that shortens the opponent's next turn, in this round or the next."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        enemy, through = units.other(play.state, seat), play.state.round + 1
        play.emit(ev.Given(Boon("actions", enemy, -effect.actions, through)))

    return Effect(act)


def discard(effect: does.Discard) -> Effect:
    """Make a card that discards a card of an opponent."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.CardLost(CardId(target), printed(card).name))

    return Effect(act, "against", on.card_of(effect.decks))


def steady(effect: does.Steady) -> Effect:
    """Make a card that clears the squads of a hex of suppression."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        for unit in units.at(play.state, HexId(target)):
            if unit.side == seat and units.is_suppressed(unit):
                play.emit(ev.Suppressed(unit.id, "", printed(card).name))

    return Effect(act, "hex", on.own_suppressed_hex)


def refresh(effect: does.Refresh) -> Effect:
    """Make a card that makes a unit fresh again."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Marked((UnitId(target),), "fresh", printed(card).name))

    return Effect(act, "unit", on.inspired)


def shake(effect: does.Shake) -> Effect:
    """Make a card that pins a squad."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        squad = play.state.units[UnitId(target)]
        assert isinstance(squad, Squad)
        hits.shake(play, squad, "pinned", printed(card).name)

    return Effect(act, "unit", on.shakeable)


def recover(effect: does.Recover) -> Effect:
    """Make a card that lets all disrupted squads of a side recover fully in this round."""
    return Effect(
        lambda play, seat, card, target: play.emit(ev.Given(Boon("recovery", seat, 1, play.state.round)))
    )


def lay(effect: does.Lay) -> Effect:
    """Make a card that places an obstacle."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        build(play, effect.work, HexId(target))

    return Effect(act, "hex", on.obstacle_fits(effect.work, effect.within, empty=effect.empty))


def dig(effect: does.Dig) -> Effect:
    """Make a card that digs a squad in."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        work = build(play, effect.work, play.state.units[UnitId(target)].hex)
        play.emit(ev.Sheltered(UnitId(target), ShelterId(work)))

    return Effect(act, "unit", on.can_be_dug_in(effect.work, snow=effect.snow))


def repair(effect: does.Repair) -> Effect:
    """Make a card that makes the damage of a vehicle one step lighter."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        vehicle = play.state.units[UnitId(target)]
        assert isinstance(vehicle, Vehicle)
        play.emit(ev.Damaged(vehicle.id, "light" if vehicle.damage == "heavy" else ""))

    return Effect(act, "unit", on.damaged)


def replace(effect: does.Replace) -> Effect:
    """Make a card that returns lost figures to a squad."""
    fits = on.has_room(effect.figure)

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        for _ in range(effect.figures):
            if fits(play.state, seat, target) is None:
                play.emit(ev.Healed(UnitId(target), effect.figure))

    return Effect(act, "unit", fits)


def promote(effect: does.Promote) -> Effect:
    """Make a card that adds a figure to a squad."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Healed(UnitId(target), effect.figure, new=True))

    return Effect(act, "unit", on.has_room(effect.figure, new=True))


def reveal(effect: does.Reveal) -> Effect:
    """Make a card that reveals the concealed enemies near a hex."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        here, hex = units.map_of(play.state), HexId(target)
        enemies = units.against(play.state, seat)
        hits.reveal(play, *[u.id for u in enemies if here.distance(u.hex, hex) <= effect.within])

    return Effect(act, "hex", on.any_hex)
