"""What people read: what happened, the situation, answers to questions."""
