"""Features: each answers commands and buttons of its own, and can be thought away."""
