-- Reason: after an outage every table with a moment when it is due was read, played up to now and written again, to put
-- that moment off. Now one statement puts off a page of rows: `owed` says how many seconds `due` was put off by that the
-- other moments of the table do not allow for yet, and `back` up to when that is counted. Whoever reads the table next
-- gives it the rest.

ALTER TABLE tables ADD COLUMN owed REAL NOT NULL DEFAULT 0;

ALTER TABLE tables ADD COLUMN back REAL NOT NULL DEFAULT 0;
