"""The texts that players read: sentences, scenes, the situation, answers."""
