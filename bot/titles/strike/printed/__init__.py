"""What is printed: `data/strike`, read and checked."""
