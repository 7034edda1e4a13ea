BEGIN TRANSACTION;
CREATE TABLE bursts (
    game INTEGER PRIMARY KEY REFERENCES games,
    message INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    seat TEXT NOT NULL
) STRICT;
INSERT INTO "bursts" VALUES(1,1575969080182046720,3,4,'');
CREATE TABLE commands (
    scope TEXT PRIMARY KEY,
    hash TEXT NOT NULL
) STRICT;
INSERT INTO "commands" VALUES('global/1575968973583810563','054105d0f56fa0acad25d265c0f8a9d4bcb6a845b93e88cc7fe92462d762b18c');
CREATE TABLE consents (
    game INTEGER NOT NULL REFERENCES games,
    entry INTEGER NOT NULL,
    back_to INTEGER NOT NULL,
    seat TEXT NOT NULL,
    PRIMARY KEY (game, entry, back_to, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,0,'{"seat":"","by":"table","events":[{"is":"opened","scenario":"first","options":{},"initiative":"german","hq":{"german":{"command":2,"decks":["command-1"]},"soviet":{"command":2,"decks":["morale-1"]}},"control":{"B5":"german","H5":"soviet"},"decks":{"command-1":{"owner":"german","cards":["rapid-mobilization.1","rapid-mobilization.2","cut-communications.1","forced-march.1","forced-march.2","breakthrough.1","supply-column.1","supply-column.2","staff-work.1","conflicting-orders.1"]},"morale-1":{"owner":"soviet","cards":["hurrah.1","hurrah.2","steady-lads.1","steady-lads.2","steady-lads.3","not-one-step-back.1","inspiring-leader.1","inspiring-leader.2","shaken.1","second-wind.1"]}},"orders":{"casualties":"ask","transfers":"gaps"}},{"is":"drew","seat":"german","deck":"command-1","card":"breakthrough.1","roll":{"purpose":"card","sides":10,"faces":[6],"draw":0}},{"is":"drew","seat":"soviet","deck":"morale-1","card":"steady-lads.1","roll":{"purpose":"card","sides":10,"faces":[3],"draw":1}},{"is":"stage","stage":0,"phase":"set-up","name":"muster"},{"is":"begun","step":{"is":"muster","waiting":[],"lists":{"german":{"readers":["german"],"value":[{"division":"Kampfgruppe Brandt","figures":["officer","regular","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","mg"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","mortar"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]}]},"soviet":{"readers":["soviet"],"value":[{"division":"Captain Orlov''s Company","figures":["officer","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","mg"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["elite","elite","regular","regular"]}]}}}},{"is":"mustered","seat":"german","squads":[{"is":"squad","id":"g1","side":"german","number":1,"base":{"readers":["german"],"value":{"division":"Kampfgruppe Brandt","figures":["regular","regular","mortar"]}}},{"is":"squad","id":"g2","side":"german","number":2,"base":{"readers":["german"],"value":{"division":"Kampfgruppe Brandt","figures":["regular","regular","mg"]}}},{"is":"squad","id":"g3","side":"german","number":3,"base":{"readers":["german"],"value":{"division":"Kampfgruppe Brandt","figures":["officer","regular","regular","regular"]}}},{"is":"squad","id":"g4","side":"german","number":4,"base":{"readers":["german"],"value":{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]}}},{"is":"squad","id":"g5","side":"german","number":5,"base":{"readers":["german"],"value":{"division":"Kampfgruppe Brandt","figures":["regular","regular","regular","regular"]}}},{"is":"squad","id":"g6","side":"german","number":6,"base":{"readers":["german"],"value":{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]}}}],"deal":{"readers":["german"],"value":{"purpose":"squad numbers","sides":4294967296,"faces":[2919901548,2625847015,496072524,3448992161,3208596715,4193942408],"draw":2}}},{"is":"changed","step":{"is":"muster","waiting":[],"lists":{"german":{"readers":["german"],"value":[{"division":"Kampfgruppe Brandt","figures":["officer","regular","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","mg"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","mortar"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]}]},"soviet":{"readers":["soviet"],"value":[{"division":"Captain Orlov''s Company","figures":["officer","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","mg"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["elite","elite","regular","regular"]}]}}}},{"is":"placed","unit":"g3","hex":"B5","shown":{"division":"Kampfgruppe Brandt","figures":["officer","regular","regular","regular"]}},{"is":"placed","unit":"g2","hex":"B4","shown":{"division":"Kampfgruppe Brandt","figures":["regular","regular","mg"]}},{"is":"placed","unit":"g1","hex":"A3","shown":{"division":"Kampfgruppe Brandt","figures":["regular","regular","mortar"]}},{"is":"placed","unit":"g4","hex":"B3","concealed":true},{"is":"placed","unit":"g5","hex":"B7","concealed":true},{"is":"placed","unit":"g6","hex":"C7","shown":{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]}},{"is":"mustered","seat":"soviet","squads":[{"is":"squad","id":"s1","side":"soviet","number":1,"base":{"readers":["soviet"],"value":{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]}}},{"is":"squad","id":"s2","side":"soviet","number":2,"base":{"readers":["soviet"],"value":{"division":"Captain Orlov''s Company","figures":["officer","regular","regular","regular"]}}},{"is":"squad","id":"s3","side":"soviet","number":3,"base":{"readers":["soviet"],"value":{"division":"Captain Orlov''s Company","figures":["elite","elite","regular","regular"]}}},{"is":"squad","id":"s4","side":"soviet","number":4,"base":{"readers":["soviet"],"value":{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]}}},{"is":"squad","id":"s5","side":"soviet","number":5,"base":{"readers":["soviet"],"value":{"division":"Captain Orlov''s Company","figures":["regular","regular","mg"]}}}],"deal":{"readers":["soviet"],"value":{"purpose":"squad numbers","sides":4294967296,"faces":[1149388239,3741640831,204327091,2744395023,1351287015],"draw":3}}},{"is":"changed","step":{"is":"muster","waiting":[],"lists":{"german":{"readers":["german"],"value":[{"division":"Kampfgruppe Brandt","figures":["officer","regular","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","mg"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","mortar"]},{"division":"Kampfgruppe Brandt","figures":["regular","regular","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]},{"division":"Kampfgruppe Brandt","figures":["elite","elite","regular","regular"]}]},"soviet":{"readers":["soviet"],"value":[{"division":"Captain Orlov''s Company","figures":["officer","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","mg"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]},{"division":"Captain Orlov''s Company","figures":["elite","elite","regular","regular"]}]}}}},{"is":"placed","unit":"s2","hex":"H5","shown":{"division":"Captain Orlov''s Company","figures":["officer","regular","regular","regular"]}},{"is":"placed","unit":"s5","hex":"H3","shown":{"division":"Captain Orlov''s Company","figures":["regular","regular","mg"]}},{"is":"placed","unit":"s1","hex":"H7","shown":{"division":"Captain Orlov''s Company","figures":["regular","regular","regular","regular"]}},{"is":"placed","unit":"s3","hex":"H2","concealed":true},{"is":"placed","unit":"s4","hex":"H8","concealed":true},{"is":"ended"},{"is":"stage","stage":1,"phase":"set-up","name":"deployment"},{"is":"stage","stage":2,"phase":"action","name":"action"},{"is":"round","round":1},{"is":"begun","step":{"is":"turn","seat":"german","left":2}}],"drawn":4}');
INSERT INTO "entries" VALUES(1,1,'{"seat":"soviet","by":"person","drawn":4,"plan":{"readers":["soviet"],"value":{"intents":[{"action":{"do":"stop"}},{"action":{"do":"stop"}},{"action":{"do":"stop"}}]}}}');
INSERT INTO "entries" VALUES(1,2,'{"seat":"soviet","by":"person","action":{"do":"order","op_fire":"hold","at":"","within":0,"chance":0,"mode":"","casualties":"","retreat":"","join":"","transfers":"","munitions":"","after_fire":"","reroll":""},"events":[{"is":"orders given","seat":"soviet","orders":{"readers":["soviet"],"value":{"op_fire":"hold","casualties":"ask","transfers":"gaps"}}}],"drawn":4}');
INSERT INTO "entries" VALUES(1,3,'{"seat":"german","by":"person","action":{"do":"stop"},"events":[{"is":"out","seat":"german","chosen":true},{"is":"ended"},{"is":"begun","step":{"is":"turn","seat":"soviet","left":2}}],"drawn":4}');
INSERT INTO "entries" VALUES(1,4,'{"seat":"soviet","by":"plan","action":{"do":"stop"},"events":[{"is":"out","seat":"soviet","chosen":true},{"is":"ended"},{"is":"stage","stage":3,"phase":"command","name":"control"},{"is":"stage","stage":4,"phase":"command","name":"income"},{"is":"gained","seat":"german","command":2,"why":"objectives"},{"is":"gained","seat":"soviet","command":2,"why":"objectives"},{"is":"stage","stage":5,"phase":"command","name":"spend"},{"is":"begun","step":{"is":"spending","seat":"soviet"}},{"is":"begun","step":{"is":"spending","seat":"german"}}],"drawn":4}');
INSERT INTO "entries" VALUES(1,5,'{"seat":"soviet","by":"person","drawn":4,"plan":{"readers":["soviet"],"value":{"intents":[{"action":{"do":"stop"}},{"action":{"do":"stop"}},{"action":{"do":"stop"}}]}}}');
INSERT INTO "entries" VALUES(1,6,'{"seat":"soviet","by":"person","drawn":4,"plan":{"readers":["soviet"],"value":{"intents":[{"action":{"do":"stop"},"until":["acts"]},{"action":{"do":"stop"},"until":["acts"]},{"action":{"do":"stop"},"until":["acts"]}]}}}');
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
, moved INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "games" VALUES(1,'tide','first','{}',X'0DD821305E3A0FE28074EAA9FEFADD05CCBCC0A830EFB8139EF6CEDDA333B28A','live',1575968973583810561,1575969002717446144,1575969002717446145,'standard',1795810708);
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL
) STRICT;
INSERT INTO "interactions" VALUES(1575969002721640449,1);
INSERT INTO "interactions" VALUES(1575969077174730752,1);
INSERT INTO "interactions" VALUES(1575969077401223168,1);
INSERT INTO "interactions" VALUES(1575969077682241536,1);
INSERT INTO "interactions" VALUES(1575969081612304384,1);
INSERT INTO "interactions" VALUES(1575969081763299328,1);
CREATE TABLE lists (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    since INTEGER NOT NULL,
    orders TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE maps (
    game INTEGER PRIMARY KEY REFERENCES games,
    message INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    sending INTEGER NOT NULL,
    former INTEGER NOT NULL,
    pinned INTEGER NOT NULL
) STRICT;
CREATE TABLE notes (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE numbered (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games,
    recipe TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    message INTEGER
, once INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "outbox" VALUES(1,1,'{"type":"notice"}',1,1575969003052990464,0);
INSERT INTO "outbox" VALUES(2,1,'{"type":"notice"}',1,1575969003052990464,0);
INSERT INTO "outbox" VALUES(3,1,'{"type":"notice"}',1,1575969003052990464,0);
INSERT INTO "outbox" VALUES(4,1,'{"type":"notice"}',1,1575969003052990464,0);
INSERT INTO "outbox" VALUES(5,1,'{"type":"news","first":0,"last":0}',1,1575969077023735808,0);
INSERT INTO "outbox" VALUES(6,1,'{"type":"letter","seat":"german","first":0,"last":0}',1,1575969005934477312,0);
INSERT INTO "outbox" VALUES(7,1,'{"type":"letter","seat":"soviet","first":0,"last":0}',1,1575969008472031232,0);
INSERT INTO "outbox" VALUES(8,1,'{"type":"news","first":2,"last":2}',1,0,0);
INSERT INTO "outbox" VALUES(9,1,'{"type":"letter","seat":"soviet","first":2,"last":2}',0,0,0);
INSERT INTO "outbox" VALUES(10,1,'{"type":"news","first":3,"last":4}',1,1575969080182046720,0);
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    look TEXT NOT NULL DEFAULT 'standard',
    closed INTEGER NOT NULL DEFAULT 0
, quiet_from INTEGER NOT NULL DEFAULT 0, quiet_to INTEGER NOT NULL DEFAULT 0, away INTEGER NOT NULL DEFAULT 0) STRICT;
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
INSERT INTO "seats" VALUES(1,0,'german',1575969002717446145,0,'',1);
INSERT INTO "seats" VALUES(1,1,'soviet',1575969002721640448,0,'',1);
CREATE TABLE sitters (
    game INTEGER NOT NULL REFERENCES games,
    person INTEGER NOT NULL,
    seat TEXT NOT NULL,
    PRIMARY KEY (game, person, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "sitters" VALUES(1,1575969002717446145,'german');
INSERT INTO "sitters" VALUES(1,1575969002721640448,'soviet');
CREATE TABLE states (
    game INTEGER PRIMARY KEY REFERENCES games,
    entries INTEGER NOT NULL,
    edition TEXT NOT NULL,
    state TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_game_a_channel ON games (channel) WHERE status IN ('lobby', 'live');
CREATE INDEX seats_by_person ON seats (person);
CREATE INDEX outbox_owed ON outbox (game, id) WHERE message IS NULL;
CREATE INDEX outbox_told ON outbox (game, message);
COMMIT;
PRAGMA user_version = 11;
