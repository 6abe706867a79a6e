"""`/find`: people of all chats who look for a game are called to a table once it is full."""
