-- Reason: a start looked through all open tables, one by one, before anything else was done. What an earlier process
-- left is now found by the moment when a table was touched last, and the last outage is noted, so that each table gets
-- its time back when its turn comes, whoever is killed meanwhile; `made_good` says that all have got it. Tables of a
-- version that knew no deadlines are due at once, and get theirs.

ALTER TABLE pulse ADD COLUMN began REAL;

ALTER TABLE pulse ADD COLUMN ended REAL;

ALTER TABLE pulse ADD COLUMN made_good INTEGER NOT NULL DEFAULT 1 CHECK (made_good IN (0, 1));

CREATE INDEX tables_by_update ON tables (updated);

UPDATE tables SET due = 0 WHERE due IS NULL AND status IN ('lobby', 'playing');
