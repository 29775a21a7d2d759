"""The command line: words → a request."""

from veracity.cli.main import main

__all__ = ["main"]
