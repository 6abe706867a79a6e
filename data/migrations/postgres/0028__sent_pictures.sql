-- Reason: Telegram offers cards and puzzles in any chat by the pictures that it has. Their names were lost at a restart.
-- `shows` is the code of a table, whose `version` the picture shows, or the digest of another picture.
CREATE TABLE sent_pictures (
    shows    TEXT COLLATE "C" NOT NULL,
    platform TEXT COLLATE "C" NOT NULL,
    version  BIGINT NOT NULL,
    file     TEXT COLLATE "C" NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (shows, platform)
);

CREATE INDEX sent_pictures_by_age ON sent_pictures (at);
