"""Lines that tell one order: what belongs together is told as one."""

from __future__ import annotations


def gathered(lines: list[str], head: str) -> list[str]:
    """Tell what lines with the same head say as one line, where the last of them was; nothing of it twice."""
    those = [n for n, line in enumerate(lines) if line.startswith(head)]
    if len(those) < 2:
        return lines
    parts = [part for n in those for part in lines[n].removeprefix(head).removesuffix(".").split("; ")]
    one = f"{head}{'; '.join(dict.fromkeys(parts))}."
    return [one if n == those[-1] else line for n, line in enumerate(lines) if n not in those[:-1]]
