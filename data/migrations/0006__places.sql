-- Reason: one game may be played and watched from several chats, on several platforms. A row says from which chat a
-- person plays if that is not the table's own, or, without a person, that a chat only watches.

CREATE TABLE places (
    table_id        TEXT NOT NULL REFERENCES tables (id),
    platform        TEXT NOT NULL,
    chat            TEXT NOT NULL,
    thread          TEXT NOT NULL,
    person_platform TEXT NOT NULL,
    person_user     TEXT NOT NULL,
    PRIMARY KEY (table_id, person_platform, person_user, platform, chat, thread)
) STRICT, WITHOUT ROWID;

-- Which tables a chat shows besides its own.
CREATE INDEX places_by_chat ON places (platform, chat, thread);

-- So far the messages alone said that a table was shown elsewhere.
INSERT INTO places (table_id, platform, chat, thread, person_platform, person_user)
SELECT DISTINCT boards.table_id, boards.platform, boards.chat, boards.thread, '', ''
FROM boards JOIN tables ON tables.id = boards.table_id
WHERE (boards.platform, boards.chat, boards.thread) <> (tables.platform, tables.chat, tables.thread);
