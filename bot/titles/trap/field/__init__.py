"""Questions to a state: ground, sight, arcs, movement, fire, knowledge and points.

Nothing changes here.
"""
