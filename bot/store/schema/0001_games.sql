-- A game, from the lobby to its end. `seed` stays here until the game is over. A lobby that all have left is closed.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    seed BLOB NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'closed')),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    host INTEGER NOT NULL,
    look TEXT NOT NULL DEFAULT 'standard'
) STRICT;

-- One lobby or live game a channel or thread.
CREATE UNIQUE INDEX one_game_a_channel ON games (channel) WHERE status IN ('lobby', 'live');

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games,
    place INTEGER NOT NULL,
    seat TEXT NOT NULL,
    person INTEGER,
    computer INTEGER NOT NULL DEFAULT 0,
    word TEXT NOT NULL DEFAULT '',
    agreed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (person);

-- The log: append-only, one JSON line an entry.
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- Interactions that have taken effect; the same one delivered twice does nothing.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL
) STRICT;

-- What is owed to channels and people. A row is a recipe; what is sent is made from the log when it is sent.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games,
    recipe TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    message INTEGER
) STRICT;

CREATE INDEX outbox_owed ON outbox (game, id) WHERE message IS NULL;

-- The post that small actions of one burst are added to.
CREATE TABLE bursts (
    game INTEGER PRIMARY KEY REFERENCES games,
    message INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    seat TEXT NOT NULL
) STRICT;

-- Who has agreed to take a game back to an entry; a new entry makes it void.
CREATE TABLE consents (
    game INTEGER NOT NULL REFERENCES games,
    entry INTEGER NOT NULL,
    back_to INTEGER NOT NULL,
    seat TEXT NOT NULL,
    PRIMARY KEY (game, entry, back_to, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    look TEXT NOT NULL DEFAULT 'standard',
    closed INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The commands as they were last registered, by a hash of their JSON.
CREATE TABLE commands (
    scope TEXT PRIMARY KEY,
    hash TEXT NOT NULL
) STRICT;
