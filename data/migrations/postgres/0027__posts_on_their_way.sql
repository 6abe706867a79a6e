-- Reason: a post that a process claimed and never confirmed was lost. Now `mark`, `message` and `face` are of the last
-- confirmed post, and `claimed` is the mark of one that a process sends since `sending`: some time later another does.
ALTER TABLE tournament_posts ADD COLUMN claimed TEXT COLLATE "C" NOT NULL DEFAULT '';

ALTER TABLE tournament_posts ADD COLUMN sending DOUBLE PRECISION NOT NULL DEFAULT 0;
