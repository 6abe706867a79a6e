"""The Palma board."""
