"""`/games`: past games."""
