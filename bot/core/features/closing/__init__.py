"""`/resign` and `/close`: end games and tables early, after a question."""
