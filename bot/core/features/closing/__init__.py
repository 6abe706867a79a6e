"""`/resign` and `/close`: games and tables end before their time, after asking."""
