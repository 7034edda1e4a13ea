-- Who has sat where since a game began, and so knows what that side hides.
CREATE TABLE sitters (
    game INTEGER NOT NULL REFERENCES games,
    person INTEGER NOT NULL,
    seat TEXT NOT NULL,
    PRIMARY KEY (game, person, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO sitters (game, person, seat)
    SELECT seats.game, seats.person, seats.seat FROM seats JOIN games ON games.id = seats.game
    WHERE games.status = 'live' AND seats.person IS NOT NULL;
