"""What is printed: maps, units, hit markers, cards, guidelines."""
