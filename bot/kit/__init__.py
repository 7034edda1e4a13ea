"""Parts that two titles need: hexes, paths, sight, odds. Never one title alone."""
