-- When something was put into the outbox, in seconds since 1970. Unsent rows of earlier releases count from here on.
ALTER TABLE outbox ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET since = CAST(strftime('%s', 'now') AS INTEGER) WHERE message IS NULL;
