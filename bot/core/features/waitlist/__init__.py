"""`/notify`: to be called to the next table."""
