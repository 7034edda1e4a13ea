"""Fieldpost: Eastern-Front wargames by chat, refereed to the last rule."""
