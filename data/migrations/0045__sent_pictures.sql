-- Reason: Telegram offers cards and puzzles in any chat by the pictures that it has. Their names were lost at a restart.
-- `shows` is the code of a table, whose `version` the picture shows, or the digest of another picture.
CREATE TABLE sent_pictures (
    shows    TEXT NOT NULL,
    platform TEXT NOT NULL,
    version  INTEGER NOT NULL,
    file     TEXT NOT NULL,
    at       REAL NOT NULL,
    PRIMARY KEY (shows, platform)
) STRICT, WITHOUT ROWID;

CREATE INDEX sent_pictures_by_age ON sent_pictures (at);
