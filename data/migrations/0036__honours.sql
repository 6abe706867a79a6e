-- Reason: a chat has a roll of honours: who reached which place in its seasons, cups and leagues. A row names the person
-- by key only. Each event is awarded once, in one transaction. `detail` is a JSON object for the certificate.
CREATE TABLE honours (
    platform        TEXT NOT NULL,
    chat            TEXT NOT NULL,
    kind            TEXT NOT NULL,
    event           TEXT NOT NULL,
    player_platform TEXT NOT NULL,
    player_user     TEXT NOT NULL,
    place           INTEGER NOT NULL CHECK (place > 0),
    at              REAL NOT NULL,
    title           TEXT NOT NULL,
    detail          TEXT NOT NULL,
    PRIMARY KEY (platform, chat, kind, event, player_platform, player_user)
) STRICT, WITHOUT ROWID;

CREATE INDEX honours_in_order ON honours (platform, chat, at);

CREATE INDEX honours_by_player ON honours (player_platform, player_user, at);
