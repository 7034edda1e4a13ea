-- To what state the first entries of a game led, as the code and the data of one edition understand them. It can
-- be thrown away at any time: the entries are the truth.
CREATE TABLE states (
    game INTEGER PRIMARY KEY REFERENCES games,
    entries INTEGER NOT NULL,
    edition TEXT NOT NULL,
    state TEXT NOT NULL
) STRICT;
