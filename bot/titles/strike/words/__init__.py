"""What people read: sentences, scenes, the situation, answers to questions."""
