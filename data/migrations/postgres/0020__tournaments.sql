-- Reason: tournaments join games. A tournament is one row whose `body` only the core reads, under its `version`; who is
-- in it stands in rows of their own, so that a person's data can be found and forgotten by index. A table of a
-- tournament is a table as any other: `tournament_tables` links it, and `counted` says that its result is noted.
CREATE TABLE tournaments (
    id            TEXT COLLATE "C" PRIMARY KEY,
    platform      TEXT COLLATE "C" NOT NULL,
    chat          TEXT COLLATE "C" NOT NULL,
    thread        TEXT COLLATE "C" NOT NULL,
    host_platform TEXT COLLATE "C" NOT NULL,
    host_user     TEXT COLLATE "C" NOT NULL,
    host_name     TEXT COLLATE "C" NOT NULL,
    seed          BYTEA NOT NULL CHECK (octet_length(seed) = 32),
    version       BIGINT NOT NULL CHECK (version >= 0),
    created       DOUBLE PRECISION NOT NULL,
    due           DOUBLE PRECISION,
    body          JSON NOT NULL
);

CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_of_chat ON tournaments (platform, chat, created);
CREATE INDEX tournaments_of_host ON tournaments (host_platform, host_user);

CREATE TABLE tournament_people (
    tournament  TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id),
    number      BIGINT NOT NULL CHECK (number >= 0),
    platform    TEXT COLLATE "C" NOT NULL,
    "user"      TEXT COLLATE "C" NOT NULL,
    name        TEXT COLLATE "C" NOT NULL,
    at_platform TEXT COLLATE "C" NOT NULL,
    at_chat     TEXT COLLATE "C" NOT NULL,
    at_thread   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE INDEX tournament_people_by_person ON tournament_people (platform, "user");

CREATE TABLE tournament_tables (
    table_id   TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (id),
    tournament TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id),
    counted    BIGINT NOT NULL CHECK (counted IN (0, 1))
);

CREATE INDEX tournament_tables_open ON tournament_tables (tournament) WHERE counted = 0;

-- Where a tournament is shown: `mark` names the post that was claimed, `message` the last one sent.
CREATE TABLE tournament_posts (
    tournament TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id),
    platform   TEXT COLLATE "C" NOT NULL,
    chat       TEXT COLLATE "C" NOT NULL,
    thread     TEXT COLLATE "C" NOT NULL,
    mark       TEXT COLLATE "C" NOT NULL,
    message    TEXT COLLATE "C" NOT NULL,
    face       TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, platform, chat, thread)
);

CREATE INDEX tournament_posts_of_chat ON tournament_posts (platform, chat, thread);
