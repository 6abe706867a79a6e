"""Coming back after an absence, and ending a game without an absent player."""
