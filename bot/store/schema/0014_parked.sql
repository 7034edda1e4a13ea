-- Why nothing can be posted for a game any more, such as that its channel is gone; '' for a game that has a place.
ALTER TABLE games ADD COLUMN parked TEXT NOT NULL DEFAULT '';
