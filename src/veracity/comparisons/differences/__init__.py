"""The difference of two models in one metric with its interval: shares, ROC areas (DeLong), any."""
