-- Reason: the commentator tells when a record of the chat falls. A game reads the records once, when it starts, so they
-- have a row of their own for each chat and game, which the end of each game brings up to date. `capture` is the turn of
-- the quickest capture, 0 for none; `drought` the most turns without a piece in play; `comeback` by how many hundredths
-- of the way a later winner was behind. The rows can be computed from the games (`recompute`); they start empty.
CREATE TABLE chat_records (
    platform TEXT COLLATE "C" NOT NULL,
    chat     TEXT COLLATE "C" NOT NULL,
    game     TEXT COLLATE "C" NOT NULL,
    games    BIGINT NOT NULL CHECK (games >= 0),
    capture  BIGINT NOT NULL CHECK (capture >= 0),
    drought  BIGINT NOT NULL CHECK (drought >= 0),
    comeback BIGINT NOT NULL CHECK (comeback >= 0),
    PRIMARY KEY (platform, chat, game)
);
