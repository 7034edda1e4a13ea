"""What is printed: the tables of `data/tide`, read and checked, and the maps put together from them."""
