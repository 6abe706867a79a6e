"""Sentences in the reader's language, and refusals, which are sentences too."""
