"""Strategy and sabotage cards: when they are played, what they are played on, what they do."""
