"""Games on disk: SQLite, and one durable transaction for each change."""
