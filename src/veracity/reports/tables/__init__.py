"""The tables of reports as plain rows, whatever they are written as."""
