"""The printed game: `data/strike`, read and checked."""
