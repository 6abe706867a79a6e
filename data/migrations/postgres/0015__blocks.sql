-- Reason: a person can block another of the same platform. It is looked up when the other is about to ping somebody, and
-- when either of them has their data deleted.
CREATE TABLE blocks (
    platform TEXT COLLATE "C" NOT NULL,
    "user"   TEXT COLLATE "C" NOT NULL,
    other    TEXT COLLATE "C" NOT NULL,
    name     TEXT COLLATE "C" NOT NULL,
    since    DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (platform, "user", other)
);

CREATE INDEX blocks_by_other ON blocks (platform, other);
