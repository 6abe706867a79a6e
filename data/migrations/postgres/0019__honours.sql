-- Reason: a chat has a roll of honours: who reached which place in its seasons, cups and leagues. A row names the person
-- by key only. Each event is awarded once, in one transaction. `detail` is a JSON object for the certificate.
CREATE TABLE honours (
    platform        TEXT COLLATE "C" NOT NULL,
    chat            TEXT COLLATE "C" NOT NULL,
    kind            TEXT COLLATE "C" NOT NULL,
    event           TEXT COLLATE "C" NOT NULL,
    player_platform TEXT COLLATE "C" NOT NULL,
    player_user     TEXT COLLATE "C" NOT NULL,
    place           BIGINT NOT NULL CHECK (place > 0),
    at              DOUBLE PRECISION NOT NULL,
    title           TEXT COLLATE "C" NOT NULL,
    detail          JSON NOT NULL,
    PRIMARY KEY (platform, chat, kind, event, player_platform, player_user)
);

CREATE INDEX honours_in_order ON honours (platform, chat, at);

CREATE INDEX honours_by_player ON honours (player_platform, player_user, at);
