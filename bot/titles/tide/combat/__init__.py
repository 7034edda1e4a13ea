"""Harm to units and hexes from any cause: hits, fires, mines and smoke."""
