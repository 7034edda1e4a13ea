-- When something last happened in a game, in seconds since 1970; 0 where nobody knows.
ALTER TABLE games ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
