"""What is used inside of other tools; where these are not installed, nothing is collected.

`make test-ecosystem` installs them and runs all of this folder.
"""

from importlib.util import find_spec

NEEDED = {
    "test_torch.py": "torchmetrics",
    "test_lightning.py": "lightning",
    "test_mlflow.py": "mlflow",
}
if find_spec("torchmetrics") is None or find_spec("mlflow") is None:
    NEEDED["test_guide.py"] = "no package of this name"
collect_ignore = [file for file, package in NEEDED.items() if find_spec(package) is None]
