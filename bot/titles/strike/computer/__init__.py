"""The computer player takes the visible order with the best value.

It sees only its seat's view.

Value is counted in points of combat strength, see `field.value`. It remembers nothing between moves: each time it
plans again from the table and takes the first step.
"""
