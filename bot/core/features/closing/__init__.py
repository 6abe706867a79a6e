"""`/resign` and `/cancel`: games and tables end before their time, after asking."""
