-- Reason: what was played long ago fills the database, and is hardly ever looked at. The log of an old game may lie in a
-- compressed file, a part of the file each; whoever wants it finds it here. Moves go only where they are archived: the
-- log is still only ever added to.

CREATE TABLE archived_logs (
    table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (id),
    file     TEXT COLLATE "C" NOT NULL,
    start    BIGINT NOT NULL CHECK (start >= 0),
    size     BIGINT NOT NULL CHECK (size > 0),
    plies    BIGINT NOT NULL CHECK (plies > 0)
);

CREATE OR REPLACE FUNCTION moves_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT 1 FROM archived_logs WHERE table_id = OLD.table_id AND OLD.ply < plies
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the move log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
