"""The AI of the solo game: its units follow order cards and tiles.

They obey the same rules as a player's units.
"""
