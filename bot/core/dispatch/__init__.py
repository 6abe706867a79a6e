"""Answer presses and commands: the dispatcher, and the middleware around handlers."""
