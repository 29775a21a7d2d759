"""The door of the engines: labels, scores, several models and mapped columns, from any source."""
