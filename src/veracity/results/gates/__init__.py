"""Requirements and the verdict on them as values, and as JUnit XML."""
