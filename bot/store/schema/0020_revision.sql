-- The number of changes of a game that its table holds in memory, by which a process notices those of others.
ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
