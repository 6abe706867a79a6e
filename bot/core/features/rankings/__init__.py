"""`/leaderboard` and `/stats`."""
