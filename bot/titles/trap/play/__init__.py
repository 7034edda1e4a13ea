"""What may be decided: the sequence of play, and one file a decision."""
