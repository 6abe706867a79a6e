"""Show the bot to whoever runs it: logs without secrets, metrics, health."""
