-- Reason: what belongs to one person is found by an index, so that deleting it keeps nobody waiting.

CREATE INDEX places_by_person ON places (person_platform, person_user);

CREATE INDEX callers_by_person ON callers (platform, "user");

CREATE INDEX analysis_orders_by_person ON analysis_orders (platform, "user");

CREATE INDEX ratings_by_player ON ratings (platform, "user");

CREATE INDEX meetings_by_player ON meetings (platform, "user");

DROP INDEX boards_by_chat;

CREATE INDEX boards_by_chat ON boards (platform, chat, thread, live);
