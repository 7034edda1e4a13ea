"""The chat: commands from action classes, a desk for interactions, and posts."""
