"""Stand-ins that keep the rules of what they stand for."""
