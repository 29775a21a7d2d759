"""The difference of two models in one metric, with its interval, by kind of metric."""
