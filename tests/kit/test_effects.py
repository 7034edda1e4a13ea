"""The outcome of a stretch of play in one line, for each reader."""

from __future__ import annotations

from bot.kernel.game import Effect
from bot.kit.effects import MISSED, MOST, changes, outcome_line


def squad(n: int, kind: str, what: str = "", side: str = "Red", points: float = 1) -> Effect:
    return Effect(kind, what, side, f"Squad {n}", f"{side} Squad {n}", f"{side[0]}{n}", n=points)  # type: ignore[arg-type]


def place(name: str, side: str, was: str = "") -> Effect:
    return Effect("place", side=side, name=name, key=name, was=was)


CHURCH = place("the church", "Blue", "Red")
LOST = [MISSED, squad(1, "destroyed"), CHURCH, squad(5, "destroyed")]


def test_a_place_comes_first_and_each_reader_reads_about_their_own() -> None:
    assert outcome_line(LOST, "Red") == "You lost the church. Your Squad 1 and 5 were destroyed."
    assert outcome_line(LOST, "Blue") == "You took the church. Red Squad 1 and 5 were destroyed."
    assert outcome_line(LOST) == "The Blue side took the church. Red Squad 1 and 5 were destroyed."


def test_a_reader_with_allies_does_not_read_that_all_is_theirs() -> None:
    said = outcome_line(LOST, "Red", alone=False)
    assert said == "The Blue side took the church. Red Squad 1 and 5 were destroyed."


def test_places_of_different_owners_share_a_sentence_for_others() -> None:
    taken = [CHURCH, place("the mill", "Blue")]
    assert outcome_line(taken, "Blue") == "You took the church and the mill."
    assert outcome_line(taken, "Red") == "You lost the church. The Blue side took the mill."


def test_nothing_that_changed_has_no_line() -> None:
    assert outcome_line([]) == ""


def test_a_miss_counts_if_nothing_was_harmed() -> None:
    assert outcome_line([MISSED, MISSED]) == "Nobody was hit."
    assert outcome_line([MISSED, CHURCH], "Red") == "You lost the church. Nobody was hit."
    assert outcome_line([MISSED, squad(1, "hit")]) == "Red Squad 1 was hit."


def test_the_last_condition_counts_and_a_destroyed_piece_has_no_other() -> None:
    pinned, steady = squad(1, "became", "was pinned"), squad(1, "changed", "recovered")
    assert outcome_line([pinned, steady]) == "Red Squad 1 recovered."
    assert outcome_line([steady, pinned]) == "Red Squad 1 was pinned."
    assert outcome_line([squad(1, "hit"), pinned]) == "Red Squad 1 was pinned."
    assert (
        outcome_line([pinned, squad(1, "lost", "figure"), squad(1, "destroyed")]) == "Red Squad 1 was destroyed."
    )


def test_losses_are_added_up() -> None:
    figures = [squad(1, "lost", "figure"), squad(2, "lost", "figure"), squad(1, "lost", "figure")]
    assert outcome_line(figures[:1], "Red") == "Your Squad 1 lost a figure."
    assert outcome_line(figures, "Red") == "Your Squad 1 and 2 lost 3 figures."


def test_points_are_added_up_by_halves_and_cancel_out() -> None:
    scored = [Effect("scored", "point", "Red", key="Red", n=n) for n in (1, 1.5, -2.5)]
    assert outcome_line(scored[:1], "Red") == "You scored 1 point."
    assert outcome_line(scored[:2]) == "The Red side scored 2½ points."
    assert outcome_line(scored[2:], "Red") == "You lost 2½ points."
    assert outcome_line(scored) == ""


def test_a_place_that_comes_back_has_no_sentence() -> None:
    assert outcome_line([CHURCH, place("the church", "Red", "Blue")], "Red") == ""


def test_pieces_that_look_alike_are_counted() -> None:
    hidden = [Effect("became", "was pinned", "Red", "a Red unit", "a Red unit", key) for key in "abc"]
    assert outcome_line(hidden) == "3 Red units were pinned."


def test_kinds_of_harm_keep_their_order_with_the_own_pieces_first() -> None:
    some = [
        squad(1, "became", "was pinned", "Blue"),
        squad(2, "became", "was pinned"),
        squad(3, "destroyed", side="Blue"),
    ]
    said = "Blue Squad 3 was destroyed. Your Squad 2 was pinned. Blue Squad 1 was pinned."
    assert outcome_line(some, "Red") == said


def test_many_pieces_are_counted_and_a_long_line_is_cut() -> None:
    many = [squad(n, "destroyed") for n in range(1, 9)]
    assert outcome_line(many) == "Red Squad 1, 2, 3 and 5 more units were destroyed."
    conditions = ("was pinned", "was disrupted", "was shaken", "was surprised", "was heavily damaged")
    some = [squad(n, "became", what, side) for n, what in enumerate(conditions) for side in ("Red", "Blue")]
    line = outcome_line([*many, *some])
    assert len(line) <= MOST
    assert line.startswith("Red Squad 1 and 7 more units were destroyed. Red Squad 0 was pinned.")
    assert line.endswith(" more units were hit.")


def test_a_miss_is_no_change_in_whatever_words() -> None:
    """The account of the move says it already."""
    scattered = Effect("missed", "The shells scattered.")
    assert [each.text for each in changes([scattered, MISSED, CHURCH], "Red")] == ["You lost the church."]
