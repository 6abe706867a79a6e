-- Reason: who chooses to let throws come by themselves has that noted at the tables where they sit, which were found by
-- looking through all seats.

CREATE INDEX seats_by_person ON seats (person_platform, person_user) WHERE person_user IS NOT NULL;
