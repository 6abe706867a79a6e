"""`/board` and `/watch`: boards below the chat, and in other chats."""
