"""Draw the Palma board."""
