"""What is: questions to a state, none of which changes it."""
