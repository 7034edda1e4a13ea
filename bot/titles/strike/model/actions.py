"""The actions of players. Discord shows docstrings and descriptions to players."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from bot.kit.commands import Group
from bot.titles.strike.model.table import AreaId, UnitId


def _says(text: str) -> Meta:
    return Meta(description=text)


class Action(Struct, frozen=True, gc=False, tag_field="do"):
    """An order of a seat. Discord shows the docstring and the descriptions to players."""


class Place(Action, frozen=True, tag="place"):
    """Place a unit: in the set-up, as a reinforcement, or your partisans."""

    unit: Annotated[UnitId, _says("which unit")]
    at: Annotated[AreaId, _says("where")]


class Move(Action, frozen=True, tag="move"):
    """Move units to an area by their cheapest ways; a leader takes others along."""

    units: Annotated[tuple[UnitId, ...], _says("which units")]
    to: Annotated[AreaId, _says("where to")]
    via: Annotated[tuple[AreaId, ...], _says("areas to pass, in order")] = ()


class Rail(Action, frozen=True, tag="rail"):
    """Move a unit by rail, far from the enemy; three units of a side in a turn."""

    unit: Annotated[UnitId, _says("which unit")]
    to: Annotated[AreaId, _says("where to")]
    leader: Annotated[UnitId, _says("in heavy snow: the leader who takes armour along, and goes with it")] = (
        UnitId("")
    )


class Convert(Action, frozen=True, tag="convert"):
    """Advance a railhead by one ox (octagon): the railway behind it becomes yours."""

    railhead: Annotated[UnitId, _says("which railhead")]
    to: Annotated[AreaId, _says("where to")]


class Fly(Action, frozen=True, tag="fly"):
    """Fly an air unit up to five oxes (octagons); it cuts a Russian railway there."""

    unit: Annotated[UnitId, _says("which unit")]
    to: Annotated[AreaId, _says("where to")]


class Break(Action, frozen=True, tag="break"):
    """Break an army or a panzer group down into two corps from one of your boxes."""

    SPOKEN: ClassVar[str] = "Break down"

    unit: Annotated[UnitId, _says("which army or panzer group")]
    into: Annotated[tuple[UnitId, ...], _says("which two corps; both from one box")]


class Combine(Action, frozen=True, tag="combine"):
    """Combine two corps of one area into an army or a panzer group from your boxes."""

    units: Annotated[tuple[UnitId, ...], _says("which two corps; both in one area")]
    into: Annotated[UnitId, _says("which army or panzer group")]


class Attack(Action, frozen=True, tag="attack"):
    """Attack in an area that you share with the enemy, or continue a battle there."""

    area: Annotated[AreaId, _says("where")]
    method: Annotated[
        Literal["best", "differential", "odds"], _says("how strengths are compared; best takes the better column")
    ] = "best"
    supply: Annotated[bool, _says("pay for the supply of units that have none")] = False
    air: Annotated[UnitId, _says("an air unit in the area that joins in")] = UnitId("")
    airlift: Annotated[UnitId, _says("an air unit that flies supply in")] = UnitId("")
    bomb: Annotated[UnitId, _says("enemy trucks that an air unit bombs first")] = UnitId("")
    supplied: Annotated[
        tuple[UnitId, ...], _says("the units that the airlift supplies; without any, the dearest")
    ] = ()
    bomber: Annotated[UnitId, _says("the air unit that bombs; without it the best that is free")] = UnitId("")


class Defend(Action, frozen=True, tag="defend"):
    """Choose your defence: reserves, supply, air units; without any you just stand."""

    reserves: Annotated[tuple[UnitId, ...], _says("up to two units that a leader calls")] = ()
    leader: Annotated[UnitId, _says("the leader who calls them; without any, the best one")] = UnitId("")
    supply: Annotated[bool, _says("pay for the supply of units that have none")] = False
    air: Annotated[UnitId, _says("an air unit in the area that helps")] = UnitId("")
    airlift: Annotated[UnitId, _says("an air unit that flies supply in")] = UnitId("")
    bomb: Annotated[UnitId, _says("enemy trucks that an air unit bombs first")] = UnitId("")
    supplied: Annotated[
        tuple[UnitId, ...], _says("the units that the airlift supplies; without any, the dearest")
    ] = ()
    bomber: Annotated[UnitId, _says("the air unit that bombs; without it the best that is free")] = UnitId("")
    more: Annotated[bool, _says("decide on the rest when these reserves have rolled")] = False


class Lose(Action, frozen=True, tag="lose"):
    """Choose the unit that takes a step loss, or that has to go where too many stand."""

    unit: Annotated[UnitId, _says("which unit")]
    corps: Annotated[UnitId, _says("the corps that an army leaves behind, if it can leave one")] = UnitId("")


class Hold(Action, frozen=True, tag="hold"):
    """Stay where you should withdraw, and pay for it in steps."""


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Withdraw or retreat units towards your edge of the map."""

    to: Annotated[AreaId, _says("where to")]
    units: Annotated[tuple[UnitId, ...], _says("which units; without any, all that can go there")] = ()
    via: Annotated[AreaId, _says("the area to pass on a way of two")] = AreaId("")


class Advance(Action, frozen=True, tag="advance"):
    """Advance after combat: armour up to two areas, infantry one."""

    units: Annotated[tuple[UnitId, ...], _says("which units")]
    to: Annotated[AreaId, _says("where to")]
    via: Annotated[AreaId, _says("the area to pass on a way of two")] = AreaId("")


class Continue(Action, frozen=True, tag="continue"):
    """Continue the battle as its defender, and pay for all your units in it."""


class Choose(Action, frozen=True, tag="choose"):
    """Choose among equally near areas, for the Commissar or a leader without troops."""

    area: Annotated[AreaId, _says("which area")]


class Recover(Action, frozen=True, tag="recover"):
    """Try to recover a disrupted leader, or trucks with a leader near."""

    unit: Annotated[UnitId, _says("which unit")]


class Swap(Action, frozen=True, tag="swap"):
    """Exchange an army or panzer group in one box for two corps in the other."""

    army: Annotated[UnitId, _says("which army or panzer group")]
    corps: Annotated[tuple[UnitId, ...], _says("which two corps of the other box")]


class Replace(Action, frozen=True, tag="replace"):
    """Buy a unit back from the Eliminated Box, or build a reduced air unit up."""

    unit: Annotated[UnitId, _says("which unit")]
    at: Annotated[AreaId, _says("where it arrives")] = AreaId("")
    full: Annotated[bool, _says("at full strength, for the price of both sides")] = False


class Rebuild(Action, frozen=True, tag="rebuild"):
    """Restore a reduced corps on the map to full strength."""

    unit: Annotated[UnitId, _says("which corps")]


class Done(Action, frozen=True, tag="done"):
    """You have nothing more to do here."""


class Order(Action, frozen=True, tag="order"):
    """Set standing orders, so that the game need not wait for you.

    Options that you leave out are unchanged.
    """

    supply: Annotated[Literal["", "ask", "never", "buy"], _says("supply in defence")] = ""
    points: Annotated[int, Meta(description="most points for it in one battle; 0 leaves it", ge=0, le=99)] = 0
    reserves: Annotated[Literal["", "ask", "none", "best"], _says("reserves in defence")] = ""
    leader: Annotated[UnitId, _says("only this leader calls them")] = UnitId("")
    withdrawal: Annotated[Literal["", "ask", "hold", "withdraw"], _says("when you should withdraw")] = ""
    press: Annotated[
        Literal["", "ask", "never", "always"], _says("whether you continue a battle and pay for it")
    ] = ""
    losses: Annotated[Literal["", "ask", "cheapest"], _says("which units take losses")] = ""
    air: Annotated[Literal["", "ask", "never", "always"], _says("air units in defence")] = ""
    ties: Annotated[Literal["", "ask", "first"], _says("choices among places that are equally near")] = ""


class Resign(Action, frozen=True, tag="resign"):
    """Give the campaign up."""


ACTIONS = (
    Place, Move, Rail, Convert, Fly, Break, Combine, Attack, Defend, Lose, Hold, Withdraw, Advance, Continue,
    Choose, Recover, Swap, Replace, Rebuild, Done, Order, Resign,
)  # fmt: skip
GROUPS = (Group("answer", "Answers to a battle or a tie", (Hold, Continue, Choose)),)
