"""`/settings`: what a chat's administrators choose."""
