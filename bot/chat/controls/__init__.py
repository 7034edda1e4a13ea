"""Slash commands made from action classes, and buttons that keep no state."""
