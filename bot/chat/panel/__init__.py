"""Orders by touch: the panel and its pages, order lists, plans and hints."""
