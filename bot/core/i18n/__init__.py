"""Sentences in the reader's language, and refusals made of them."""
