"""What befalls units and hexes, whatever has brought it about: hits, fires, mines, smoke."""
