-- The kind of each person's films: "webp", or "gif" for old apps.

ALTER TABLE people ADD COLUMN film TEXT NOT NULL DEFAULT 'webp';
