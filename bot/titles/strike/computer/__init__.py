"""The title's computer player. It sees what its seat sees, weighs what it could do, and takes the best.

Value is counted in points of combat strength, see `field.value`. It keeps nothing from one move to the next: each
time it makes its plan anew from the table and takes the first step of it.
"""
