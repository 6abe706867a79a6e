"""Views: pure functions from a table to text and buttons, in the reader's language."""
