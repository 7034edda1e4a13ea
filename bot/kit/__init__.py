"""Parts that at least two titles share: hexes, paths, sight, odds."""
