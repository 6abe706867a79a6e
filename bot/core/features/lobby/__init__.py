"""A table before its game: its buttons."""
