"""Tide of Iron with Fury of the Bear."""
