"""Tables in words and buttons, in the reader's language: pure functions from a table to what a chat shows."""
