"""The Firefight Generator: a card game makes a battle, and the battle is fought."""
