-- Reason: people of all chats look for a game together. A search outlives a restart, and a table is called once: each change
-- is guarded by the version. `table_id` is the code of the table that they are called to, `due` when the bot looks next.
CREATE TABLE seekers (
    platform    TEXT NOT NULL,
    user        TEXT NOT NULL,
    name        TEXT NOT NULL,
    at_platform TEXT NOT NULL,
    at_chat     TEXT NOT NULL,
    at_thread   TEXT NOT NULL,
    wish        TEXT NOT NULL,
    points      INTEGER NOT NULL,
    since       REAL NOT NULL,
    due         REAL NOT NULL,
    state       TEXT NOT NULL,
    table_id    TEXT NOT NULL,
    message     TEXT NOT NULL,
    version     INTEGER NOT NULL,
    PRIMARY KEY (platform, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX seekers_by_state ON seekers (state, since);

CREATE INDEX seekers_by_due ON seekers (due);

CREATE INDEX seekers_by_table ON seekers (table_id);
