-- The seats for which a live game waits: since when (0: since it last moved), and how often their persons were warned.
CREATE TABLE waits (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    since INTEGER NOT NULL DEFAULT 0,
    warned INTEGER NOT NULL DEFAULT 0,
    warned_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- When people were away, in seconds since 1970: such days do not count for those who wait for them.
CREATE TABLE absences (
    person INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX absences_by_person ON absences (person);

INSERT INTO absences (person, since, until) SELECT id, 0, away FROM people WHERE away > 0;
