-- Plans and standing orders: what a seat leaves with the table beside the log, one JSON line each. Nobody else can
-- count them. Games of earlier releases keep those that stand in their log.
CREATE TABLE instructions (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, seat, n)
) STRICT, WITHOUT ROWID;
