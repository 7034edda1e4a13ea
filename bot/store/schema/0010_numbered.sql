-- The highest number that a note of a seat has had: the next note has a higher one, also when that was dropped.
CREATE TABLE numbered (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO numbered (game, seat, last) SELECT game, seat, max(n) FROM notes GROUP BY game, seat;
