"""The table and its rules in a chat: who sits, who may, who is due; pure functions."""
