"""Read-only questions about a state: ground, sight, movement, strengths and rules."""
