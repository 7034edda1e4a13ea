"""Going into hiding, moving hidden, revealing a unit, and recon by fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from bot.kernel.game import Odds
from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seen, private
from bot.kit.decisions import At, Fixed, Verb
from bot.kit.english import count, join
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards import discards
from bot.titles.firefight.cards.luck import CHANGES, changes
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import firing, hand, hiding, hits, names, phrases, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import fare
from bot.titles.firefight.field.rolls import at_least
from bot.titles.firefight.field.shots import SHELTER, victims
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, other, side_of, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import FACINGS, HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN
from bot.titles.firefight.play import harm, mines, revealing
from bot.titles.firefight.play.acting import able, on_the_map, payments
from bot.titles.firefight.play.arriving import leave_hole
from bot.titles.firefight.play.base import Anytime, Here, Play
from bot.titles.firefight.play.by_units import by_units
from bot.titles.firefight.play.control import take_control
from bot.titles.firefight.printed.units import named

STEALTH = 5
"""The cost of hiding and of moving hidden."""
FINDS = 6
"""The two dice must show at least this number in the open; cover raises it."""


# FF-R68
@rule("COH-6.4d", "COH-3.5c", "COH-3.5e")
def can_hide(at: Here, action: do.Hide) -> Wrong | None:
    """Mobile foot units hide in their own or the next hex, and move hidden."""
    unit = at.state.units[action.unit]
    if not kind(unit).foot:
        return Wrong(f"{named(unit.counter)} does not hide on the move", "foot units do")
    if not hits.moves(unit):
        return hits.kept_from(unit, "does not move")
    start, land = where(unit), ground(at.state.field)
    if action.at not in land or land.distance(start, action.at) > 1:
        return Wrong("that is farther than the next hex", "choose its own hex or the next")
    if action.at == start:
        return Wrong("it is hidden there already", "choose the next hex") if unit.hiding is not None else None
    cost = fare(at.state, unit.id, start, action.at)
    return cost if isinstance(cost, Wrong) else None


# FF-R68
@rule("COH-6.4d")
def out_of_sight(at: Here, action: do.Hide) -> Wrong | None:
    """No enemy is in the hex or sees a unit that goes into hiding."""
    unit = at.state.units[action.unit]
    if any(foe.hex != HIDDEN for foe in units_at(at.state, action.at, other(unit.side))):
        return Wrong("there is an enemy in that hex", "choose another hex")
    if unit.hiding is None and any(hiding.watched(at.state, unit, hex) for hex in {where(unit), action.at}):
        return Wrong("an enemy sees it", "go out of all enemies' sight first")
    return None


@case("COH-6.4d", "COH-6.4b", "COH-3.5b")
def hide(play: Play, action: do.Hide) -> None:
    """Hide the unit in the hex; if it cannot stay hidden there, it is revealed."""
    unit = play.state.units[action.unit]
    moved = where(unit) != action.at
    revealing.betray(play, unit.id)
    play.emit(ev.Hid(unit.id, private(action.at, unit.owner), unit.hiding is not None))
    leave_hole(play, unit.id)
    work = works.at(play.state, action.at)
    if moved and work is not None and work.kind == "mines" and not mines.spares(play.state, unit):
        revealing.act(play, unit.id)
        mines.set_off(play, unit.id)
    revealing.uncover(play)


def hides(at: Here, fixed: Fixed) -> Iterator[do.Hide]:
    """Yield each unit with its own hex and the adjacent hexes."""
    for id in able(at, fixed):
        start = where(at.state.units[id])
        if start not in ground(at.state.field) or not kind(at.state.units[id]).foot:
            continue
        for hex in [fixed["at"]] if "at" in fixed else (start, *ground(at.state.field).neighbours[start]):
            for paid in payments(at, (id,), fixed):
                yield do.Hide(id, hex, **paid)


def price(state: State, action: do.Hide) -> int:
    """Return the cost of hiding or moving hidden, hit included."""
    return STEALTH + hits.move_cost(state.units[action.unit])


def says_hide(seen: Seen[State], action: do.Hide) -> str:
    """Return the order as a sentence."""
    moves = where(seen.state.units[action.unit]) != action.at
    does = "goes to" if moves else "hides at"
    there = f"{names.hex(seen.state, action.at)}{' hidden' if moves else ''}"
    return f"{phrases.who(seen, (action.unit,))} {does} {there}{phrases.PAID[action.by]}."


def is_found(at: Anytime, action: do.Hide) -> Iterator[str]:
    """Warn if a unit cannot stay hidden in the hex."""
    unit = at.state.units[action.unit]
    if action.at in ground(at.state.field) and (why := hiding.found_at(at.state, unit, action.at)):
        yield f"It is revealed there: {why}."


HIDE = by_units(
    do.Hide,
    when="units hide in their player's turn",
    says=says_hide,
    why=lambda seen, action: "nobody fires at enemies that they do not see, and the marker stays held",
    cost=price,
    rules=(on_the_map, can_hide, out_of_sight),
    candidates=hides,
    deed=hide,
    quiet=True,
    meets=is_found,
)


# Revealing a unit.


@rule("COH-6.4a")
def is_hidden(at: At[State, None], action: do.Show) -> Wrong | None:
    """The unit is a hidden unit of the player."""
    unit = at.state.units.get(action.unit)
    if unit is None or unit.owner != at.seat or unit.hiding is None:
        return Wrong("that is no hidden unit of yours", "choose one that is")
    return None


def some_hide(at: At[State, None]) -> bool:
    """Return true if the player has hidden units in a battle.

    Before the battle there is no reason to reveal any.
    """
    if at.state.phase == "generation":
        return False
    return any(unit.owner == at.seat and unit.hiding is not None for unit in at.state.units.values())


@case("COH-6.4a")
def nothing_hides(at: At[State, None], action: do.Show) -> Wrong | None:
    """Return why a player has no unit to reveal."""
    if at.state.phase == "generation":
        return Wrong("the battle has not begun", "wait until it has")
    return Wrong("you have no hidden units", "hidden units alone can be shown")


# FF-R75
@case("COH-6.4a", "COH-6.4b", "COH-5.3a")
def show(play: Play, step: object, action: do.Show) -> None:
    """Reveal the unit in the chosen facing.

    It takes the control marker of its hex, and may reveal other units.
    """
    revealing.act(play, action.unit, action.facing)
    take_control(play)
    revealing.uncover(play)


def shows(at: At[State, None], fixed: Fixed) -> Iterable[do.Show]:
    """Yield every hidden unit in every facing."""
    hidden = (unit.id for unit in at.state.units.values() if unit.owner == at.seat and unit.hiding is not None)
    return (do.Show(id, facing) for id in hidden for facing in FACINGS)


SHOW: Verb[State, Event, None, do.Show] = Verb(
    do.Show,
    when="a player shows hidden units at any time",
    says="{unit} is revealed, facing {facing}.",
    cite="COH-6.4a",
    rules=(is_hidden,),
    candidates=shows,
    resolve=show,
    open=some_hide,
    closed=nothing_hides,
)


# Recon by fire.

WITH_IT = (*CHANGES, hand.CAREFUL)
"""The cards that go with the attack that follows."""
AIMS = ((1,), (2,), (1, 1), (2, 2), (0, 1), (0, 2))
"""CAPs on the search, and on the first roll of the attack that follows."""


def as_attack(action: do.Recon) -> do.Fire:
    """Return the attack that follows if the search finds a unit."""
    return do.Fire((action.unit,), action.at, aim=action.aim[1:], also=action.also)


@rule("COH-6.4c", "COH-2.0c", "COH-3.5e", "COH-3.5f", "COH-3.6c", "COH-4.2d", "COH-6.1d")
def can_search(at: Here, action: do.Recon) -> Wrong | None:
    """The searching unit could attack the hex."""
    unit = at.state.units[action.unit]
    if (wrong := firing.unable(at.state, unit)) is not None:
        return wrong
    if action.at not in ground(at.state.field) or action.at == where(unit):
        return Wrong("units search another hex of the map", "choose a hex in range")
    shot = firing.shot(at.state, as_attack(action))
    checks = (firing.tied, firing.too_far, firing.averted, firing.unseen)
    return next((wrong for check in checks if (wrong := check(at.state, shot)) is not None), None)


@rule("COH-7.1b", "COH-7.1c")
def may_use(at: Here, action: do.Recon) -> Wrong | None:
    """The cards are in hand and go with the attack that follows.

    A Molotov Cocktail does not.
    """
    if wrong := next((card for card in action.also if card not in WITH_IT), None):
        return Wrong(f"{names.action_card(wrong)} does not go with a search", "leave the card out")
    if not hand.holds_all(at.state, at.seat, action.also):
        return Wrong("you do not hold that card", "leave the card out", "COH-7.1c")
    return None


@rule("COH-6.4c")
def may_hide(at: Here, action: do.Recon) -> Wrong | None:
    """The enemy has hidden units or works."""
    side = other(at.state.units[action.unit].side)
    if not hiding.hides_something(at.state, side):
        return Wrong("nothing of the enemy is hidden", "fire at visible units")
    return None


@case("COH-6.4c")
def difficulty(state: State, hex: HexId) -> tuple[Modifier, ...]:
    """Return the modifier that terrain gives to a search."""
    terrain = ground(state.field)[hex].terrain
    n = SHELTER.get(terrain, 0)
    return (Modifier("COH-6.4c", terrain, -n),) if n else ()


# FF-R67, FF-R162
@case("COH-6.4c", "G-6.2.soviet08")
def search(play: Play, action: do.Recon) -> None:
    """Roll for the search; a found unit is revealed and attacked at once.

    A failure does not show whether the hex holds a hidden unit.
    """
    mods, firer = difficulty(play.state, action.at), play.state.units[action.unit]
    caps = action.aim[0] if action.aim else 0
    harm.show_attack(play, firing.shot(play.state, as_attack(action)))
    roll = play.dice.roll("recon", 2)
    wanted = FINDS - sum(each.n for each in mods)
    play.emit(ev.Searched(action.unit, action.at, roll, wanted, caps, mods))
    if sum(roll.faces) + caps < wanted:
        give_back(play, action, 0)
        return
    if revealing.flush_out(play, firer, action.at, "it was found by fire"):
        shot = firing.shot(play.state, as_attack(action))
        harm.show_attack(play, shot)
        rolls = len(victims(play.state, shot))
        for card in action.also:
            if card == hand.CAREFUL:
                discards.discard(play, play.seat, card, (action.unit,))
        harm.attack(play, shot, (action.unit,), None, action.aim[1:], changes(action.also))
        give_back(play, action, rolls)
    else:
        give_back(play, action, 0)


# FF-R74
@case("COH-6.4c", "COH-1.5a")
def give_back(play: Play, action: do.Recon, rolls: int) -> None:
    """Return the CAPs that were put on attack rolls not made."""
    if left := sum(map(abs, action.aim[1 + rolls :])):
        play.emit(ev.CapsChanged(play.seat, left, "CAPs on rolls that were not made come back"))


def searches(at: Here, fixed: Fixed) -> Iterator[do.Recon]:
    """Yield each unit with every hex in reach that can conceal units."""
    if not hiding.hides_something(at.state, other(side_of(at.state, at.seat))):
        return
    for id in able(at, fixed):
        unit = at.state.units[id]
        start = where(unit)
        if start not in ground(at.state.field):
            continue
        near = ground(at.state.field).within(start, 2 * hits.reach(unit))
        rumoured = hiding.rumours(at.state).values()
        covered = [hex for hex in near if hiding.conceals(at.state, hex) or hex in rumoured]
        for hex in [fixed["at"]] if "at" in fixed else covered:
            for paid in payments(at, (id,), fixed) if "at" in fixed else ({},):
                yield do.Recon(id, hex, fixed.get("aim", ()), **paid)
                if "at" in fixed and "aim" not in fixed:
                    yield from (do.Recon(id, hex, caps, **paid) for caps in AIMS)
                if "at" in fixed:
                    yield from _with_cards(at, do.Recon(id, hex, fixed.get("aim", ()), **paid), fixed)


def _with_cards(at: Here, action: do.Recon, fixed: Fixed) -> Iterator[do.Recon]:
    """Yield a search with the named cards, or with each card in hand."""
    held = ((card,) for card in WITH_IT if hand.holds(at.state, at.seat, card))
    for also in (fixed["also"],) if "also" in fixed else held:
        yield replace(action, also=also)


def odds(at: Anytime, action: do.Recon) -> Odds | None:
    """Return the chance to find a unit that may hide there."""
    unit = at.state.units.get(action.unit)
    if unit is None or action.at not in ground(at.state.field):
        return None
    mods = difficulty(at.state, action.at)
    wanted = FINDS - sum(each.n for each in mods)
    caps = action.aim[0] if action.aim else 0
    label = ground(at.state.field).label(action.at)
    return Odds(
        f"{named(unit.counter)} searches {label}: {wanted} or more", mods,
        (("a hidden unit there is found", float(at_least(wanted - caps))),),
        (f"a unit that is found is attacked at once{_by_cards(action)}",),
        ("to find hidden units there", float(at_least(wanted - caps))),
    )  # fmt: skip


def _by_cards(action: do.Recon) -> str:
    return f", with {join(map(names.action_card, action.also))}" if action.also else ""


def says_recon(seen: Seen[State], action: do.Recon) -> str:
    """Return the order as a sentence, with the CAPs on the search and on the attack."""
    into = f"{phrases.who(seen, (action.unit,))} fires into {names.hex(seen.state, action.at)}"
    rolls = zip(action.aim, ("the search", "the attack", *("the next roll" for _ in action.aim[2:])), strict=False)
    caps = [f"{count(n, 'CAP')} on {roll}" for n, roll in rolls if n]
    extra = f"{f', with {join(caps)}' if caps else ''}{phrases.with_cards(action.also)}{phrases.PAID[action.by]}"
    return f"{into} to find hidden units there{extra}."


RECON = by_units(
    do.Recon,
    when="units search hexes by fire in their player's turn",
    says=says_recon,
    why=lambda seen, action: "a unit found there no longer fires unseen",
    cost=lambda state, action: firing.price(state, as_attack(action)),
    rules=(on_the_map, can_search, may_hide, may_use),
    candidates=searches,
    deed=search,
    odds=odds,
    over=lambda action: (action.at,),
)
VERBS = (HIDE, RECON)
