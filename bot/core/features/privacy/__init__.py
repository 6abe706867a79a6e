"""`/me`, `/mydata`, `/forgetme`."""
