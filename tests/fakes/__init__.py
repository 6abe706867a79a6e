"""Stand in for what is outside, and keep its rules."""
