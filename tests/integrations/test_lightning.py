"""Lightning logs the metric itself, by `self.log`, and merges its batches."""

import logging
import warnings

import pytest
import torch

import veracity as vc

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import lightning

from veracity.integrations.torch import Metric

X = torch.linspace(-2, 2, 90)[:, None]
Y = (torch.sin(7 * X[:, 0]) + X[:, 0] > 0).long()


class Model(lightning.LightningModule):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
        self.auroc = Metric("auroc")
        self.both = Metric(["accuracy", "brier"])

    def training_step(self, batch, _):
        x, y = batch
        return torch.nn.functional.binary_cross_entropy_with_logits(self.layer(x)[:, 0], y.float())

    def validation_step(self, batch, _):
        x, y = batch
        share = torch.sigmoid(self.layer(x)[:, 0])
        self.auroc(share, y)
        self.both.update(share, y)
        self.log("auroc", self.auroc, on_step=False, on_epoch=True)

    def on_validation_epoch_end(self):
        self.log_dict(self.both.compute())
        self.both.reset()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)


@pytest.mark.filterwarnings("ignore")
def test_self_log_takes_the_metric(tmp_path) -> None:
    logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)
    torch.manual_seed(0)
    data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(X, Y), batch_size=16)
    model = Model()
    trainer = lightning.Trainer(
        accelerator="cpu",
        max_epochs=2,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        default_root_dir=tmp_path,
    )
    trainer.fit(model, data, data)
    trainer.validate(model, data, verbose=False)
    share = torch.sigmoid(model.layer(X)[:, 0]).detach().numpy()
    ev = vc.evaluate(Y.numpy(), y_proba=share)
    for key in ("auroc", "accuracy", "brier"):
        logged = float(trainer.callback_metrics[key])
        assert logged == pytest.approx(ev[key].value, abs=1e-6), key
