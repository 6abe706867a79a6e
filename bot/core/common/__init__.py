"""What knows nothing of games or chats: clock, randomness, a bounded dictionary, time zones."""
