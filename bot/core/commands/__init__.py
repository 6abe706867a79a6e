"""What a command is, how a line is read, and how handlers are found."""
