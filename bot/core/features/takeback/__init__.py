"""`/undo`: take a choice back by agreement."""
