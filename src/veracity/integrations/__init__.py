"""Where veracity meets other tools: torchmetrics and Lightning, MLflow, pytest; one file each.

Nothing of them is imported before their file is: `from veracity.integrations.torch import Metric`.
"""
