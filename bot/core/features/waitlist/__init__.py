"""`/callme`: to be called to the next table."""
