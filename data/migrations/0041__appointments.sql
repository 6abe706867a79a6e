-- Reason: people plan a table for a moment. An appointment outlives a restart, and each step is done once: each change is
-- guarded by the version. `user` is empty once the planner is forgotten. `due` is when the bot looks at it next.
CREATE TABLE appointments (
    id         TEXT NOT NULL PRIMARY KEY,
    platform   TEXT NOT NULL,
    chat       TEXT NOT NULL,
    thread     TEXT NOT NULL,
    user       TEXT NOT NULL,
    name       TEXT NOT NULL,
    state      TEXT NOT NULL,
    version    INTEGER NOT NULL,
    created    REAL NOT NULL,
    starts     REAL NOT NULL,
    due        REAL NOT NULL,
    message    TEXT NOT NULL,
    table_id   TEXT NOT NULL,
    options    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX appointments_by_due ON appointments (due);

CREATE INDEX appointments_by_chat ON appointments (platform, chat, thread);

CREATE INDEX appointments_by_user ON appointments (platform, user);

CREATE TABLE appointment_guests (
    appointment TEXT NOT NULL,
    platform    TEXT NOT NULL,
    user        TEXT NOT NULL,
    name        TEXT NOT NULL,
    comes       INTEGER NOT NULL,
    since       REAL NOT NULL,
    PRIMARY KEY (appointment, platform, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX appointment_guests_by_user ON appointment_guests (platform, user);
