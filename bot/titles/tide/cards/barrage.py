"""Area attacks by aircraft, and by guns behind the lines."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat, Seen
from bot.titles.tide import events as ev
from bot.titles.tide.cards import targets
from bot.titles.tide.cards.effect import Effect, plays
from bot.titles.tide.combat import hits
from bot.titles.tide.combat.works import build
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, values
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.field.bombardment import contact_bonus, contact_chance, planned
from bot.titles.tide.field.harm import area_targets
from bot.titles.tide.field.works import smoke_wrong
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, HexId, How, Mode, UnitId
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import card as printed
from bot.titles.tide.printed.tables import tables


@case("TOI-5.5a", "TOI-5.7")
def bombard(
    play: Play, seat: Seat, card: CardId, hex: HexId, dice: int, mode: Mode, hit: int, how: How, softened: int = 0
) -> None:
    """Roll an area attack of a card on all units in a hex except passengers."""
    plan, least = planned(play.state, seat, card, hex, dice, mode, hit, how)
    roll = play.dice.roll(printed(card).name, plan.dice)
    in_the_way = area_targets(play.state, hex, mode)
    hits.strike(play, plan, how, seat, in_the_way, roll, None, least, softened=softened)


def _value(seen: Seen[State], target: str, dice: int, mode: Mode) -> float:
    """Return the value of an area attack on a hex."""
    return values.of_area(seen, Attack(UnitId(""), (), HexId(target), mode, "area", dice, ()))


@plays(does.AirAttack)
def air(effect: does.AirAttack) -> Effect:
    """Make an air attack on a hex."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        hex = HexId(target)
        bombard(play, seat, card, hex, effect.dice, effect.mode, effect.hit, "air", effect.softened)

    fits = targets.within(effect.within) if effect.within else targets.spotted
    return Effect(
        act, "hex", fits, (effect.dice, effect.mode, effect.hit), softened=effect.softened,
        value=lambda seen, target: _value(seen, target, effect.dice, effect.mode),
    )  # fmt: skip


DRIFT = (0, 0, 0, 1, 1, 2)
"""The hexes that shells drift, by the first die; the second gives the direction."""


@plays(does.Artillery)
@case("TOI-5.7")
def artillery(effect: does.Artillery) -> Effect:
    """Establish contact, find the target, see where the shells come down, attack."""
    hit = tables().numbers.hit.area

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        hex = _come_down(play, seat, card, HexId(target), effect.contact)
        if hex is not None:
            bombard(play, seat, card, hex, effect.dice, effect.mode, hit, "barrage")

    def value(seen: Seen[State], target: str) -> float:
        answers = float(contact_chance(seen.state, seen.seat, effect.contact)[1])
        return _value(seen, target, effect.dice, effect.mode) * answers

    return Effect(act, "hex", targets.spotted, (effect.dice, effect.mode, hit), calls=effect.contact, value=value)


@plays(does.SmokeScreen)
@case("TOI-5.7")
def smoke_screen(effect: does.SmokeScreen) -> Effect:
    """Establish contact, find the target, see where the shells come down, place smoke."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        hex = _come_down(play, seat, card, HexId(target), effect.contact)
        if hex is not None and smoke_wrong(play.state, hex) is None:
            build(play, "smoke", hex)

    return Effect(act, "hex", targets.spotted, calls=effect.contact)


def _come_down(play: Play, seat: Seat, card: CardId, aimed: HexId, need: int) -> HexId | None:
    """Call the guns; return the hex of their shells, or `None` without contact or hex."""
    return drift(play, seat, card, aimed) if contact(play, seat, card, need) else None


@case("TOI-5.7")
def contact(play: Play, seat: Seat, card: CardId, need: int) -> bool:
    """Roll for contact with the guns.

    Without contact the card waits in the play area for another round.
    """
    roll = play.dice.roll("contact", 1)
    made = roll.faces[0] + contact_bonus(play.state, seat) >= need
    play.emit(ev.Contact(seat, card, roll, need, made))
    return made


def drift(play: Play, seat: Seat, card: CardId, aimed: HexId) -> HexId | None:
    """Roll for the hex of the shells; `None` is off the map."""
    if any(not effect.drift for _, effect in board.standing(play.state, seat, does.Spotters)):
        return aimed
    distance = play.dice.roll("drift", 1)
    by = DRIFT[distance.faces[0] - 1]
    if not by:
        play.emit(ev.Drifted(card, aimed, aimed, distance))
        return aimed
    direction = play.dice.roll("direction", 1)
    hex = board.map_of(play.state).beyond(aimed, direction.faces[0], by)
    play.emit(ev.Drifted(card, aimed, hex or HexId(""), distance, direction))
    return hex
