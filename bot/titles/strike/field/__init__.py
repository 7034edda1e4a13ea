"""What is: the map, units, movement, supply, strengths. Questions to a state; nothing changes here."""
