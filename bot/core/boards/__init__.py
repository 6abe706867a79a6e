"""The messages that show tables: what is to be done with them, and when."""
