-- Reason: a chat may have a game of the day. `due` is when the next one opens, or NULL while it pauses; so nobody has to
-- look at all chats. `table_id` is the last one, or the one that is being opened. `idle` counts days without anybody.
CREATE TABLE day_games (
    platform TEXT COLLATE "C" NOT NULL,
    chat     TEXT COLLATE "C" NOT NULL,
    thread   TEXT COLLATE "C" NOT NULL,
    due      DOUBLE PRECISION,
    opens    DOUBLE PRECISION,
    table_id TEXT COLLATE "C",
    idle     BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, chat, thread)
);

CREATE INDEX day_games_due ON day_games (platform, due) WHERE due IS NOT NULL;
