"""The pictures of Firefight Generator."""
