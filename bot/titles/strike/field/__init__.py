"""Questions to a state: the map, units, movement, supply, strengths.

Nothing changes here.
"""
