-- Reason: time in which the program did not run must count as nobody's absence. When it last ran is noted now and then,
-- in the only row there is, so that a start knows how long it was away, whether it was stopped, killed or frozen.

CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at REAL NOT NULL
) STRICT;
