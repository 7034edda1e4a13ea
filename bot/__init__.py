"""Fieldpost: Eastern-Front wargames by chat, refereed to the last rule."""

from __future__ import annotations


def main() -> None:
    """Do what `python -m bot` does; this is the command `fieldpost`."""
    import runpy

    runpy.run_module("bot", run_name="__main__", alter_sys=True)
