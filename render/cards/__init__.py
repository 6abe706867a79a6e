"""Cards: pictures other than boards. Callers pass the words in the reader's language."""
