-- Reason: each end of a rated game counted all rated games of its family, and one noted late rewrote the whole ladder.
-- So each player has a history in the order of the games: their rating after each game (`rating_changes`), and what
-- their games against each opponent had done by then (`meetings`). A game reads the state before it from there, and
-- changes the rows of its own players only, each under its `version`. All is computed again from the results.
DROP TABLE rating_changes;
DROP TABLE ratings;
DROP TABLE meetings;

CREATE TABLE rating_changes (
    table_id     TEXT COLLATE "C" NOT NULL REFERENCES results (table_id),
    platform     TEXT COLLATE "C" NOT NULL,
    "user"       TEXT COLLATE "C" NOT NULL,
    game         TEXT COLLATE "C" NOT NULL,
    family       TEXT COLLATE "C" NOT NULL,
    at           DOUBLE PRECISION NOT NULL,
    won          BIGINT NOT NULL CHECK (won IN (0, 1)),
    stayed       BIGINT NOT NULL CHECK (stayed IN (0, 1)),
    mu_before    DOUBLE PRECISION NOT NULL,
    sigma_before DOUBLE PRECISION NOT NULL,
    mu           DOUBLE PRECISION NOT NULL,
    sigma        DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, platform, "user")
);

CREATE INDEX rating_changes_in_order ON rating_changes (platform, "user", game, family, at, table_id);

-- Whoever is named here as another has a row that names the player in turn: no further index is needed to find them.
CREATE TABLE meetings (
    game           TEXT COLLATE "C" NOT NULL,
    family         TEXT COLLATE "C" NOT NULL,
    platform       TEXT COLLATE "C" NOT NULL,
    "user"         TEXT COLLATE "C" NOT NULL,
    other_platform TEXT COLLATE "C" NOT NULL,
    other_user     TEXT COLLATE "C" NOT NULL,
    at             DOUBLE PRECISION NOT NULL,
    table_id       TEXT COLLATE "C" NOT NULL,
    games          DOUBLE PRECISION NOT NULL,
    gained         DOUBLE PRECISION NOT NULL,
    learnt         DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, family, platform, "user", other_platform, other_user, at, table_id)
);

-- The newest rating of each. `latest_at` and `latest_table` are the newest game that counts; `people` counts opponents
-- as the leaderboard of all chats does, `shared` says that one of them once played from the same chat; `hidden` and
-- `listed` repeat the person's settings. Who stands on that leaderboard has their points as `standing`.
-- `sorted_by` is their name as it stands among equals, '1' without a name.
CREATE TABLE ratings (
    game         TEXT COLLATE "C" NOT NULL,
    family       TEXT COLLATE "C" NOT NULL,
    platform     TEXT COLLATE "C" NOT NULL,
    "user"       TEXT COLLATE "C" NOT NULL,
    mu           DOUBLE PRECISION NOT NULL,
    sigma        DOUBLE PRECISION NOT NULL,
    points       BIGINT NOT NULL,
    games        BIGINT NOT NULL CHECK (games >= 0),
    wins         BIGINT NOT NULL CHECK (wins >= 0),
    people       BIGINT NOT NULL CHECK (people >= 0),
    shared       BIGINT NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    hidden       BIGINT NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    listed       BIGINT NOT NULL DEFAULT 0 CHECK (listed IN (0, 1)),
    sorted_by    TEXT COLLATE "C" NOT NULL,
    first_at     DOUBLE PRECISION NOT NULL,
    last_at      DOUBLE PRECISION NOT NULL,
    latest_at    DOUBLE PRECISION NOT NULL,
    latest_table TEXT COLLATE "C" NOT NULL,
    version      BIGINT NOT NULL CHECK (version > 0),
    standing     BIGINT GENERATED ALWAYS AS (
        CASE WHEN games >= 10 AND people >= 5 AND shared + listed > 0 AND hidden = 0 AND platform <> 'former' THEN points END
    ) STORED,
    PRIMARY KEY (game, family, platform, "user")
) WITH (fillfactor = 80);

CREATE INDEX ratings_by_player ON ratings (platform, "user");

CREATE INDEX ratings_on_board ON ratings (game, family, standing DESC, sorted_by, platform, "user")
WHERE standing IS NOT NULL;

-- How many on that leaderboard have these points: a place and a page are found by reading these few rows.
CREATE TABLE rating_tallies (
    game    TEXT COLLATE "C" NOT NULL,
    family  TEXT COLLATE "C" NOT NULL,
    points  BIGINT NOT NULL,
    players BIGINT NOT NULL,
    PRIMARY KEY (game, family, points)
) WITH (fillfactor = 50);

CREATE FUNCTION ratings_are_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    gone BOOLEAN := false;
    come BOOLEAN := false;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        gone := OLD.standing IS NOT NULL;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        come := NEW.standing IS NOT NULL;
    END IF;
    IF gone AND come AND OLD.standing = NEW.standing THEN
        RETURN NULL;
    END IF;
    IF gone THEN
        UPDATE rating_tallies SET players = players - 1
        WHERE game = OLD.game AND family = OLD.family AND points = OLD.standing;
    END IF;
    IF come THEN
        INSERT INTO rating_tallies (game, family, points, players) VALUES (NEW.game, NEW.family, NEW.standing, 1)
        ON CONFLICT (game, family, points) DO UPDATE SET players = rating_tallies.players + 1;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER ratings_are_counted AFTER INSERT OR DELETE OR UPDATE ON ratings
FOR EACH ROW EXECUTE FUNCTION ratings_are_counted();

-- Games to be computed again, because an earlier one was noted after them. `marks` counts how often that was found.
CREATE TABLE rating_corrections (
    game     TEXT COLLATE "C" NOT NULL,
    family   TEXT COLLATE "C" NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    marks    BIGINT NOT NULL,
    PRIMARY KEY (game, family, at, table_id)
);

-- Ladders that are being folded again, and how far: later games are only stored, until the fold reaches them.
CREATE TABLE refolds (
    game     TEXT COLLATE "C" NOT NULL,
    family   TEXT COLLATE "C" NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, family)
);

INSERT INTO refolds (game, family, at, table_id) SELECT DISTINCT game, family, 0, '' FROM results WHERE rated = 1;
