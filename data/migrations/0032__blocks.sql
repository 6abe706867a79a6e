-- Reason: a person can block another of the same platform. It is looked up when the other is about to ping somebody, and
-- when either of them has their data deleted.
CREATE TABLE blocks (
    platform TEXT NOT NULL,
    user     TEXT NOT NULL,
    other    TEXT NOT NULL,
    name     TEXT NOT NULL,
    since    REAL NOT NULL,
    PRIMARY KEY (platform, user, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_other ON blocks (platform, other);
