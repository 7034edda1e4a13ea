"""The texts that players read: events, the situation, answers to questions."""
