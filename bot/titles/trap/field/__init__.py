"""What is: ground, sight, arcs, movement, fire, who sees what, points. Questions; nothing changes here."""
