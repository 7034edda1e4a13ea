"""The title's computer player. It sees what its seat sees, weighs what it could do, and takes the best.

Value counts in figures of infantry. An attack is worth what it is expected to cost the enemy, a move what the
new ground is worth more than the old; whatever is left over waits on Op Fire.
"""
