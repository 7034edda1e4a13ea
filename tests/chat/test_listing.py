"""Legal values are computed only as a page reads them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.chat.panel.values import Listing


class Source:
    """Values that are worked out one by one, and how many have been."""

    def __init__(self, values: str, fails_at: str = "") -> None:
        self.values = values
        self.fails_at = fails_at
        self.read = ""

    def __call__(self) -> Iterator[str]:
        for each in self.values:
            if each == self.fails_at:
                self.fails_at = ""
                raise RuntimeError(each)
            self.read += each
            yield each


def test_a_listing_that_is_asked_whether_there_is_any_value_works_out_the_first_alone() -> None:
    source = Source("abc")
    assert Listing(source)
    assert source.read == "a"


def test_readers_of_a_listing_share_the_values_that_are_worked_out() -> None:
    source = Source("abc")
    listing = Listing(source)
    assert next(iter(listing)) == "a"
    assert listing.whole == ("a", "b", "c")
    assert list(listing) == ["a", "b", "c"]
    assert source.read == "abc"


def test_an_empty_listing_is_false() -> None:
    assert not Listing(Source(""))


def test_a_listing_that_failed_once_loses_no_value() -> None:
    listing = Listing(Source("abc", fails_at="b"))
    with pytest.raises(RuntimeError):
        _ = listing.whole
    assert listing.whole == ("a", "b", "c")
