"""The printed tables of `data/tide`, checked, and the maps built from them."""
