"""The decisions of the game: the sequence of play, and a file for each decision."""
