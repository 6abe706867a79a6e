"""Draw telling positions of all boards: for documents, for eyes, and to notice when a picture changes."""
