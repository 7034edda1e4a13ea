"""What may be decided: the sequence of play, and a file for each decision."""
