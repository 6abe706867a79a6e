-- Reason: a start looked through all open tables, one by one, before anything else was done. What an earlier process
-- left is now found by the moment when a table was touched last, and the last outage is noted, so that each table gets
-- its time back when its turn comes, whoever is killed meanwhile; `made_good` says that all have got it.

ALTER TABLE pulse ADD COLUMN began DOUBLE PRECISION;

ALTER TABLE pulse ADD COLUMN ended DOUBLE PRECISION;

ALTER TABLE pulse ADD COLUMN made_good BIGINT NOT NULL DEFAULT 1 CHECK (made_good IN (0, 1));

CREATE INDEX tables_by_update ON tables (updated);
