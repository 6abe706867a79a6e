"""Draw cards: pictures that are no boards. Whatever they say comes in as words of the reader's language."""
