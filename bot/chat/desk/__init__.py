"""The desk, which reads, validates, resolves and records the orders of games."""
