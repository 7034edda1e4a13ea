"""All checks, one after another: `python -m tests`. What follows goes to pytest, such as `-k sight`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CHECKS: tuple[tuple[str, ...], ...] = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
    ("pytest", "-n", "2", "--dist", "worksteal"),
    ("python", "-m", "tests.house"),
)


def main(extra: Sequence[str]) -> int:
    """Run every check, even after one has failed; returns how many did."""
    failed = []
    for check in CHECKS:
        words = [*check, *(extra if check[0] == "pytest" else ())]
        print(f"\n== {' '.join(words)}", flush=True)
        if subprocess.run([str(Path(sys.executable).parent / words[0]), *words[1:]], check=False).returncode:
            failed.append(" ".join(check[:3]))
    print(f"\n{'FAILED: ' + ', '.join(failed) if failed else 'All checks passed.'}", flush=True)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
