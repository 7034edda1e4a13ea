"""Into a Bear Trap: Grozny, New Year 1995."""
