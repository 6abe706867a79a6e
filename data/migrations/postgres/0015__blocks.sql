-- Reason: a person can block another of the same platform. Blocks are read when the other is about to ping someone. Both
-- people's deletions find them by an index.
CREATE TABLE blocks (
    platform TEXT COLLATE "C" NOT NULL,
    "user"   TEXT COLLATE "C" NOT NULL,
    other    TEXT COLLATE "C" NOT NULL,
    name     TEXT COLLATE "C" NOT NULL,
    since    DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (platform, "user", other)
);

CREATE INDEX blocks_by_other ON blocks (platform, other);
