"""What is allowed: cited predicates over what the acting seat sees."""
