-- Reason: a process that is killed after it stored a new table and before it showed it leaves nobody who would. Whoever
-- comes next finds such tables among those that were opened lately.

DROP INDEX tables_by_status;

CREATE INDEX tables_by_status ON tables (status, created);
