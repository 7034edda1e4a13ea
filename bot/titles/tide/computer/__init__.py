"""The computer player: it weighs its legal actions and takes the best.

It knows only its seat's view. Values count in infantry figures. An attack is worth its expected harm to the enemy,
and a move the gain of position; other units wait on Op Fire.
"""
