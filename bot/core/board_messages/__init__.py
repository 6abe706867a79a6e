"""What chats show of tables: planned, rendered, executed within the limits, noted."""
