"""The outcome of a stretch of play in one line, from the effects of its events."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Literal, NamedTuple

from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kit.english import begun, count, join
from bot.kit.pieces import grouped

MOST = 120
"""The length of a line, unless its first sentence alone is longer."""
NAMED = 3
"""How many pieces or places a sentence names; the others are counted."""
ORDER = ("place", "destroyed", "fight", "lost", "became", "hit", "ground", "scored", "changed", "missed")
"""The kinds of effects, the most important first."""
NEWS = ("place", "destroyed", "scored", "lost", "became", "hit", "ground", "fight", "changed", "missed")
"""The same for a long stretch, in which points matter more than each fight."""
PLACES = ("place", "ground")
SUMS = ("lost", "scored")
CONDITIONS = ("became", "changed")
MISSED = Effect("missed", "Nobody was hit.")
"""The effect of an attack without effect."""
HARM = ("destroyed", "lost", "became", "hit")
"""The kinds of effects that harm a piece."""
Touch = Literal["hit", "lost", "else"]
"""Whether a change hit the reader's side, was its loss, or is other news."""
TOUCHES: tuple[Touch, ...] = ("hit", "lost", "else")


def outcome_line(effects: Iterable[Effect], side: str = "", *, alone: bool = True) -> str:
    """Tell the changes in one line to a reader of a side, or to the public if "".

    A reader who is not `alone` shares the side with allies, so the side's pieces are not called the reader's. The
    line is "" if nothing changed.
    """
    own = side if alone else ""
    known = (replace(each, was=each.was if each.was == own else "") for each in lasting(effects))
    found = sorted(known, key=lambda each: (ORDER.index(each.kind), each.side != side))
    groups = list(grouped(found, _clause).values())
    for most in range(NAMED, 1, -1):
        line = " ".join(_sentence(group, own, most) for group in groups)
        if len(line) <= MOST:
            return line
    return _cut([_sentence(group, own, 1) for group in groups], groups)


class Change(NamedTuple):
    """Equal effects of a long stretch in one sentence."""

    text: str
    group: Sequence[Effect]
    touches: Touch

    @property
    def about(self) -> set[tuple[str, ...]]:
        """The keys of the effects; see `about`."""
        return {about(each) for each in self.group}


def changes(effects: Iterable[Effect], side: str = "", *, alone: bool = True) -> list[Change]:
    """Return the changes of a long stretch, in sentences of equal effects.

    First what hit the reader's side, then its losses, then everything else.
    """
    own = side if alone else ""
    kept = (each for each in lasting(effects) if each.kind != "missed")
    found = sorted(kept, key=lambda each: (NEWS.index(each.kind), each.side != side, _natural(each.name)))
    groups = list(grouped(found, lambda each: _clause_of_many(each, own)).values())
    told = [Change(_shortened(group, own), group, _touch(group[0], side)) for group in groups]
    return sorted(told, key=lambda each: TOUCHES.index(each.touches))


def _natural(name: str) -> tuple[str, int]:
    """Return a key that sorts the 9th Squad before the 10th."""
    number = re.search(r"\d+", name)
    return re.sub(r"\d+\w*", "", name), int(number[0]) if number else 0


def _touch(effect: Effect, side: str) -> Touch:
    """Return how an effect touches a side."""
    if side and effect.side == side and effect.kind in ("became", "hit"):
        return "hit"
    lost = effect.was == side if effect.kind in PLACES else effect.side == side and _is_loss(effect)
    return "lost" if side and lost else "else"


def _is_loss(effect: Effect) -> bool:
    return effect.kind in ("destroyed", "lost") or (effect.kind == "scored" and effect.n < 0)


def _clause_of_many(effect: Effect, own: str) -> tuple[str, ...]:
    """Return the properties that effects in a sentence of a long stretch share."""
    if effect.kind in PLACES:
        return ("place", effect.side, own if effect.was == own else "")
    if own and effect.kind == "destroyed" and effect.side == own:
        return (effect.kind, own)
    return _clause(effect)


def _shortened(group: Sequence[Effect], own: str) -> str:
    """Tell equal effects with as many names as a line has room for."""
    lost = bool(own) and group[0].kind == "destroyed" and group[0].side == own
    for most in range(len(group), 0, -1):
        line = f"You lost {_named(group, own, most)}." if lost else _sentence(group, own, most)
        if len(line) <= MOST:
            break
    return line


def _clause(effect: Effect) -> tuple[str, ...]:
    """Return the properties that effects in one sentence share."""
    return (effect.kind, effect.side, effect.was if effect.kind in PLACES else effect.what)


def _cut(sentences: Sequence[str], groups: Sequence[Sequence[Effect]]) -> str:
    """Keep the sentences that fit, and count the pieces of those that do not."""
    for kept in range(len(groups), 0, -1):
        harmed = {each.key for group in groups[kept:] for each in group if each.kind in HARM}
        more = f"{count(len(harmed), 'more unit')} {'was' if len(harmed) == 1 else 'were'} hit."
        line = " ".join([*sentences[:kept], *([more] if harmed else [])])
        if len(line) <= MOST or kept == 1:
            return line
    return ""


def lasting(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield the effects that matter at the end of a stretch, each once.

    A destroyed piece has no other effect. A place has its last change of hands, a piece its last condition.
    """
    lasting: dict[tuple[str, ...], Effect] = {}
    for each in effects:
        key = about(each)
        lasting[key] = _after(lasting[key], each) if key in lasting else each
    gone = {each.key for each in lasting.values() if each.kind == "destroyed"}
    known = {each.key for each in lasting.values() if each.kind in ("lost", *CONDITIONS)}
    harmed = any(each.kind in HARM for each in lasting.values())
    for each in lasting.values():
        of_gone = each.kind in ("hit", "lost", *CONDITIONS) and each.key in gone
        undone = each.kind in PLACES and each.side == each.was
        needless = (each.kind == "hit" and each.key in known) or (each.kind == "missed" and harmed)
        if not (of_gone or undone or needless) and each.n:
            yield each


def about(effect: Effect) -> tuple[str, ...]:
    """Return the properties of an effect that a later effect replaces or adds to."""
    if effect.kind in PLACES:
        return ("place", effect.key)
    if effect.kind in CONDITIONS:
        return ("condition", effect.key)
    return (effect.kind, effect.key, effect.side, effect.what)


def _after(before: Effect, effect: Effect) -> Effect:
    """Return an effect together with an earlier one about the same thing."""
    if effect.kind in SUMS:
        return replace(effect, n=before.n + effect.n)
    return replace(effect, was=before.was)


def _sentence(group: Sequence[Effect], own: str, most: int) -> str:
    """Tell effects that share a sentence, with at most this number of names."""
    one = group[0]
    if one.kind in ("fight", "missed"):
        return one.what
    mine = bool(own) and one.side == own
    if one.kind in PLACES:
        places = _listed([each.name for each in group], most, "more place")
        if bool(own) and one.was == own:
            return f"You lost {places}."
        return f"{'You' if mine else f'The {one.side} side'} took {places}."
    if one.kind == "scored":
        return f"{'You' if mine else f'The {one.side} side'} {_scored(one)}."
    return begun(f"{'Your ' * mine}{_named(group, own, most)} {_verb(group)}.")


def _named(group: Sequence[Effect], own: str, most: int) -> str:
    """Name pieces of one side, at most this number, and count the others."""
    mine = bool(own) and group[0].side == own
    names = _counted([each.name if mine else each.full or each.name for each in group])
    left = len(names) - most
    return join([*_shared(names[:most]), count(left, "more unit")] if left > 0 else _shared(names))


def _scored(one: Effect) -> str:
    """Say how many points a side gained or lost; halves are written as such."""
    whole, half = divmod(abs(one.n), 1)
    number = f"{int(whole) or ''}{'½' if half else ''}" or "0"
    points = f"{number} {one.what}{'' if abs(one.n) <= 1 else 's'}"
    return f"{'scored' if one.n > 0 else 'lost'} {points}"


def _verb(group: Sequence[Effect]) -> str:
    """Return the verb phrase for pieces; lost steps or figures are added up."""
    one, many = group[0], len(group) > 1 or group[0].many
    if one.kind == "lost":
        n = int(sum(each.n for each in group))
        return f"lost {count(n, one.what)}" if n > 1 else f"lost a {one.what}"
    what = one.what or {"destroyed": "was destroyed", "hit": "was hit"}.get(one.kind, "")
    return f"were {what.removeprefix('was ')}" if many and what.startswith("was ") else what


def _shared(names: Sequence[str]) -> list[str]:
    """Write shared words only once: "BMP 1 and 2", "1st and 4th Squad"."""
    words = [name.split() for name in names]
    alike = takewhile(lambda some: len(set(some)) == 1 and not some[0][0].isdigit(), zip(*words, strict=False))
    same = min(sum(1 for _ in alike), min(map(len, words)) - 1)
    own = [some[same:] for some in words]
    ends = takewhile(lambda some: len(set(some)) == 1, zip(*(some[:0:-1] for some in own), strict=False))
    end = sum(1 for _ in ends) if all(some[0][0].isdigit() for some in own) else 0
    cut = [some[: len(some) - end] for some in own[:-1]]
    return [" ".join(some) for some in ([words[0][:same] + cut[0], *cut[1:], own[-1]] if cut else words)]


def _counted(names: Sequence[str]) -> list[str]:
    """Count pieces that the reader cannot tell apart: "2 Chechen units"."""
    times = Counter(names)
    return [name if n == 1 else f"{n} {name.removeprefix('a ')}s" for name, n in times.items()]


def _listed(names: Sequence[str], most: int, noun: str) -> str:
    """Join the first names and count the others, unless only one is left."""
    left = len(names) - most
    return join([*names[:most], count(left, noun)] if left > 0 else names)
