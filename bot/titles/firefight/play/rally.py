"""Rallying units from their hit markers."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen, private
from bot.kit.decisions import Fixed
from bot.kit.english import count
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.luck import CHANGES, Cards, helps, mended, untold
from bot.titles.firefight.field import hand, names, phrases, rallying
from bot.titles.firefight.field.groups import chained
from bot.titles.firefight.field.rolls import each_reaches
from bot.titles.firefight.field.units import on_map
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import bonus_cards
from bot.titles.firefight.model.ids import CardId, HitId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.acting import acting, groups, payments
from bot.titles.firefight.play.base import Anytime, Here, Play
from bot.titles.firefight.play.by_units import by_units
from bot.titles.firefight.play.losses import returned
from bot.titles.firefight.printed.units import named


@rule("COH-1.6d", "COH-4.5a")
def together(at: Here, action: do.Rally) -> Wrong | None:
    """Units on the map rally, passengers too; a group is one chain of hexes."""
    units = acting(at.state, action)
    if not all(map(on_map, units)):
        return Wrong("that unit is not on the map yet", "choose one that has", "COH-4.5a")
    if not chained(at.state.field, units):
        return Wrong("a group is a chain of same or adjacent hexes", "let them rally one after another")
    return None


@rule("COH-3.7a", "COH-3.7c")
def can_rally(at: Here, action: do.Rally) -> Wrong | None:
    """A rallying unit has a marker with a number, and no enemy is in its hex."""
    found = (rallying.hopeless(at.state, unit) for unit in acting(at.state, action))
    return next((wrong for wrong in found if wrong is not None), None)


@rule("COH-7.1c", "COH-7.2a")
def may_use(at: Here, action: do.Rally) -> Wrong | None:
    """The cards with a rally change a roll, and are in the player's hand."""
    cards = bonus_cards(action)
    if wrong := next((card for card in cards if card not in CHANGES), None):
        return Wrong(f"{names.action_card(wrong)} does not go with a rally", "leave the card out", "COH-7.1b")
    if not hand.holds_all(at.state, at.seat, cards):
        return Wrong("you do not hold that card", "leave the card out")
    return None


@rule("COH-1.5a")
def aims(at: Here, action: do.Rally) -> Wrong | None:
    """CAPs go only on rolls that the rally makes."""
    if len(action.aim) <= len(action.units):
        return None
    rolls = f"there {names.does(action.units, 'is', 'are')} {count(len(action.units), 'roll')}"
    return Wrong(rolls, "put CAPs on at most as many")


@case("COH-3.7a", "COH-1.6d")
def rally(play: Play, action: do.Rally) -> None:
    """Roll for each unit; only a rallied unit shows and returns its marker."""
    cards = bonus_cards(action)
    for n, id in enumerate(action.units):
        cards = roll_for(play, id, action.aim[n] if n < len(action.aim) else 0, cards)


# FF-R171
def roll_for(play: Play, id: UnitId, caps: int, cards: Cards = ()) -> Cards:
    """Roll for a unit to rally; return the unused cards.

    Only the owner of a hidden unit sees its modifiers.
    """
    unit = play.state.units[id]
    assert unit.hit is not None, id
    mods, wanted = rallying.help_for(play.state, unit), rallying.need(play.state, unit)
    roll = play.dice.roll("rally", 2)
    roll, luck, kept = mended(play, play.seat, cards, roll, wanted - caps)
    done = sum(roll.faces) + caps + luck >= wanted
    marker = unit.hit.marker.open() if done else HitId("")
    left = returned(play, id) if done else None
    if done and not unit.hit.marker.out:
        play.emit(ev.HitShown(id, marker, "rally"))
    hidden = unit.hiding is not None
    covert = private(mods, unit.owner) if hidden else None
    told = () if hidden else mods
    play.emit(ev.Rallied(id, roll, told, caps, done, marker, unit.hit.pile, left, luck, covert))
    return kept


def rallies(at: Here, fixed: Fixed) -> Iterator[do.Rally]:
    """Yield each hit unit, and all hit units of a hex together."""
    for units in groups(at, fixed):
        for paid in payments(at, units, fixed):
            for card in ("", *(each for each in CHANGES if hand.holds(at.state, at.seat, each))):
                yield do.Rally(units, fixed.get("aim", ()), **paid, card=CardId(card))


def odds(at: Anytime, action: do.Rally) -> Odds | None:
    """Return the chance of each unit to rally."""
    cards = bonus_cards(action)
    return chances(at, action.units, action.aim, cards, tuple(untold(at.state, at.seat, cards)))


def chances(
    at: Anytime, ids: tuple[UnitId, ...], aim: tuple[int, ...], cards: Cards = (), notes: tuple[str, ...] = ()
) -> Odds | None:
    """Return the chances of units that roll one after another."""
    units = [unit for id in ids if (unit := at.state.units.get(id)) is not None and _may_be_told(at.state, unit)]
    if not units or len(units) < len(ids):
        return None
    wanted = [rallying.need(at.state, unit) for unit in units]
    numbers = [need - (aim[n] if n < len(aim) else 0) for n, need in enumerate(wanted)]
    rolls = each_reaches(numbers, *helps(cards))
    return Odds(
        f"{named(units[0].counter)} rallies on {wanted[0]} or more",
        rallying.help_for(at.state, units[0]),
        tuple((f"{named(unit.counter)} rallies", float(roll)) for unit, roll in zip(units, rolls, strict=True)),
        notes,
        ("to rally", float(rolls[0])),
    )


def _may_be_told(state: State, unit: Unit) -> bool:
    """Return true if the viewer knows a unit's marker and the unit can rally."""
    known = on_map(unit) and unit.hit is not None and unit.hit.marker.known
    return known and rallying.hopeless(state, unit) is None


def says_rally(seen: Seen[State], action: do.Rally) -> str:
    """Return the order as a sentence."""
    extra = f"{phrases.with_caps(action.aim)}{phrases.with_cards(bonus_cards(action))}{phrases.PAID[action.by]}"
    return f"{phrases.does(seen, action.units, 'tries', 'try')} to rally{extra}."


RALLY = by_units(
    do.Rally,
    when="units rally in their player's turn",
    says=says_rally,
    cost=lambda state, action: rallying.COST,
    rules=(together, can_rally, may_use, aims),
    candidates=rallies,
    deed=rally,
    quiet=True,
    odds=odds,
)
VERBS = (RALLY,)
