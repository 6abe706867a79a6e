-- Reason: people challenge each other to a game. An offer outlives a restart, and is answered once: each change is guarded
-- by the version. `guest` is empty while anybody may accept. `due` is when the bot looks at it next; in the end it goes.
CREATE TABLE challenges (
    id         TEXT NOT NULL PRIMARY KEY,
    platform   TEXT NOT NULL,
    chat       TEXT NOT NULL,
    thread     TEXT NOT NULL,
    user       TEXT NOT NULL,
    name       TEXT NOT NULL,
    guest      TEXT NOT NULL,
    guest_name TEXT NOT NULL,
    state      TEXT NOT NULL,
    version    INTEGER NOT NULL,
    created    REAL NOT NULL,
    due        REAL NOT NULL,
    message    TEXT NOT NULL,
    table_id   TEXT NOT NULL,
    options    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_by_due ON challenges (due);

CREATE INDEX challenges_by_user ON challenges (platform, user, created);

CREATE INDEX challenges_by_guest ON challenges (platform, guest);
