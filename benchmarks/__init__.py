"""What veracity costs beside other packages: `python -m benchmarks`."""
