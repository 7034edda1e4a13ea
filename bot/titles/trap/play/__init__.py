"""Decisions: the sequence of play, and a file for each decision."""
