"""The grammar of a game. Knows no title."""

VERSION = "0.1.0"
"""Also of the package, and in every exported game."""
