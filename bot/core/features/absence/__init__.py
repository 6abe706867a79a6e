"""Back after being away, and ending a game without somebody."""
