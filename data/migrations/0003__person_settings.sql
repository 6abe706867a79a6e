-- Reason: people choose more than a language: whether they are mentioned, their quiet hours, whether they are ranked.
-- One JSON object holds it all, as a chat's settings do.

ALTER TABLE people ADD COLUMN settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings));
