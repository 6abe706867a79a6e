-- Reason: what was played long ago fills the database, and is hardly ever looked at. The log of an old game may lie in a
-- compressed file beside it, a part of the file each; whoever wants it finds it here. Moves go only where they are
-- archived: the log is still only ever added to.

CREATE TABLE archived_logs (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    file     TEXT NOT NULL,
    start    INTEGER NOT NULL CHECK (start >= 0),
    size     INTEGER NOT NULL CHECK (size > 0),
    plies    INTEGER NOT NULL CHECK (plies > 0)
) STRICT, WITHOUT ROWID;

DROP TRIGGER moves_never_go;

CREATE TRIGGER moves_never_go BEFORE DELETE ON moves
WHEN NOT EXISTS (SELECT 1 FROM archived_logs WHERE table_id = OLD.table_id AND OLD.ply < plies)
BEGIN
    SELECT RAISE(ABORT, 'the move log is append-only');
END;
