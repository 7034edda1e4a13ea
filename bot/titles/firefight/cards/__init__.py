"""What generator cards do when they are played: a file for each family of effects."""
