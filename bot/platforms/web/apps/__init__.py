"""Apps inside chats: the page with one table, opened inside Telegram or Discord by the person who plays there."""
