"""What the page of an evaluation says, from its first screen down."""
