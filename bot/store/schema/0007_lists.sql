-- Orders that a side has laid aside, to be given together: as JSON, and how long the log was when they were.
CREATE TABLE lists (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    since INTEGER NOT NULL,
    orders TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
