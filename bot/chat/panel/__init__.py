"""Orders by touch: the panel and its pages, orders that begin with a piece, lists of orders, plans, hints."""
