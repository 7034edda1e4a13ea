-- The message of a game that holds its newest map. `shown` is the last move that it shows; while `sending`, it may
-- be there although nobody has heard so. `former` is the one before it, as long as that has not become a link.
CREATE TABLE maps (
    game INTEGER PRIMARY KEY REFERENCES games,
    message INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    sending INTEGER NOT NULL,
    former INTEGER NOT NULL,
    pinned INTEGER NOT NULL
) STRICT;
