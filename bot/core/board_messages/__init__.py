"""Plan, render and send what chats show of tables, within the platforms' limits."""
