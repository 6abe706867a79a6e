"""`/profile`, `/mydata`, `/deletemydata`."""
