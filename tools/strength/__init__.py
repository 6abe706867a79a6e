"""Train the computer players, and measure how strong they are."""
