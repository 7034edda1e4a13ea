-- The id that Discord gave to the press that began the game; it goes into the dice. 0 in games of older releases,
-- whose dice do without, and in lobbies.
ALTER TABLE games ADD COLUMN start INTEGER NOT NULL DEFAULT 0;
