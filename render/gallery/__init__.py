"""Draw telling positions of all boards: for the README, for eyes, and to notice when a picture changes."""
