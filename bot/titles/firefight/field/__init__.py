"""What is: ground, sight, movement, strengths, rules in force. Questions to a state; nothing changes here."""
