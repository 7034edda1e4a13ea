"""The effects of generator cards, a file for each family."""
