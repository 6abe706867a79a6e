"""What whoever runs the bot sees of it: logs without secrets, metrics, health."""
