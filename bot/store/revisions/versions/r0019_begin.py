"""The tables at which databases on a server begin.

Files of SQLite reach the same schema by the numbered files of `bot/store/schema`.
"""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision = None

TABLES = """
CREATE TABLE games (
    id BIGSERIAL PRIMARY KEY,
    title TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    seed BYTEA NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'closed')),
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    host BIGINT NOT NULL,
    look TEXT NOT NULL DEFAULT 'standard',
    moved BIGINT NOT NULL DEFAULT 0,
    parked TEXT NOT NULL DEFAULT '',
    start BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX one_game_a_channel ON games (channel) WHERE status IN ('lobby', 'live');

CREATE TABLE seats (
    game BIGINT NOT NULL REFERENCES games,
    place BIGINT NOT NULL,
    seat TEXT NOT NULL,
    person BIGINT,
    computer BOOLEAN NOT NULL DEFAULT false,
    word TEXT NOT NULL DEFAULT '',
    agreed BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_by_person ON seats (person);

CREATE TABLE entries (
    game BIGINT NOT NULL REFERENCES games,
    n BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, n)
);

CREATE TABLE instructions (
    game BIGINT NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    n BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, seat, n)
);

CREATE TABLE interactions (
    id BIGINT PRIMARY KEY,
    game BIGINT NOT NULL
);

CREATE TABLE outbox (
    id BIGSERIAL PRIMARY KEY,
    game BIGINT NOT NULL REFERENCES games,
    recipe TEXT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    message BIGINT,
    once BOOLEAN NOT NULL DEFAULT false,
    since BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX outbox_owed ON outbox (game, id) WHERE message IS NULL;
CREATE INDEX outbox_told ON outbox (game, message);

CREATE TABLE bursts (
    game BIGINT PRIMARY KEY REFERENCES games,
    message BIGINT NOT NULL,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    seat TEXT NOT NULL
);

CREATE TABLE maps (
    game BIGINT PRIMARY KEY REFERENCES games,
    message BIGINT NOT NULL,
    shown BIGINT NOT NULL,
    sending BOOLEAN NOT NULL,
    former BIGINT NOT NULL,
    pinned BOOLEAN NOT NULL
);

CREATE TABLE consents (
    game BIGINT NOT NULL REFERENCES games,
    entry BIGINT NOT NULL,
    back_to BIGINT NOT NULL,
    seat TEXT NOT NULL,
    PRIMARY KEY (game, entry, back_to, seat)
);

CREATE TABLE people (
    id BIGINT PRIMARY KEY,
    look TEXT NOT NULL DEFAULT 'standard',
    closed BOOLEAN NOT NULL DEFAULT false,
    quiet_from BIGINT NOT NULL DEFAULT 0,
    quiet_to BIGINT NOT NULL DEFAULT 0,
    away BIGINT NOT NULL DEFAULT 0,
    film TEXT NOT NULL DEFAULT 'webp'
);

CREATE TABLE commands (
    scope TEXT PRIMARY KEY,
    hash TEXT NOT NULL
);

CREATE TABLE sitters (
    game BIGINT NOT NULL REFERENCES games,
    person BIGINT NOT NULL,
    seat TEXT NOT NULL,
    PRIMARY KEY (game, person, seat)
);

CREATE TABLE states (
    game BIGINT PRIMARY KEY REFERENCES games,
    entries BIGINT NOT NULL,
    edition TEXT NOT NULL,
    state TEXT NOT NULL
);

CREATE TABLE lists (
    game BIGINT NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    since BIGINT NOT NULL,
    orders TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE notes (
    game BIGINT NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    n BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat, n)
);

CREATE TABLE numbered (
    game BIGINT NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    last BIGINT NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE waits (
    game BIGINT NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    since BIGINT NOT NULL DEFAULT 0,
    warned BIGINT NOT NULL DEFAULT 0,
    warned_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
);

CREATE TABLE absences (
    person BIGINT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX absences_by_person ON absences (person);
"""


def upgrade() -> None:
    """Make the tables in an empty database."""
    for statement in TABLES.strip().split(";\n"):
        op.execute(statement)
