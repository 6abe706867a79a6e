"""`/season`: who is ahead in a chat this month, and who won the last one."""
