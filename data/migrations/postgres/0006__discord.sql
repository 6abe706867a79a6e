-- Reason: several processes may serve one bot on Discord. Each chat belongs to the server that it is in, and with that
-- to one of the connections to Discord's gateway, which the processes share out.

-- To which server a channel belongs, noted by whoever hears it first. Private chats belong to none, and are not here.
CREATE TABLE discord_homes (
    chat  TEXT COLLATE "C" PRIMARY KEY,
    guild BIGINT NOT NULL CHECK (guild > 0)
);

-- Into how many shards all processes divide the servers: one row, which holds while somebody lengthens it.
CREATE TABLE discord_shards (
    only_one BOOLEAN PRIMARY KEY CHECK (only_one),
    shards   BIGINT NOT NULL CHECK (shards > 0),
    until    TIMESTAMPTZ NOT NULL
);

-- From when on the next connection of a bucket may say who it is.
CREATE TABLE discord_turns (
    bucket BIGINT PRIMARY KEY,
    free   TIMESTAMPTZ NOT NULL
);

-- Sessions that a process left for the next one to go on with, so that nothing said in between is lost.
CREATE TABLE discord_sessions (
    shard    BIGINT PRIMARY KEY,
    shards   BIGINT NOT NULL,
    session  TEXT COLLATE "C" NOT NULL,
    sequence BIGINT NOT NULL,
    address  TEXT COLLATE "C" NOT NULL,
    left_at  TIMESTAMPTZ NOT NULL
);
