"""The metric functions of scikit-learn, each a translation to a record or a curve of ours."""
