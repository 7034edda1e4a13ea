"""The grammar of a game. Knows no title."""
