-- When a person wants not to be called: each day between two minutes of it, counted from midnight UTC, where these
-- differ; and until a time in seconds since 1970.
ALTER TABLE people ADD COLUMN quiet_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN quiet_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN away INTEGER NOT NULL DEFAULT 0;
