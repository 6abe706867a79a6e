"""`/holiday`: days on which games of days stand still for a person."""
