"""Games on disk: SQLite, one durable transaction for everything that belongs together."""
