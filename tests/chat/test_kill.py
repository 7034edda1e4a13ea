"""The bot dies in the middle of everything, and nothing is missing or double; `tests.soak kill` does more of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chat.kill import deaths, run


@pytest.mark.timeout(900)
def test_whatever_dies_when_nothing_is_lost_and_nothing_is_double(tmp_path: Path) -> None:
    report = run(deaths(points=15, moments=10, seed=7), seed=7, folder=tmp_path)
    assert report.points.total() >= 10, report
    assert report.confirmed
