-- The id of our files: "FPST".
PRAGMA application_id = 1179669332;

-- How often the file was opened, and by how many of these openings it has been closed in order. While it is open, or
-- after the process has died, its last commits are in the file `-wal` beside it.
CREATE TABLE uses (
    opened INTEGER NOT NULL,
    closed INTEGER NOT NULL
) STRICT;

INSERT INTO uses (opened, closed) VALUES (0, 0);
