"""Actions that might be legal: generous, lazy, in the order of units and hexes. The rules are the only judge.

Each generator honours the fields that are already fixed, so that asking for one unit costs one unit's work.
"""
