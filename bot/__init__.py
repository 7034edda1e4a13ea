"""Fieldpost: Eastern-Front wargames by chat, refereed to the last rule."""

VERSION = "0.1.0"
"""Also of the package, and in every exported game."""
