-- Reason: tournaments join games. A tournament is one row whose `body` only the core reads, under its `version`; who is
-- in it stands in rows of their own, so that a person's data can be found and forgotten by index. A table of a
-- tournament is a table as any other: `tournament_tables` links it, and `counted` says that its result is noted.
CREATE TABLE tournaments (
    id            TEXT PRIMARY KEY,
    platform      TEXT NOT NULL,
    chat          TEXT NOT NULL,
    thread        TEXT NOT NULL,
    host_platform TEXT NOT NULL,
    host_user     TEXT NOT NULL,
    host_name     TEXT NOT NULL,
    seed          BLOB NOT NULL CHECK (length(seed) = 32),
    version       INTEGER NOT NULL CHECK (version >= 0),
    created       REAL NOT NULL,
    due           REAL,
    body          TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_of_chat ON tournaments (platform, chat, created);
CREATE INDEX tournaments_of_host ON tournaments (host_platform, host_user);

CREATE TABLE tournament_people (
    tournament  TEXT NOT NULL REFERENCES tournaments (id),
    number      INTEGER NOT NULL CHECK (number >= 0),
    platform    TEXT NOT NULL,
    user        TEXT NOT NULL,
    name        TEXT NOT NULL,
    at_platform TEXT NOT NULL,
    at_chat     TEXT NOT NULL,
    at_thread   TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_people_by_person ON tournament_people (platform, user);

CREATE TABLE tournament_tables (
    table_id   TEXT PRIMARY KEY REFERENCES tables (id),
    tournament TEXT NOT NULL REFERENCES tournaments (id),
    counted    INTEGER NOT NULL CHECK (counted IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_tables_open ON tournament_tables (tournament) WHERE counted = 0;

-- Where a tournament is shown: `mark` names the post that was claimed, `message` the last one sent.
CREATE TABLE tournament_posts (
    tournament TEXT NOT NULL REFERENCES tournaments (id),
    platform   TEXT NOT NULL,
    chat       TEXT NOT NULL,
    thread     TEXT NOT NULL,
    mark       TEXT NOT NULL,
    message    TEXT NOT NULL,
    face       TEXT NOT NULL,
    PRIMARY KEY (tournament, platform, chat, thread)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_posts_of_chat ON tournament_posts (platform, chat, thread);
