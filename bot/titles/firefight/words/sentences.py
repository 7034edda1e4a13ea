"""Orders as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.advice import Advice
from bot.kit.english import FACES, begun, count, join
from bot.titles.firefight.field import economy, hand, names, units
from bot.titles.firefight.field.movement import ways
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import bonus_cards
from bot.titles.firefight.model.ids import CardId, ConditionId, GeneratorId, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseCondition, PlaceUnits
from bot.titles.firefight.play import placing
from bot.titles.firefight.printed.cards import cards, counters_of, named
from bot.titles.firefight.printed.units import named as counter_named
from bot.titles.firefight.words import remarks, volleys
from bot.titles.firefight.words.reasons import WHY

PLAIN: dict[type[Any], str] = {
    do.Pass: "You pass.",
    do.Done: "You are done here.",
    do.Resign: "You give up.",
}
BIDS = {"none": "no CAPs", "one": "1 CAP", "two": "2 CAPs"}
PAID = {
    "activation": "", "opportunity": ", as an opportunity action", "command": ", paid in CAPs",
    "card": ", by a Command Action card",
}  # fmt: skip


def spoken(seen: Seen[State], action: Any) -> str:
    """Return an order as a sentence; empty if its fields already show it."""
    if (plain := PLAIN.get(type(action))) is not None:
        return plain
    said = _of_move(seen, action) or _of_attack(seen, action) or _of_work(seen, action) or _of_making(seen, action)
    if not said:
        return ""
    return f"{begun(said)}{_aim(seen, action)}{_cards(action)}{PAID.get(getattr(action, 'by', ''), '')}."


def _aim(seen: Seen[State], action: Any) -> str:
    """Describe the CAPs on the rolls of an order."""
    aim: tuple[int, ...] = getattr(action, "aim", ())
    if not any(aim):
        return ""
    if isinstance(action, do.Recon):
        rolls = zip(aim, ("the search", "the attack", *("the next roll" for _ in aim[2:])), strict=False)
        said = [f"{count(n, 'CAP')} on {roll}" for n, roll in rolls if n]
        return f", with {join(said)}"
    several = isinstance(action, do.Fire) and not action.target and len(_rolled_for(seen, action)) > 1
    on = "the rolls" if len(aim) > 1 else "the first roll" if several else "the roll"
    if min(aim) < 0:
        return f", with {join(f'{n:+}' for n in aim)} on {on} by CAPs"
    return f", with {join(map(str, aim))} CAP{'s' * (sum(aim) > 1)} on {on}"


def _cards(action: Any) -> str:
    """Name the bonus cards that are played with an order."""
    cards: tuple[CardId, ...] = ()
    match action:
        case do.Move() if action.card:
            cards = (action.card,)
        case do.Fire() | do.Rally():
            cards = bonus_cards(action)
        case do.Recon() | do.PlayCard():
            cards = action.also
    played = [names.action_card(card) for card in cards]
    return f", with the card{'s' * (len(played) > 1)} {join(played)}" if played else ""


def _of_move(seen: Seen[State], action: Any) -> str:
    faces = _faces(getattr(action, "facing", ""))
    match action:
        case do.Move():
            return f"{_each(seen, action.units, action.to, 'goes to', 'go to')}{_by(seen, action)}{faces}"
        case do.Enter():
            return f"{_each(seen, action.units, action.at, 'enters at', 'enter at')}{faces}"
        case do.Leave():
            return f"{_do(seen, (action.unit,), 'leaves', 'leave')} the map"
        case do.Pivot():
            return f"{_do(seen, action.units, 'turns', 'turn')} to face {FACES[action.facing]}"
        case do.Load():
            gets = "gets into" if _walks(seen, action.unit) else "is hooked up to"
            return f"{_who(seen, (action.unit,))} {gets} {_who(seen, (action.into,))}"
        case do.Unload():
            where = f" at {_hex(seen, action.at)}" if action.at else ""
            gets = "gets out" if _walks(seen, action.unit) else "is unhooked"
            return f"{_who(seen, (action.unit,))} {gets}{where}{faces}"
        case do.Hide():
            if units.where(seen.state.units[action.unit]) != action.at:
                return f"{_do(seen, (action.unit,), 'goes', 'go')} to {_hex(seen, action.at)} hidden"
            return f"{_do(seen, (action.unit,), 'hides', 'hide')} at {_hex(seen, action.at)}"
        case do.Show():
            return f"{_who(seen, (action.unit,))} is revealed{faces}"
        case do.Place():
            step = seen.state.steps[-1] if seen.state.steps else None
            covert = isinstance(step, PlaceUnits) and placing.hides(step)
            does = ("hides", "hide") if covert else ("is placed", "are placed")
            return f"{_do(seen, action.units, *does)} at {_place(seen, action.at)}{faces}"
        case _:
            return ""


def _each(seen: Seen[State], ids: Sequence[UnitId], hexes: Sequence[HexId], one: str, more: str) -> str:
    """Name the goals of units: "Rifle 03 goes to F07", "... and LMG 11 to F08"."""
    if len(hexes) != len(ids):
        return f"{_do(seen, ids, one, more)} {_hexes(seen, hexes)}"
    there = [(hex, [id for id, to in zip(ids, hexes, strict=True) if to == hex]) for hex in dict.fromkeys(hexes)]
    (hex, first), *others = there
    at = one.split()[-1]
    return join(
        [
            f"{_do(seen, first, one, more)} {_hex(seen, hex)}",
            *(f"{_who(seen, those)} {at} {_hex(seen, to)}" for to, those in others),
        ]
    )


def _of_attack(seen: Seen[State], action: Any) -> str:
    match action:
        case do.Fire():
            leader, others = action.units[:1], action.units[1:]
            helped = f", with {_who(seen, others)} in support" if others else ""
            means = " with its flamethrower" if action.weapon else ""
            means += f", spotted from {_hex(seen, action.spotter)}" if action.spotter else ""
            return f"{_who(seen, leader)} attacks {_struck(seen, action)}{means}{helped}"
        case do.Recon():
            return f"{_who(seen, (action.unit,))} fires into {_hex(seen, action.at)} to find who hides there"
        case do.LaySmoke():
            return f"{_who(seen, (action.unit,))} lays smoke at {_hex(seen, action.at)}"
        case do.Plot():
            if not action.at:
                return "your artillery fires at nothing"
            return f"{'smoke' if action.smoke else 'shells'} will land at {_hex(seen, action.at)}"
        case _:
            return ""


def _struck(seen: Seen[State], action: do.Fire) -> str:
    """Name the targets of an attack: all visible units, or one in close combat."""
    struck = names.units(seen.state, [action.target] if action.target else _rolled_for(seen, action))
    return f"{struck} at {_hex(seen, action.at)}" if struck else _hex(seen, action.at)


def _rolled_for(seen: Seen[State], action: do.Fire) -> list[UnitId]:
    """Return all units in the hex, in close combat only enemies of the attacker."""
    leader, there = seen.state.units.get(action.units[0]), units.at(seen.state, action.at)
    close = leader is not None and units.on_map(leader) and units.where(leader) == action.at
    return [unit.id for unit in there if not close or leader is None or unit.side != leader.side]


def _of_work(seen: Seen[State], action: Any) -> str:
    match action:
        case do.Rally():
            return f"{_do(seen, action.units, 'tries', 'try')} to rally"
        case do.Dig():
            return f"{_who(seen, (action.unit,))} digs in"
        case do.Occupy():
            unit = seen.state.units.get(action.unit)
            leaves = unit is not None and unit.inside
            return f"{_who(seen, (action.unit,))} {'leaves' if leaves else 'goes into'} the fortification"
        case do.Stall():
            player = seen.state.players.get(seen.seat)
            usual = "one action point" if player is not None and player.active and player.ap else "one CAP"
            pays = {"cap": "one CAP", "ap": "one action point"}.get(action.pay, usual)
            return f"you wait, for {pays}"
        case do.PlayCard():
            on = f" on {_who(seen, action.units)}" if action.units else ""
            return f"you play {names.action_card(action.card)}{on}"
        case do.Order():
            return f"from now on {join(_standing(action)) or 'all is as before'}"
        case do.AddCaps():
            caps = count(action.caps, "CAP") if action.caps else "no CAPs"
            return f"you add {caps} to the roll for the first turn"
        case do.Detonate():
            with_caps = f" with {count(action.caps, 'CAP')}" if action.caps else ""
            return f"your mines go off{with_caps}"
        case _:
            return ""


def _standing(action: do.Order) -> Iterator[str]:
    """Yield the standing orders as sentences."""
    if action.bid == "ask":
        yield "you are asked how many CAPs you add to the roll for the first turn"
    elif action.bid:
        yield f"you add {BIDS[action.bid]} to each roll for the first turn"
    if action.passing:
        how = "continues automatically" if action.passing == "on" else "is asked of you each time"
        yield f"passing {how}, once you have passed with all units spent and no CAPs"


def _of_making(seen: Seen[State], action: Any) -> str:
    """Return an order of the card game that makes the battle as a sentence."""
    match action:
        case do.Command():
            return f"you command {names.the_side(action.side)}"
        case do.LayMap(edge="", instead=""):
            return f"you lay {names.map_sheet(action.map)}"
        case do.EnterBy():
            return f"your units enter by the {action.edge} edge"
        case do.PlayTop():
            return f"you play {named(action.card)} for its top, {cards().generator[action.card].top.title}"
        case do.PlayBottom():
            return f"you play {named(action.card)} for its bottom: {_units(action.card)}"
        case do.PlaceControl():
            return f"the control marker is placed at {_place(seen, action.at)}"
        case do.PlaceDefence():
            what = names.defence_side(action.kind)
            return f"the {what} is placed at {_place(seen, action.at)}{_faces(action.facing)}"
        case do.PlaceMine():
            return f"the minefield is hidden at {_place(seen, action.at)}"
        case _:
            return _of_cards(seen, action)


def _units(card: GeneratorId) -> str:
    """Name the units and CAPs of a card's bottom."""
    brought = join(map(counter_named, counters_of(card, "bottom"))) or "no units"
    return f"{brought}{names.caps(cards().generator[card].bottom.cap)}"


def _of_cards(seen: Seen[State], action: Any) -> str:
    """Describe choices for a played card, and facings after all cards are played."""
    match action:
        case do.Choose():
            return f"the card is about the units of {names.generator_card(action.card)}"
        case do.Hunt():
            return f"the {names.unit(seen.state, action.unit)} is hunted"
        case do.ChooseCondition():
            return _of_weather(seen, action.card)
        case do.PlaceRumour():
            return f"a Rumored Enemy counter is placed at {_place(seen, action.at)}"
        case do.Drive():
            return f"the truck enters by the {action.entrance} edge and leaves by the {action.exit} edge"
        case do.Reface():
            return f"{_do(seen, action.units, 'turns', 'turn')} to face {FACES[action.facing]}"
        case do.Regroup():
            return f"you are ready{_regrouped(seen, action)}"
        case do.PlayBonus():
            return f"you play {names.action_card(action.card)} against {_against(seen.state, action)}"
        case _:
            return ""


def _regrouped(seen: Seen[State], action: do.Regroup) -> str:
    """Name the hexes of the units that made way."""
    where = join([_place(seen, hex) for hex in action.to])
    return f"; the displaced units go to {where}" if where else ""


def _against(state: State, action: do.PlayBonus) -> str:
    """Name the target of a bonus card: the confused player, or the unit."""
    unit = state.units.get(action.unit)
    confused = action.card == hand.CONFUSION and unit is not None
    return names.player(state, unit.owner) if confused and unit else names.unit(state, action.unit)


def _of_weather(seen: Seen[State], card: ConditionId) -> str:
    """Describe a condition card's effect on both sides, and the other card's benefit."""
    step = seen.state.steps[-1] if seen.state.steps else None
    others = [each for each in step.cards if each != card] if isinstance(step, ChooseCondition) else []
    record = cards().conditions[card]
    said = [f"{record.name} holds for both sides: {begun_small(record.text)}"]
    said += [
        f"{names.condition(each)} is yours: {begun_small(cards().conditions[each].benefit.text)}"
        for each in others
    ]
    return " ".join(said).removesuffix(".")


def begun_small(text: str) -> str:
    """Write a sentence for use after a colon."""
    return text[:1].lower() + text[1:]


def _who(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Name units: own units as their owner does, others with their side."""
    those = [seen.state.units[id] for id in ids if id in seen.state.units]
    own = all(unit.owner == seen.seat for unit in those)
    return names.row(those) if own and those else names.units(seen.state, [unit.id for unit in those])


def _walks(seen: Seen[State], id: UnitId) -> bool:
    """Return true if a unit boards vehicles instead of being hooked up."""
    return id not in seen.state.units or units.kind(seen.state.units[id]).foot


def _do(seen: Seen[State], ids: Sequence[UnitId], one: str, more: str) -> str:
    return f"{_who(seen, ids)} {names.does(ids, one, more)}"


def _hex(seen: Seen[State], hex: HexId) -> str:
    return names.hex(seen.state, hex)


def _place(seen: Seen[State], hex: HexId) -> str:
    return names.place(seen.state, hex)


def _hexes(seen: Seen[State], hexes: Iterable[HexId]) -> str:
    return join(_hex(seen, hex) for hex in hexes)


def _faces(facing: str) -> str:
    return f", facing {FACES[facing]}" if facing in FACES else ""


def _by(seen: Seen[State], action: do.Move) -> str:
    """Name the hexes that a vehicle passes on its move."""
    passed: Sequence[HexId] = action.via
    if not passed and len(action.units) == 1 and action.units[0] in seen.state.units and len(action.to) == 1:
        unit = seen.state.units[action.units[0]]
        found = ways(seen.state, unit.id).get(action.to[0]) if units.on_map(unit) and not unit.aboard else None
        passed = found.path[1:-1] if found is not None else ()
    return f" by {_hexes(seen, passed)}" if passed else ""


def _of_rolls(caps: Sequence[int]) -> str:
    """Describe the CAPs on a single roll, or on the first two rolls."""
    if not any(caps):
        return "No CAPs on the roll"
    if len(caps) == 1:
        return f"{caps[0]:+} on the roll by CAPs"
    first, *others = (f"{n:+}" if n else "none" for n in caps)
    return f"{first} on the first roll by CAPs, {join(others)} on the next"


WAYS_TO_PAY = {
    "": "Paid as usual",
    "activation": "Paid in action points",
    "opportunity": "As an opportunity action",
    "command": "Paid in CAPs alone",
    "card": "By a Command Action card",
}


def option(field: Field, value: Any) -> str:
    """Describe an option of an order: a card's units, a payment, or CAPs."""
    if field.name == "units":
        return "on {}"
    if field.name == "by":
        return WAYS_TO_PAY[value]
    if field.name == "pay":
        return {"ap": "For one action point", "cap": "For one CAP"}.get(value, "Paid as usual")
    if field.name == "card" and not value:
        return "without the card"
    if field.name == "via":
        return "by {}"
    if field.name == "facing":
        return f"facing {FACES.get(value, 'as usual')}"
    if field.name == "weapon":
        return "With the flamethrower" if value else "Without the flamethrower"
    if field.name == "aim":
        return _of_rolls(value)
    if field.name != "caps":
        return ""
    if field.most > economy.MOST_AIM:  # A roll takes at most two CAPs (1.5a); a cost may take more.
        return f"{count(value, 'CAP')} for the cost" if value else "No CAPs for the cost"
    return f"{value:+} by CAPs" if value else "No CAPs"


ADVICE: Advice[State] = Advice(
    where=remarks.where, weigh=remarks.weigh, spoken=spoken, beforehand=remarks.beforehand,
    threats=remarks.threats, why=WHY.why, option=option, rests=remarks.rests, fewer=volleys.fewer,
)  # fmt: skip
