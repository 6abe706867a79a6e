"""How a press or a command is answered: the dispatcher, and what is done around every handler."""
