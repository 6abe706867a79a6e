"""Features: separate packages of commands and buttons, each removable."""
