"""What came of the games, the ratings that follow from it, and how people stand among others."""
