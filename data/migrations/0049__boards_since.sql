-- Reason: a board that everyone looks at is edited from turn to turn. `since` is the first version that the message
-- showed, so that its last text has all of these turns; 0 where that is not known.
ALTER TABLE boards ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
