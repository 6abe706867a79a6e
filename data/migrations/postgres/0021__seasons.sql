-- Reason: a chat has seasons. `seasons` has the one under way: `since` is the end of its first game, `due` when it is
-- looked at next, so nobody has to look at all chats. `closed_seasons` has those that are over; `post` is when the card
-- is posted. Who reached which place is in `honours`.
CREATE TABLE seasons (
    platform TEXT COLLATE "C" NOT NULL,
    chat     TEXT COLLATE "C" NOT NULL,
    since    DOUBLE PRECISION NOT NULL,
    due      DOUBLE PRECISION,
    told     BIGINT NOT NULL CHECK (told IN (0, 1)),
    PRIMARY KEY (platform, chat)
);

CREATE INDEX seasons_due ON seasons (platform, due) WHERE due IS NOT NULL;

CREATE TABLE closed_seasons (
    platform TEXT COLLATE "C" NOT NULL,
    chat     TEXT COLLATE "C" NOT NULL,
    began    DOUBLE PRECISION NOT NULL,
    ended    DOUBLE PRECISION NOT NULL,
    post     DOUBLE PRECISION,
    PRIMARY KEY (platform, chat, began)
);

CREATE INDEX closed_seasons_cards ON closed_seasons (platform, post) WHERE post IS NOT NULL;
