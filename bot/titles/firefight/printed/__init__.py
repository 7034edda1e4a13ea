"""Printed data: maps, units, hit markers, cards and guidelines."""
