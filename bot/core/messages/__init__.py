"""What goes in and out of the core: requests, screens, button tokens, ports."""
