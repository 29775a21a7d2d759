"""The door for long work: how much memory it may take, and who hears how far it is."""

from veracity.engines.sql.progress import running

__all__ = ["running"]
