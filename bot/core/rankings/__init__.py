"""Results of games, the ratings that follow, and leaderboards."""
