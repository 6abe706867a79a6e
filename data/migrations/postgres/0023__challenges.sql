-- Reason: people challenge each other to a game. An offer outlives a restart, and is answered once: each change is guarded
-- by the version. `guest` is empty while anybody may accept. `due` is when the bot looks at it next; in the end it goes.
CREATE TABLE challenges (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    platform   TEXT COLLATE "C" NOT NULL,
    chat       TEXT COLLATE "C" NOT NULL,
    thread     TEXT COLLATE "C" NOT NULL,
    "user"     TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    guest      TEXT COLLATE "C" NOT NULL,
    guest_name TEXT COLLATE "C" NOT NULL,
    state      TEXT COLLATE "C" NOT NULL,
    version    BIGINT NOT NULL,
    created    DOUBLE PRECISION NOT NULL,
    due        DOUBLE PRECISION NOT NULL,
    message    TEXT COLLATE "C" NOT NULL,
    table_id   TEXT COLLATE "C" NOT NULL,
    options    JSON NOT NULL
);

CREATE INDEX challenges_by_due ON challenges (due);

CREATE INDEX challenges_by_user ON challenges (platform, "user", created);

CREATE INDEX challenges_by_guest ON challenges (platform, guest);
