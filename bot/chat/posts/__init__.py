"""What goes out: stories and letters made from the log, the map message, and the postman who sends them once."""
