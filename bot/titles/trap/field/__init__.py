"""What is: ground, sight, arcs, movement and the modifiers of fire. Questions to a state; nothing changes here."""
