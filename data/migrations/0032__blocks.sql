-- Reason: a person can block another of the same platform. Blocks are read when the other is about to ping someone. Both
-- people's deletions find them by an index.
CREATE TABLE blocks (
    platform TEXT NOT NULL,
    user     TEXT NOT NULL,
    other    TEXT NOT NULL,
    name     TEXT NOT NULL,
    since    REAL NOT NULL,
    PRIMARY KEY (platform, user, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_other ON blocks (platform, other);
