"""The domain: tables, who may do what, deadlines. Pure functions."""
