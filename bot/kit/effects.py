"""The outcome of a stretch of play in one line, from the effects of its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

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
PLACES = ("place", "ground")
SUMS = ("lost", "scored")
CONDITIONS = ("became", "changed")
MISSED = Effect("missed", "Nobody was hit.")
"""The effect of an attack without effect."""
HARM = ("destroyed", "lost", "became", "hit")
"""The kinds of effects that harm a piece."""


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
        about = _about(each)
        lasting[about] = _after(lasting[about], each) if about in lasting else each
    gone = {each.key for each in lasting.values() if each.kind == "destroyed"}
    known = {each.key for each in lasting.values() if each.kind in ("lost", *CONDITIONS)}
    harmed = any(each.kind in HARM for each in lasting.values())
    for each in lasting.values():
        of_gone = each.kind in ("hit", "lost", *CONDITIONS) and each.key in gone
        undone = each.kind in PLACES and each.side == each.was
        needless = (each.kind == "hit" and each.key in known) or (each.kind == "missed" and harmed)
        if not (of_gone or undone or needless) and each.n:
            yield each


def _about(effect: Effect) -> tuple[str, ...]:
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
    names = [each.name if mine else each.full or each.name for each in group]
    who = f"{'Your ' * mine}{_listed(_shared(_counted(names)), most, 'more unit')}"
    return begun(f"{who} {_verb(group)}.")


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
    """Write the first words that all names share only once: "BMP 1 and 2"."""
    words = [name.split() for name in names]
    alike = takewhile(lambda some: len(set(some)) == 1 and not some[0][0].isdigit(), zip(*words, strict=False))
    same = min(sum(1 for _ in alike), min(map(len, words)) - 1)
    return [names[0], *(" ".join(some[same:]) for some in words[1:])]


def _counted(names: Sequence[str]) -> list[str]:
    """Count pieces that the reader cannot tell apart: "2 Chechen units"."""
    times = Counter(names)
    return [name if n == 1 else f"{n} {name.removeprefix('a ')}s" for name, n in times.items()]


def _listed(names: Sequence[str], most: int, noun: str) -> str:
    """Join the first names and count the others, unless only one is left."""
    left = len(names) - most
    return join([*names[:most], count(left, noun)] if left > 0 else names)
