-- Reason: who wants to be forgotten was looked for by name in the words of all messages of the web chat, which took away
-- what only contained such a word. A row says by key who wrote a message, or whom it names.

CREATE TABLE message_people (
    message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    platform   TEXT NOT NULL,
    user       TEXT NOT NULL,
    PRIMARY KEY (message_id, platform, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX message_people_by_person ON message_people (platform, user);

-- Of older messages this much is known: who wrote one, whom one calls (the third part of each run of words), and who sat
-- at the table that one shows, which its nonce names. Others name nobody for certain, and are nobody's to take away.
INSERT OR IGNORE INTO message_people (message_id, platform, user)
SELECT id, platform, json_extract(body, '$.author.user')
FROM (SELECT id, platform, CASE WHEN json_valid(body) THEN body END AS body FROM messages)
WHERE json_type(body, '$.author.user') = 'text';

INSERT OR IGNORE INTO message_people (message_id, platform, user)
SELECT messages.id, messages.platform, part.atom
FROM messages, json_tree(CASE WHEN json_valid(messages.body) THEN messages.body END, '$.lines') AS part
WHERE part.type = 'text' AND part.key = 2;

INSERT OR IGNORE INTO message_people (message_id, platform, user)
SELECT messages.id, seats.person_platform, seats.person_user
FROM messages JOIN seats ON seats.table_id = substr(messages.nonce, 5, 6)
WHERE messages.nonce GLOB 'bot:??????:[0-9]*' AND seats.person_platform IS NOT NULL;
