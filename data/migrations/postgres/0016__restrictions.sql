-- Reason: operators can ban a person or hide a name. Every process keeps these rows in memory and reads them every half
-- minute, so a press needs no query. A ban outlasts the deletion of a person's data, so it holds only their key.
CREATE TABLE restrictions (
    platform TEXT COLLATE "C" NOT NULL,
    "user"   TEXT COLLATE "C" NOT NULL,
    banned   BIGINT NOT NULL CHECK (banned IN (0, 1)),
    hidden   BIGINT NOT NULL CHECK (hidden IN (0, 1)),
    reason   TEXT COLLATE "C" NOT NULL DEFAULT '',
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (platform, "user")
);
