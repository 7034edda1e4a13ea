"""The nouns of Strike the Bear, all frozen: table, steps, actions, events."""
