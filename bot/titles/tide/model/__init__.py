"""The nouns of Tide of Iron, all frozen: table, pending steps, actions, events."""
