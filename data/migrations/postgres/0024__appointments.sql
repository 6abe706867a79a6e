-- Reason: people plan a table for a moment. An appointment outlives a restart, and each step is done once: each change is
-- guarded by the version. `user` is empty once the planner is forgotten. `due` is when the bot looks at it next.
CREATE TABLE appointments (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    platform   TEXT COLLATE "C" NOT NULL,
    chat       TEXT COLLATE "C" NOT NULL,
    thread     TEXT COLLATE "C" NOT NULL,
    "user"     TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    state      TEXT COLLATE "C" NOT NULL,
    version    BIGINT NOT NULL,
    created    DOUBLE PRECISION NOT NULL,
    starts     DOUBLE PRECISION NOT NULL,
    due        DOUBLE PRECISION NOT NULL,
    message    TEXT COLLATE "C" NOT NULL,
    table_id   TEXT COLLATE "C" NOT NULL,
    options    JSON NOT NULL
);

CREATE INDEX appointments_by_due ON appointments (due);

CREATE INDEX appointments_by_chat ON appointments (platform, chat, thread);

CREATE INDEX appointments_by_user ON appointments (platform, "user");

CREATE TABLE appointment_guests (
    appointment TEXT COLLATE "C" NOT NULL,
    platform    TEXT COLLATE "C" NOT NULL,
    "user"      TEXT COLLATE "C" NOT NULL,
    name        TEXT COLLATE "C" NOT NULL,
    comes       BIGINT NOT NULL,
    since       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (appointment, platform, "user")
);

CREATE INDEX appointment_guests_by_user ON appointment_guests (platform, "user");
