-- Reason: operators can ban a person or hide a name. Every process keeps these rows in memory and reads them every half
-- minute, so a press needs no query. A ban outlasts the deletion of a person's data, so it holds only their key.
CREATE TABLE restrictions (
    platform TEXT NOT NULL,
    user     TEXT NOT NULL,
    banned   INTEGER NOT NULL CHECK (banned IN (0, 1)),
    hidden   INTEGER NOT NULL CHECK (hidden IN (0, 1)),
    reason   TEXT NOT NULL DEFAULT '',
    at       REAL NOT NULL,
    PRIMARY KEY (platform, user)
) STRICT, WITHOUT ROWID;
