-- Rows that a game is told once: they stay until it has ended, so that the same is not told again.
ALTER TABLE outbox ADD COLUMN once INTEGER NOT NULL DEFAULT 0;
