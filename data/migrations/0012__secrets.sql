-- Reason: the bot signs the games that it exports, so that a forged one is found out. Its key is made once and stays:
-- here, it goes into every backup and comes back with it, and is never apart from the games that it signs.

CREATE TABLE secrets (
    purpose TEXT PRIMARY KEY,
    value   BLOB NOT NULL CHECK (length(value) = 32)
) STRICT, WITHOUT ROWID;
