"""Who is asked to a table, and who is sent away."""
