"""The chat: commands derived from action classes, one desk for every interaction, posts made from the log."""
