-- Reason: people of all chats look for a game together. A search outlives a restart, and a table is called once: each change
-- is guarded by the version. `table_id` is the code of the table that they are called to, `due` when the bot looks next.
CREATE TABLE seekers (
    platform    TEXT COLLATE "C" NOT NULL,
    "user"      TEXT COLLATE "C" NOT NULL,
    name        TEXT COLLATE "C" NOT NULL,
    at_platform TEXT COLLATE "C" NOT NULL,
    at_chat     TEXT COLLATE "C" NOT NULL,
    at_thread   TEXT COLLATE "C" NOT NULL,
    wish        TEXT COLLATE "C" NOT NULL,
    points      BIGINT NOT NULL,
    since       DOUBLE PRECISION NOT NULL,
    due         DOUBLE PRECISION NOT NULL,
    state       TEXT COLLATE "C" NOT NULL,
    table_id    TEXT COLLATE "C" NOT NULL,
    message     TEXT COLLATE "C" NOT NULL,
    version     BIGINT NOT NULL,
    PRIMARY KEY (platform, "user")
);

CREATE INDEX seekers_by_state ON seekers (state, since);

CREATE INDEX seekers_by_due ON seekers (due);

CREATE INDEX seekers_by_table ON seekers (table_id);
