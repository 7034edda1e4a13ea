"""Short runs of the `python -m tests.soak` checks, each with a bot of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chat import forged, kill


def test_forged_buttons_change_nothing() -> None:
    assert forged.run(150) >= 150


@pytest.mark.timeout(900)
def test_whatever_dies_when_nothing_is_lost_and_nothing_is_double(tmp_path: Path) -> None:
    planned = kill.deaths(points=8, moments=4, seed=7)
    report = kill.run(planned, seed=7, folder=tmp_path, given_up=("muster", "clicks"))
    assert report.points.total() >= 5, report
    assert report.confirmed
