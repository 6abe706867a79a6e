"""What happens at a table though nobody does anything: paces, deadlines, and who is away."""
