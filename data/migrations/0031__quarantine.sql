-- Reason: a row that a disk or a broken copy has damaged is left out wherever it is read. What stood in it is noted here
-- once, so that an operator sees which row it was, what it held and why it could not be read, also after a repair.
CREATE TABLE quarantine (
    id     INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    place  TEXT NOT NULL,
    part   TEXT NOT NULL,
    held   TEXT NOT NULL,
    why    TEXT NOT NULL,
    at     REAL NOT NULL,
    UNIQUE (source, place, part)
) STRICT;
