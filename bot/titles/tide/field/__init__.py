"""Read-only questions about a state."""
