"""Games on disk: SQLite through aiosqlite, one durable transaction for everything that belongs together."""
