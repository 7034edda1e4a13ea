"""Every case of the book is carried by code and proven by tests that bite."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_case_is_carried_by_code_and_proven() -> None:
    command = [sys.executable, "-m", "tests.cases", "firefight", "--teeth"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "MISSING" not in done.stdout, done.stdout
    assert done.returncode == 0, done.stderr
