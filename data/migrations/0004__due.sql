-- Reason: a table may have a pace, and no table stays open for ever. When something is to be done at a table though
-- nobody does anything is written with each change of it, so that deadlines survive a restart; and the index holds the
-- tables by that moment, so that asking what is due costs what is due. A seat counts the turns that were played for a
-- person who was late, which decides from when on a computer plays for them.

ALTER TABLE tables ADD COLUMN due REAL;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

ALTER TABLE seats ADD COLUMN late INTEGER NOT NULL DEFAULT 0 CHECK (late >= 0);
