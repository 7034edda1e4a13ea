-- What players have noted for themselves, by seat. Nobody else reads it, and it goes with whoever has written it.
CREATE TABLE notes (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat, n)
) STRICT, WITHOUT ROWID;
