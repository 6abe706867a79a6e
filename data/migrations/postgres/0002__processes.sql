-- Reason: several processes may serve one database, which needs to know who they are and which of them answers for what.
-- A file of SQLite has one process, and so no such tables. Every moment in them is of the server's own clock.

CREATE TABLE processes (
    name    TEXT COLLATE "C" PRIMARY KEY,
    groups  TEXT[] NOT NULL,
    alone   BOOLEAN NOT NULL DEFAULT false,
    joined  TIMESTAMPTZ NOT NULL,
    seen    TIMESTAMPTZ NOT NULL
);

-- A lease is free if nobody holds it, or once `until` is past. `term` counts how often it was taken, so that what
-- comes late from an earlier holder touches nothing.
CREATE TABLE leases (
    "group" TEXT COLLATE "C" NOT NULL,
    number  BIGINT NOT NULL,
    holder  TEXT COLLATE "C",
    term    BIGINT NOT NULL DEFAULT 0,
    until   TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    PRIMARY KEY ("group", number)
) WITH (fillfactor = 50);
