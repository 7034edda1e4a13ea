"""The AI of the solo game: order cards, tiles and the mission track move its units by the rules of all."""
