-- Reason: who wants to play but finds no table can ask to be called when the next one opens in the chat, once. They are
-- of the chat's own platform: nobody is called across platforms.

CREATE TABLE callers (
    id       INTEGER PRIMARY KEY,
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    user     TEXT NOT NULL,
    name     TEXT NOT NULL,
    UNIQUE (platform, chat, thread, user)
) STRICT;
