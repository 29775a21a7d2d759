"""`python -m veracity`: the command line, for where its script is not on the path."""

from veracity.cli import main

main(prog_name="veracity")
