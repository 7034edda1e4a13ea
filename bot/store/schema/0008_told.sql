-- What a game was told lately, and whether it was told the same before, is asked with every letter.
CREATE INDEX outbox_told ON outbox (game, message);
