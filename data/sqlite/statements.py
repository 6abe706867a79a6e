"""Every SQL statement of the SQLite store, with named parameters; nothing is ever pasted into one."""

from __future__ import annotations

_CHAT = "platform = :platform AND chat = :chat AND thread = :thread"

# people and chats ---------------------------------------------------------------------------------------------------

PERSON = "SELECT name, language, settings FROM people WHERE platform = :platform AND user = :user"

SAVE_PERSON = """
INSERT INTO people (platform, user, name, language, settings) VALUES (:platform, :user, :name, :language, :settings)
ON CONFLICT (platform, user) DO UPDATE
SET name = excluded.name, language = excluded.language, settings = excluded.settings
"""

CHAT = f"SELECT language, settings FROM chats WHERE {_CHAT}"  # noqa: S608 - constants only

SAVE_CHAT = """
INSERT INTO chats (platform, chat, thread, language, settings)
VALUES (:platform, :chat, :thread, :language, :settings)
ON CONFLICT (platform, chat, thread) DO UPDATE SET language = excluded.language, settings = excluded.settings
"""

_NEW = "platform = :new_platform, chat = :new_chat, thread = :new_thread"

# Settings of the new chat stay: then the old ones are not moved, and go with the next statement.
MOVE_CHAT = f"UPDATE OR IGNORE chats SET {_NEW} WHERE {_CHAT}"  # noqa: S608 - constants only

DROP_CHAT = f"DELETE FROM chats WHERE {_CHAT}"  # noqa: S608 - constants only

DROP_BOARDS = f"DELETE FROM boards WHERE {_CHAT}"  # noqa: S608 - constants only

# The new version makes stale whatever was under way when the chat moved, in any process.
MOVE_TABLES = f"UPDATE tables SET {_NEW}, version = version + 1 WHERE {_CHAT} RETURNING seq, id"  # noqa: S608

SAVE_CALLER = """
INSERT INTO callers (platform, chat, thread, user, name) VALUES (:platform, :chat, :thread, :user, :name)
ON CONFLICT (platform, chat, thread, user) DO UPDATE SET name = excluded.name
"""

DROP_CALLER = f"DELETE FROM callers WHERE {_CHAT} AND user = :user RETURNING id"  # noqa: S608 - constants only

CALLERS = f"SELECT user, name FROM callers WHERE {_CHAT} ORDER BY id LIMIT :limit"  # noqa: S608 - constants only

MOVE_CALLERS = f"UPDATE OR IGNORE callers SET {_NEW} WHERE {_CHAT}"  # noqa: S608 - constants only

DROP_CALLERS = f"DELETE FROM callers WHERE {_CHAT}"  # noqa: S608 - constants only

# tables -------------------------------------------------------------------------------------------------------------

BEGIN = "BEGIN IMMEDIATE"

# The limit is looked at by the statement that writes, inside the write lock: two presses cannot both slip under it.
CREATE = f"""
INSERT INTO tables (id, platform, chat, thread, game, host_platform, host_user, seed, rules, teams, options, status,
                    version, plies, snapshot, result, created, updated, due)
SELECT :id, :platform, :chat, :thread, :game, :host_platform, :host_user, :seed, :rules, :teams, :options, :status,
       :version, :plies, :snapshot, :result, :created, :updated, :due
WHERE (SELECT count(*) FROM tables WHERE {_CHAT} AND status IN ('lobby', 'playing')) < :limit
ON CONFLICT (id) DO NOTHING
RETURNING seq
"""  # noqa: S608 - constants only

OPEN_COUNT = f"SELECT count(*) FROM tables WHERE {_CHAT} AND status IN ('lobby', 'playing')"  # noqa: S608

_SEATS = """
SELECT json_group_array(json_array(seat, colours, person_platform, person_user, name, computer, late))
FROM seats WHERE table_id = """

# Writes only onto the version and the log that the caller has seen; says which seats there are.
UPDATE = f"""
UPDATE tables
SET platform = :platform, chat = :chat, thread = :thread, game = :game, host_platform = :host_platform,
    host_user = :host_user, seed = :seed, rules = :rules, teams = :teams, options = :options, status = :status,
    version = :version, plies = :plies, snapshot = :snapshot, result = :result, created = :created,
    updated = :updated, due = :due
WHERE id = :id AND version = :expected AND plies = :log_end
RETURNING ({_SEATS} :id)
"""  # noqa: S608 - constants only

# No other column is named, so that a row that is damaged elsewhere can be closed too.
CANCEL = """
UPDATE tables SET status = 'cancelled', version = version + 1, updated = :at, due = NULL
WHERE id = :id AND version = :expected
RETURNING seq
"""

PROGRESS = "SELECT version, plies FROM tables WHERE id = :id"

SAVE_SEAT = """
INSERT INTO seats (table_id, seat, colours, person_platform, person_user, name, computer, late)
VALUES (:table, :seat, :colours, :person_platform, :person_user, :name, :computer, :late)
ON CONFLICT (table_id, seat) DO UPDATE
SET colours = excluded.colours, person_platform = excluded.person_platform, person_user = excluded.person_user,
    name = excluded.name, computer = excluded.computer, late = excluded.late
"""

DROP_SEATS = "DELETE FROM seats WHERE table_id = :table AND seat >= :count"

ADD_MOVE = """
INSERT INTO moves (table_id, ply, version, move, seat, automation, at)
VALUES (:table, :ply, :version, :move, :seat, :automation, :at)
"""

MOVES = """
SELECT ply, version, move, seat, automation, at FROM moves WHERE table_id = :table AND ply >= :since ORDER BY ply
"""

# A table and its seats in one statement, hence in one snapshot of the database.
_TABLES = f"""
SELECT id, platform, chat, thread, game, host_platform, host_user, seed, rules, teams, options, status,
       version, plies, snapshot, result, created, updated, due,
       ({_SEATS} tables.id)
FROM tables
"""  # noqa: S608 - constants only

TABLE = _TABLES + "WHERE id = :id"

_OF_STATUS = "status IN (SELECT value FROM json_each(:statuses)) ORDER BY created, seq"

_SHOWN = f"(({_CHAT}) OR id IN (SELECT table_id FROM places WHERE {_CHAT}))"  # noqa: S608 - constants only

TABLES = _TABLES + f"WHERE {_SHOWN} AND " + _OF_STATUS

ALL_TABLES = _TABLES + "WHERE " + _OF_STATUS

# From the index alone, whatever the tables hold.
COUNT_TABLES = """
SELECT status, count(*) FROM tables WHERE status IN (SELECT value FROM json_each(:statuses)) GROUP BY status
"""

# Word for word the condition of the partial index.
DUE_TABLES = "SELECT id, version FROM tables WHERE due IS NOT NULL AND due <= :now ORDER BY due LIMIT :limit"

# looking back -------------------------------------------------------------------------------------------------------

# Which ones is decided first: the seats of all the others are never read.
_PAGE = f"""
SELECT seq FROM tables WHERE {_CHAT} AND (status IN ('lobby', 'playing') OR snapshot IS NOT NULL)
ORDER BY status NOT IN ('lobby', 'playing'), updated DESC, seq DESC
LIMIT :limit OFFSET :skip
"""  # noqa: S608 - constants only

GAMES = _TABLES + f"WHERE seq IN ({_PAGE}) ORDER BY status NOT IN ('lobby', 'playing'), updated DESC, seq DESC"

LAST_GAME = f"""
SELECT id FROM tables WHERE {_SHOWN} AND snapshot IS NOT NULL ORDER BY updated DESC, created, seq LIMIT 1
"""  # noqa: S608 - constants only

# Games that came from elsewhere say nothing of the dice here.
LOG_COUNTS = f"""
SELECT newest.game, moves.move, count(*)
FROM (SELECT id, game FROM tables
      WHERE {_CHAT} AND coalesce(json_extract(CASE WHEN json_valid(options) THEN options END, '$.imported'), 0) = 0
      ORDER BY seq DESC LIMIT :tables) AS newest
JOIN moves ON moves.table_id = newest.id
GROUP BY newest.game, moves.move
"""  # noqa: S608 - constants only

# board messages -----------------------------------------------------------------------------------------------------

SAVE_BOARD = """
INSERT INTO boards (table_id, platform, chat, thread, message, version, live, called, face, wanted)
VALUES (:table, :platform, :chat, :thread, :message, :version, :live, :called, :face,
        coalesce((SELECT version FROM tables WHERE id = :table), 0))
ON CONFLICT (table_id, platform, chat, thread, message) DO UPDATE
SET version = excluded.version, live = excluded.live, face = excluded.face
WHERE excluded.version >= boards.version
"""

DROP_BOARD = f"DELETE FROM boards WHERE table_id = :table AND {_CHAT} AND message = :message"  # noqa: S608

_BOARDS = "SELECT table_id, platform, chat, thread, message, version, live, called, face FROM boards "

BOARDS = _BOARDS + "WHERE table_id = :table ORDER BY id"

# Word for word the condition of the partial index, which holds exactly these rows.
DIRTY_BOARDS = _BOARDS + "WHERE live = 1 AND version < wanted ORDER BY id LIMIT :limit"

# where a table is shown ---------------------------------------------------------------------------------------------

# A person plays from one chat; from the table's own without a row.
LEAVE_PLACE = """
DELETE FROM places
WHERE table_id = :table AND person_platform = :person_platform AND person_user = :person_user
  AND person_platform <> ''
"""

SAVE_PLACE = f"""
INSERT INTO places (table_id, platform, chat, thread, person_platform, person_user)
SELECT id, :platform, :chat, :thread, :person_platform, :person_user
FROM tables WHERE id = :table AND NOT ({_CHAT})
ON CONFLICT DO NOTHING
"""  # noqa: S608 - constants only

DROP_PLACES = f"DELETE FROM places WHERE table_id = :table AND {_CHAT}"  # noqa: S608 - constants only

MOVE_PLACES = f"UPDATE OR REPLACE places SET {_NEW} WHERE {_CHAT} RETURNING table_id"  # noqa: S608

# Everything in one statement, hence of one moment; the indexes of all are used.
SHOWING = """
SELECT version, platform, chat, thread,
       (SELECT json_group_array(json_array(table_id, platform, chat, thread, message, version, live, called, face))
        FROM (SELECT * FROM boards WHERE table_id = :table ORDER BY id)),
       (SELECT json_group_array(json_array(platform, chat, thread, person_platform, person_user))
        FROM places WHERE table_id = :table),
       (SELECT json_group_array(json_array(platform, chat, thread, language, settings))
        FROM (SELECT platform, chat, thread FROM tables WHERE id = :table
              UNION SELECT platform, chat, thread FROM places WHERE table_id = :table)
             CROSS JOIN chats USING (platform, chat, thread)),
       (SELECT json_group_array(json_array(platform, user, name, language, settings))
        FROM (SELECT DISTINCT person_platform AS platform, person_user AS user FROM seats WHERE table_id = :table)
             CROSS JOIN people USING (platform, user))
FROM tables WHERE id = :table
"""

# messages of the local web chat -------------------------------------------------------------------------------------

_MESSAGE = "id, platform, chat, thread, nonce, revision, body, at"

# The empty update makes RETURNING give the row that is there already.
POST_MESSAGE = f"""
INSERT INTO messages (platform, chat, thread, nonce, body, picture, at)
VALUES (:platform, :chat, :thread, :nonce, :body, :picture, :at)
ON CONFLICT (platform, chat, thread, nonce) DO UPDATE SET nonce = excluded.nonce
RETURNING {_MESSAGE}
"""  # noqa: S608 - constants only

EDIT_MESSAGE = f"""
UPDATE messages
SET body = :body, picture = CASE WHEN :keep_picture THEN picture ELSE :picture END, revision = revision + 1
WHERE id = :id
RETURNING {_MESSAGE}
"""  # noqa: S608 - constants only

NAME = "INSERT OR IGNORE INTO message_people (message_id, platform, user) VALUES (:message, :platform, :user)"

UNNAME = "DELETE FROM message_people WHERE message_id = :message"

# The messages on which a chat's open tables live; those that a chat watches are bounded by the limit alone.
_STANDING = """
SELECT CAST(boards.message AS INTEGER) FROM boards JOIN tables ON tables.id = boards.table_id
WHERE boards.platform = :platform AND boards.chat = :chat AND boards.thread = :thread AND boards.live = 1
  AND tables.status IN ('lobby', 'playing')
ORDER BY boards.id DESC LIMIT 100
"""

MESSAGES = f"""
SELECT {_MESSAGE} FROM messages
WHERE {_CHAT} AND (
    id >= (SELECT min(id) FROM (SELECT id FROM messages WHERE {_CHAT} ORDER BY id DESC LIMIT :limit))
    OR id IN ({_STANDING})
)
ORDER BY id
"""  # noqa: S608 - constants only

MESSAGE = f"SELECT {_MESSAGE} FROM messages WHERE {_CHAT} AND id = :id"  # noqa: S608 - constants only

PICTURE = "SELECT picture FROM messages WHERE id = :id"

DROP_MESSAGE = f"DELETE FROM messages WHERE {_CHAT} AND id = :id RETURNING id"  # noqa: S608 - constants only

PRUNE_MESSAGES = f"""
DELETE FROM messages
WHERE {_CHAT} AND id <= (SELECT id FROM messages WHERE {_CHAT} ORDER BY id DESC LIMIT 1 OFFSET :keep)
  AND id NOT IN ({_STANDING})
RETURNING id
"""  # noqa: S608 - constants only

# the file itself ----------------------------------------------------------------------------------------------------

# One file of ours says so in its header: "PLMS".
APPLICATION_ID = 0x504C4D53

CREATE_MIGRATIONS = """
CREATE TABLE IF NOT EXISTS migrations (
    version  INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied  INTEGER NOT NULL
) STRICT
"""

ADD_MIGRATION = """
INSERT INTO migrations (version, name, checksum, applied)
VALUES (:version, :name, :checksum, CAST(strftime('%s', 'now') AS INTEGER))
"""

BEAT = "INSERT INTO pulse (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE SET at = excluded.at"

LAST_BEAT = "SELECT at FROM pulse"

HAS_MIGRATIONS = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"

MIGRATIONS = "SELECT version, name, checksum FROM migrations ORDER BY version"

BEGIN_MIGRATION = "BEGIN EXCLUSIVE"

# the program's own secrets ------------------------------------------------------------------------------------------

MAKE_SECRET = "INSERT INTO secrets (purpose, value) VALUES (:purpose, :value) ON CONFLICT (purpose) DO NOTHING"  # noqa: S105 - SQL

SECRET = "SELECT value FROM secrets WHERE purpose = :purpose"  # noqa: S105 - SQL
