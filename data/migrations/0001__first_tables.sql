-- Reason: games lost on a restart are the first complaint about game bots, so everything a table needs to go on is here
-- from the first release: its move log (the truth), its snapshot (a cache), its seats, and the messages that show it.
-- Chats and people are named by their platform's own ids and not by rows of ours: a table may be opened in a chat whose
-- settings were never touched, by somebody who never chose a language.

CREATE TABLE people (
    platform TEXT NOT NULL,
    user     TEXT NOT NULL,
    name     TEXT NOT NULL,
    language TEXT,
    PRIMARY KEY (platform, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE chats (
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    language TEXT,
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    PRIMARY KEY (platform, chat, thread)
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    seq           INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE CHECK (id <> ''),
    platform      TEXT NOT NULL,
    chat          TEXT NOT NULL,
    thread        TEXT NOT NULL,
    game          TEXT NOT NULL,
    host_platform TEXT NOT NULL,
    host_user     TEXT NOT NULL,
    seed          BLOB NOT NULL CHECK (length(seed) = 32),
    rules         TEXT NOT NULL CHECK (json_valid(rules)),
    teams         TEXT NOT NULL CHECK (json_valid(teams)),
    options       TEXT NOT NULL CHECK (json_valid(options)),
    status        TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'cancelled')),
    version       INTEGER NOT NULL CHECK (version >= 0),
    plies         INTEGER NOT NULL CHECK (plies >= 0),
    snapshot      TEXT,
    result        TEXT CHECK (result IS NULL OR json_valid(result)),
    created       REAL NOT NULL,
    updated       REAL NOT NULL
) STRICT;

-- A chat's tables, and how many of them are open.
CREATE INDEX tables_by_chat ON tables (platform, chat, thread, status);

-- What a restart takes up again: the open ones, few among many that are over.
CREATE INDEX tables_by_status ON tables (status);

CREATE TABLE seats (
    table_id        TEXT NOT NULL REFERENCES tables (id),
    seat            INTEGER NOT NULL CHECK (seat >= 0),
    colours         TEXT NOT NULL,
    person_platform TEXT,
    person_user     TEXT,
    name            TEXT NOT NULL,
    computer        TEXT,
    PRIMARY KEY (table_id, seat),
    CHECK ((person_platform IS NULL) = (person_user IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE moves (
    table_id   TEXT NOT NULL REFERENCES tables (id),
    ply        INTEGER NOT NULL CHECK (ply >= 0),
    version    INTEGER NOT NULL CHECK (version > 0),
    move       TEXT NOT NULL,
    seat       INTEGER NOT NULL,
    automation TEXT,
    at         REAL NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;

-- The log is only ever added to: what was played stays played, whatever a later bug may try.
CREATE TRIGGER moves_never_change BEFORE UPDATE ON moves
BEGIN
    SELECT RAISE(ABORT, 'the move log is append-only');
END;

CREATE TRIGGER moves_never_go BEFORE DELETE ON moves
BEGIN
    SELECT RAISE(ABORT, 'the move log is append-only');
END;

-- `wanted` repeats the table's version, so that "which boards are behind" is a question about one row, and the index
-- below can hold the answer itself: looking for work costs what there is to do, not how many boards there are.
CREATE TABLE boards (
    id       INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    message  TEXT NOT NULL,
    version  INTEGER NOT NULL,
    live     INTEGER NOT NULL CHECK (live IN (0, 1)),
    wanted   INTEGER NOT NULL,
    UNIQUE (table_id, platform, chat, thread, message)
) STRICT;

CREATE INDEX boards_behind ON boards (id) WHERE live = 1 AND version < wanted;

CREATE TRIGGER boards_follow_their_table AFTER UPDATE OF version ON tables
BEGIN
    UPDATE boards SET wanted = NEW.version WHERE table_id = NEW.id;
END;

-- The web chat's messages. AUTOINCREMENT: an id is never given twice, though old messages are pruned.
CREATE TABLE messages (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    nonce    TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    body     TEXT NOT NULL CHECK (json_valid(body)),
    at       REAL NOT NULL,
    picture  BLOB,
    UNIQUE (platform, chat, thread, nonce)
) STRICT;

CREATE INDEX messages_by_chat ON messages (platform, chat, thread, id);
